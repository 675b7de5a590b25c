#include <tandem/ocp/lq/lyapunov.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/lq/balance.hpp>
#include <tandem/ocp/lq/eigenvalues.hpp>
#include <tandem/ocp/lq/schur.hpp>

#include <complex>
#include <utility>

namespace tandem::lq {

using Eigen::Index;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Complex = std::complex<double>;

namespace {

constexpr int kMostSquarings = 60;

void check(const MatrixXd& a) {
  require(a.rows() == a.cols() && a.rows() > 0, "Lyapunov: A is {} x {}, it should be square", a.rows(), a.cols());
  require(a.allFinite(), "Lyapunov: A is not finite");
}

}  // namespace

Lyapunov::Lyapunov(const MatrixXd& a) {
  check(a);
  d_ = balance(a);
  auto [t, u] = schur(d_.cwiseInverse().asDiagonal() * a * d_.asDiagonal());
  t_ = std::move(t);
  u_ = std::move(u);
}

Lyapunov::Lyapunov(const MatrixXd& b, const Eigen::VectorXd& d) : d_(d) {
  check(b);
  require(d.size() == b.rows(), "Lyapunov: A is {} x {}, its units are {}", b.rows(), b.cols(), d.size());
  auto [t, u] = schur(b);
  t_ = std::move(t);
  u_ = std::move(u);
}

/// Column j of T Y + Y T* + C = 0:  (T + conj(t_jj)) y_j = -(c_j + sum over k > j of conj(t_jk) y_k).
MatrixXd Lyapunov::solve(const MatrixXd& q) const {
  const Index n = t_.rows();
  const Eigen::VectorXd inverse = d_.cwiseInverse();
  MatrixXcd y = -(u_.adjoint() * (inverse.asDiagonal() * q * inverse.asDiagonal()) * u_), shifted = t_;
  for (Index j = n - 1; j >= 0; --j) {
    y.col(j).noalias() -= y.rightCols(n - 1 - j) * t_.row(j).tail(n - 1 - j).adjoint();
    shifted.diagonal() = t_.diagonal().array() + std::conj(t_(j, j));
    shifted.triangularView<Eigen::Upper>().solveInPlace(y.col(j));
  }
  const MatrixXd x = (u_ * y * u_.adjoint()).real();
  return d_.asDiagonal() * (0.5 * (x + x.transpose())) * d_.asDiagonal();
}

/// Column j of T* Y + Y T + C = 0:  (T* + t_jj) y_j = -(c_j + sum over k < j of y_k t_kj).
MatrixXd Lyapunov::solve_transposed(const MatrixXd& q) const {
  const Index n = t_.rows();
  MatrixXcd y = -(u_.adjoint() * (d_.asDiagonal() * q * d_.asDiagonal()) * u_), shifted = t_.adjoint();
  for (Index j = 0; j < n; ++j) {
    y.col(j).noalias() -= y.leftCols(j) * t_.col(j).head(j);
    shifted.diagonal() = t_.diagonal().conjugate().array() + t_(j, j);
    shifted.triangularView<Eigen::Lower>().solveInPlace(y.col(j));
  }
  const MatrixXd x = (u_ * y * u_.adjoint()).real();
  const Eigen::VectorXd inverse = d_.cwiseInverse();
  return inverse.asDiagonal() * (0.5 * (x + x.transpose())) * inverse.asDiagonal();
}

MatrixXd discrete_lyapunov(const MatrixXd& a, const MatrixXd& q) {
  require(a.rows() == a.cols() && q.rows() == a.rows() && q.cols() == a.rows(),
          "discrete Lyapunov: A is {} x {} and Q {} x {}", a.rows(), a.cols(), q.rows(), q.cols());
  const double radius = spectral_radius(a);
  require(radius < 1.0, "discrete Lyapunov: A is not stable, it has an eigenvalue of size {:.6g}", radius);
  MatrixXd x = q, power = a;
  for (int k = 0; k < kMostSquarings && power.norm() > 1e-30; ++k) {
    x += (power * x * power.transpose()).eval();
    power = (power * power).eval();
  }
  return 0.5 * (x + x.transpose());
}

}  // namespace tandem::lq
