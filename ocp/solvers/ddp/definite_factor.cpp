#include <tandem/ocp/solvers/ddp/definite_factor.hpp>

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace tandem::ddp {

using Block = Eigen::Ref<Eigen::MatrixXd>;

bool factorise(Block matrix) {
  if (matrix.size() == 0) return true;
  const double most = matrix.diagonal().cwiseAbs().maxCoeff();
  const Eigen::LLT<Block> factor(matrix);
  if (factor.info() != Eigen::Success || !matrix.diagonal().allFinite()) return false;
  return matrix.diagonal().cwiseAbs2().minCoeff() > 1e-15 * most;
}

void solve_with(const Eigen::Ref<const Eigen::MatrixXd>& lower, Block x) {
  lower.triangularView<Eigen::Lower>().solveInPlace(x);
  lower.transpose().triangularView<Eigen::Upper>().solveInPlace(x);
}

bool factorise_small(Eigen::MatrixXd& matrix, int count) {
  double most = 0.0;
  for (int i = 0; i < count; ++i) most = std::max(most, std::abs(matrix(i, i)));
  for (int j = 0; j < count; ++j) {
    double pivot = matrix(j, j);
    for (int p = 0; p < j; ++p) pivot -= matrix(j, p) * matrix(j, p);
    if (!(pivot > 1e-15 * most) || !std::isfinite(pivot)) return false;
    const double root = matrix(j, j) = std::sqrt(pivot), inverse = 1.0 / root;
    for (int i = j + 1; i < count; ++i) {
      double sum = matrix(i, j);
      for (int p = 0; p < j; ++p) sum -= matrix(i, p) * matrix(j, p);
      matrix(i, j) = sum * inverse;
    }
  }
  return true;
}

void solve_small(const Eigen::MatrixXd& lower, int count, Eigen::MatrixXd& X) {
  const auto rows = X.rows();
  const auto subtract = [&](int from, int to, double factor) {
    const double* const a = X.col(from).data();
    double* const b = X.col(to).data();
    for (Eigen::Index i = 0; i < rows; ++i) b[i] -= factor * a[i];
  };
  const auto divide = [&](int at) {
    double* const b = X.col(at).data();
    const double inverse = 1.0 / lower(at, at);
    for (Eigen::Index i = 0; i < rows; ++i) b[i] *= inverse;
  };
  for (int j = 0; j < count; ++j) {  // X L'^-1
    for (int p = 0; p < j; ++p) subtract(p, j, lower(j, p));
    divide(j);
  }
  for (int j = count - 1; j >= 0; --j) {  // then L^-1 from the right
    for (int p = j + 1; p < count; ++p) subtract(p, j, lower(p, j));
    divide(j);
  }
}

void make_symmetric(Block matrix) {
  for (int j = 0; j < matrix.cols(); ++j) {
    for (int i = 0; i < j; ++i) matrix(i, j) = matrix(j, i) = 0.5 * (matrix(i, j) + matrix(j, i));
  }
}

}  // namespace tandem::ddp
