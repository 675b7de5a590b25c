#include <tandem/ocp/lq/modes_at_fault.hpp>

#include <tandem/ocp/lq/eigenvalues.hpp>

#include <Eigen/SVD>
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <complex>

namespace tandem::lq {

using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Complex = std::complex<double>;

namespace {

constexpr double kLost = 1e-9;  // of a rank, and of the distance to the edge

std::string words_for(Complex s) {
  return s.imag() == 0.0 ? fmt::format("{:.6g}", s.real())
                         : fmt::format("{:.6g} {} {:.6g}i", s.real(), s.imag() < 0.0 ? '-' : '+', std::abs(s.imag()));
}

/// Whether [a - s, c] has lost its rank, c measured by its own size.
bool loses_rank(const MatrixXd& a, Complex s, const MatrixXd& c) {
  const Eigen::Index n = a.rows();
  MatrixXcd both(n, n + c.cols());
  both << a.cast<Complex>() - s * MatrixXcd::Identity(n, n), c.cast<Complex>();
  const double size = std::max(a.norm(), 1e-300), scale = c.norm();
  if (scale > 0.0) both.rightCols(c.cols()) *= size / scale;
  const Eigen::VectorXd values = Eigen::JacobiSVD<MatrixXcd>(both).singularValues();
  return values(n - 1) <= kLost * values(0);
}

}  // namespace

std::string mode_at_fault(const Regulator& regulator, bool is_discrete, const RiccatiWords& words) {
  const auto& [a, b, q, r] = regulator;
  const Eigen::VectorXcd values = eigenvalues(a);
  const double edge = kLost * std::max(a.norm(), 1e-300);
  for (const Complex& s : values) {
    if (s.imag() < 0.0) continue;
    const double beyond = is_discrete ? std::abs(s) - 1.0 : s.real();
    if (beyond < -edge) continue;
    if (loses_rank(a, s, b)) {
      return fmt::format("{}: the mode with eigenvalue {} {}", words.is_lost, words_for(s), words.unmoved);
    }
    if (beyond <= edge && loses_rank(a.transpose(), s, q)) {
      return fmt::format("{}: the mode with eigenvalue {} {}", words.has_none, words_for(s), words.unseen);
    }
  }
  return "";
}

}  // namespace tandem::lq
