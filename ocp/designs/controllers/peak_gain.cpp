#include <tandem/ocp/designs/controllers/peak_gain.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/find_zero.hpp>
#include <tandem/ocp/lq/eigenvalues.hpp>

#include <Eigen/LU>
#include <Eigen/SVD>

#include <algorithm>
#include <cmath>
#include <complex>

namespace tandem::controllers {

using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Complex = std::complex<double>;

namespace {

constexpr double kImaginary = 1e-8;  // real part of an eigenvalue that is taken for imaginary, relative to its size
constexpr double kFirstStep = 1e-3;  // of a bracket, in ln omega
constexpr int kMostRounds = 30;
constexpr double kRounding = 1e-14;  // in ln omega
constexpr double kSame = 1e-6;       // peaks nearer than this, in ln omega, are one

/// Frequencies at which the gain crosses a level: Hamiltonian eigenvalues on the imaginary axis, rising.
std::vector<double> crossings(const Loop& loop, double level_squared) {
  const Index n = loop.a.rows();
  MatrixXd h(2 * n, 2 * n);
  const double root = std::sqrt(level_squared);
  h << loop.a, loop.b * loop.b.transpose() / root, -loop.c.transpose() * loop.c / root, -loop.a.transpose();
  const Eigen::VectorXcd values = lq::eigenvalues(h);
  const double size = values.cwiseAbs().maxCoeff();
  std::vector<double> found;
  for (const Complex& value : values) {
    const bool is_imaginary = std::abs(value.real()) <= kImaginary * std::max(std::abs(value), 1e-8 * size);
    if (is_imaginary && value.imag() >= 0.0) found.push_back(value.imag());
  }
  std::sort(found.begin(), found.end());
  return found;
}

void add(std::vector<Peak>& peaks, const Peak& one) {
  for (const Peak& known : peaks) {
    if (std::abs(one.frequency - known.frequency) <= kSame * std::max(one.frequency, known.frequency)) return;
  }
  peaks.push_back(one);
}

void sort(std::vector<Peak>& peaks) {
  std::sort(peaks.begin(), peaks.end(), [](const Peak& a, const Peak& b) { return a.value > b.value; });
}

}  // namespace

GainSquared gain_squared(const Loop& loop, double frequency) {
  MatrixXcd shifted = -loop.a.cast<Complex>();
  shifted.diagonal().array() += Complex(0.0, frequency);
  const Eigen::PartialPivLU<MatrixXcd> lu(shifted);
  const MatrixXcd states = lu.solve(loop.b.cast<Complex>());
  const Eigen::JacobiSVD<MatrixXcd> svd(loop.c * states, Eigen::ComputeThinU | Eigen::ComputeThinV);
  const double s = svd.singularValues()(0);
  const Eigen::VectorXcd u = svd.matrixU().col(0), v = svd.matrixV().col(0);
  const Eigen::VectorXcd r = states * v, l = lu.adjoint().solve(loop.c.transpose() * u);  // l: its adjoint is the row
  GainSquared found;
  found.value = s * s;
  found.by_frequency = 2.0 * s * (l.dot(r)).imag();
  // d s = Re(u* dc r + l* da r + l* db v)
  found.slopes.c = 2.0 * s * (u * r.adjoint()).real();
  found.slopes.a = 2.0 * s * (l * r.adjoint()).real();
  found.slopes.b = 2.0 * s * (l * v.adjoint()).real();
  return found;
}

/// Where the derivative by frequency changes sign: the bracket doubles until it does.
Peak climbed(const Loop& loop, double from) {
  const auto slope = [&](double log_omega) { return gain_squared(loop, std::exp(log_omega)).by_frequency; };
  double a = std::log(from), fa = slope(a), step = fa > 0.0 ? kFirstStep : -kFirstStep;
  double b = a + step, fb = slope(b);
  for (int k = 0; k < 60 && fa * fb > 0.0; ++k) {
    a = b, fa = fb, step *= 2.0;
    if (std::abs(step) > 50.0) return {0.0, gain_squared(loop, 0.0).value};  // falls from 0 on
    b = a + step, fb = slope(b);
  }
  const double omega = std::exp(find_zero(slope, a, fa, b, fb, kRounding));
  return {omega, gain_squared(loop, omega).value};
}

std::vector<Peak> peaks(const Loop& loop) {
  const Eigen::VectorXcd poles = lq::eigenvalues(loop.a);
  const double rightmost = abscissa(loop.a);
  require(rightmost < 0.0, "peak gain: the loop is not stable, it has an eigenvalue with the real part {:.6g}",
          rightmost);
  std::vector<Peak> found{{0.0, gain_squared(loop, 0.0).value}};
  for (const Complex& pole : poles) {
    if (pole.imag() >= 0.0) add(found, climbed(loop, std::abs(pole)));
  }
  for (int round = 0; round < kMostRounds; ++round) {
    sort(found);
    if (found.front().value == 0.0) return found;
    const double level = found.front().value * (1.0 + kMargin);
    const std::vector<double> at = crossings(loop, level);
    const std::size_t before = found.size();
    for (std::size_t k = 0; k + 1 < at.size(); ++k) {
      const double middle = 0.5 * (at[k] + at[k + 1]);
      if (gain_squared(loop, middle).value > level) add(found, climbed(loop, middle));
    }
    if (found.size() == before) return found;
  }
  throw NumericalError("peak gain: levels do not settle");
}

double peak_gain(const Loop& loop) { return std::sqrt(peaks(loop).front().value); }

}  // namespace tandem::controllers
