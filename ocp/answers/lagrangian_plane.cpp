#include <tandem/ocp/answers/lagrangian_plane.hpp>

#include <tandem/core/eigen_factors.hpp>
#include <tandem/core/eigen_spectra.hpp>

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>

namespace tandem {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kRounding = 1e-11;  // of an angle

/// Orthonormal columns: first those that span the rows (Gram and Schmidt, twice), then those that complete them.
struct Split {
  Eigen::MatrixXd basis;
  int rank = 0;
};

Split split(const Eigen::MatrixXd& rows, int n) {
  Split found{Eigen::MatrixXd::Zero(n, n), 0};
  int count = 0;
  const auto see = [&](Eigen::VectorXd v, double least) {
    for (int pass = 0; pass < 2; ++pass)
      v -= found.basis.leftCols(count) * (found.basis.leftCols(count).transpose() * v);
    if (count < n && v.norm() > least) found.basis.col(count++) = v.normalized();
  };
  for (int i = 0; i < rows.rows(); ++i) see(rows.row(i).transpose(), 1e-10 * rows.row(i).norm());
  found.rank = count;
  // A unit vector of what is missing has a component of at least 1 / sqrt(n).
  while (count < n) {
    Eigen::Index best = 0;
    found.basis.leftCols(count).rowwise().squaredNorm().minCoeff(&best);
    see(Eigen::VectorXd::Unit(n, best), 0.0);
  }
  return found;
}

double argument_of(const Eigen::MatrixXd& frame) {
  const auto n = frame.cols();
  Eigen::MatrixXcd u(n, n);
  u.real() = frame.topRows(n);
  u.imag() = frame.bottomRows(n);
  return std::arg(Eigen::PartialPivLU<Eigen::MatrixXcd>(u).determinant());
}

/// Into (-pi/2, pi/2], where rounding below the lower end is the upper one.
double principal(double angle) {
  angle -= kPi * std::round(angle / kPi);
  return angle < -0.5 * kPi + kRounding ? angle + kPi : angle;
}

}  // namespace

LagrangianPlane::LagrangianPlane(const Eigen::MatrixXd& rows, const Eigen::MatrixXd& curvature) {
  const int n = static_cast<int>(curvature.rows());
  const Split found = split(rows, n);
  const auto normals = found.basis.leftCols(found.rank), free = found.basis.rightCols(n - found.rank);
  frame_ = Eigen::MatrixXd::Zero(2 * n, n);
  frame_.topLeftCorner(n, n - found.rank) = free;
  frame_.bottomLeftCorner(n, n - found.rank) = free * (free.transpose() * curvature * free);
  frame_.bottomRightCorner(n, found.rank) = normals;
  settle();
  turned_ = angles().sum();
}

void LagrangianPlane::move(const Eigen::MatrixXd& exponent) {
  // d(turned)/ds is the trace of a symmetric matrix on n orthonormal columns, so at most sqrt(n) times its norm.
  const double norm = exponent.norm(), turn = std::sqrt(static_cast<double>(size())) * norm;
  const int parts = std::max(1, static_cast<int>(std::ceil(std::max(norm, 0.5 * turn))));
  for (int i = 0; i < parts; ++i) {
    if (slack_ + turn / parts > 2.5) settle();
    apply_exponential(exponent, 1.0 / parts);
    slack_ += turn / parts;
  }
}

/// Taylor's series on the columns.
void LagrangianPlane::apply_exponential(const Eigen::MatrixXd& exponent, double factor) {
  term_ = frame_;
  const double enough = 1e-16 * frame_.cwiseAbs().maxCoeff();
  for (int k = 1; k <= 30 && term_.cwiseAbs().maxCoeff() > enough; ++k) {
    next_.noalias() = exponent.lazyProduct(term_);
    term_ = (factor / k) * next_;
    frame_ += term_;
  }
}

/// Takes note of how far the sum of the angles has turned, and makes the columns orthonormal by Cholesky's factor of
/// their products, which turns nothing.
void LagrangianPlane::settle() {
  const double now = argument_of(frame_);
  turned_ += std::remainder(now - last_, 2.0 * kPi);
  const Eigen::LLT<Eigen::MatrixXd> gram(frame_.transpose() * frame_);
  gram.matrixU().solveInPlace<Eigen::OnTheRight>(frame_);
  last_ = now;
  slack_ = 0.0;
}

/// With U = X + iL of orthonormal columns and C + iS = exp(-i phi) U, S C^-1 is symmetric with eigenvalues
/// tan(alpha - phi). Of n + 1 values of phi one is far from every alpha - pi/2.
Eigen::VectorXd LagrangianPlane::angles(const std::vector<bool>& exchanged) const {
  const int n = size();
  const Eigen::LLT<Eigen::MatrixXd> gram(frame_.transpose() * frame_);
  const Eigen::MatrixXd frame = gram.matrixU().solve<Eigen::OnTheRight>(frame_);
  Eigen::MatrixXd x = frame.topRows(n), l = frame.bottomRows(n);
  for (int i = 0; i < n && !exchanged.empty(); ++i) {
    if (!exchanged[i]) continue;
    x.row(i).swap(l.row(i));
    x.row(i) *= -1.0;
  }
  double best_phi = 0.0, best = -1.0;
  for (int k = 0; k <= n; ++k) {
    const double phi = kPi * (0.5 + static_cast<double>(k) / (n + 1));
    const Eigen::MatrixXd c = std::cos(phi) * x + std::sin(phi) * l;
    const double size = std::abs(Eigen::PartialPivLU<Eigen::MatrixXd>(c).determinant());
    if (size > best) best = size, best_phi = phi;
  }
  const Eigen::MatrixXd c = std::cos(best_phi) * x + std::sin(best_phi) * l;
  const Eigen::MatrixXd s = std::cos(best_phi) * l - std::sin(best_phi) * x;
  const Eigen::MatrixXd k = Eigen::PartialPivLU<Eigen::MatrixXd>(c.transpose()).solve(s.transpose());
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> spectrum(0.5 * (k + k.transpose()), Eigen::EigenvaluesOnly);
  Eigen::VectorXd angles(n);
  for (int i = 0; i < n; ++i) angles(i) = principal(best_phi + std::atan(spectrum.eigenvalues()(i)));
  std::sort(angles.begin(), angles.end());
  return angles;
}

/// Exchanging a pair multiplies det(X + iL) by i, and an angle comes out half a turn lower than it went in.
int LagrangianPlane::crossings(const Eigen::VectorXd& angles, const std::vector<bool>& exchanged) const {
  const auto pairs = std::count(exchanged.begin(), exchanged.end(), true);
  const double turned = turned_ + std::remainder(argument_of(frame_) - last_, 2.0 * kPi);
  return static_cast<int>(std::lround((angles.sum() + 0.5 * kPi * static_cast<double>(pairs) - turned) / kPi));
}

double LagrangianPlane::margin(const std::vector<bool>& exchanged) const {
  const Eigen::VectorXd found = angles(exchanged);
  const double product = std::abs(found.array().cos().prod());
  return crossings(found, exchanged) > 0 ? -product : product;
}

}  // namespace tandem
