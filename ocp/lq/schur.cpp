#include <tandem/ocp/lq/schur.hpp>

#include <tandem/core/error.hpp>

#include <Eigen/Eigenvalues>

#include <cmath>

namespace tandem::lq {

using Eigen::Index;
using Eigen::Matrix2cd;
using Eigen::MatrixXcd;
using Eigen::MatrixXd;
using Complex = std::complex<double>;

namespace {

/// T <- Q* T Q, U <- U Q in the plane (k, k + 1), where the first column of Q is along x; what this makes zero is set.
void rotate(SchurForm& form, Index k, Eigen::Vector2cd x) {
  auto& [t, u] = form;
  x.normalize();
  Matrix2cd q;
  q << x(0), -std::conj(x(1)), x(1), std::conj(x(0));
  t.middleRows(k, 2).rightCols(t.cols() - k) = (q.adjoint() * t.middleRows(k, 2).rightCols(t.cols() - k)).eval();
  t.middleCols(k, 2).topRows(k + 2) = (t.middleCols(k, 2).topRows(k + 2) * q).eval();
  u.middleCols(k, 2) = (u.middleCols(k, 2) * q).eval();
  t(k + 1, k) = 0.0;
}

/// An eigenvector of the 2 x 2 block at k, for the eigenvalue that is farther from its last entry.
Eigen::Vector2cd block_vector(const MatrixXcd& t, Index k) {
  const Complex half = 0.5 * (t(k, k) - t(k + 1, k + 1));
  const Complex root = std::sqrt(half * half + t(k, k + 1) * t(k + 1, k));
  const Complex mu = half + (std::abs(half + root) > std::abs(half - root) ? root : -root);
  return {mu, t(k + 1, k)};
}

}  // namespace

SchurForm schur(const MatrixXd& a) {
  require(a.rows() == a.cols() && a.rows() > 0, "Schur form: the matrix is {} x {}, it should be square", a.rows(),
          a.cols());
  const Eigen::RealSchur<MatrixXd> real(a);
  if (real.info() != Eigen::Success) throw NumericalError("Schur form: the QR iteration does not converge");
  SchurForm form{real.matrixT(), real.matrixU()};
  for (Index k = a.rows() - 2; k >= 0; --k) {
    if (form.t(k + 1, k) != 0.0) rotate(form, k, block_vector(form.t, k));
  }
  return form;
}

/// (t_k,k+1, t_k+1 - t_k) is the eigenvector of the triangle at k for its second eigenvalue, which thus comes first.
void bring_first(SchurForm& form, const std::function<bool(Complex)>& wanted) {
  MatrixXcd& t = form.t;
  Index place = 0;
  for (Index from = 0; from < t.rows(); ++from) {
    if (!wanted(t(from, from))) continue;
    for (Index k = from - 1; k >= place; --k) rotate(form, k, {t(k, k + 1), t(k + 1, k + 1) - t(k, k)});
    ++place;
  }
}

}  // namespace tandem::lq
