#include <tandem/ocp/ddp/definite_factor.hpp>

#include <Eigen/Cholesky>

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

void make_symmetric(Block matrix) {
  for (int j = 0; j < matrix.cols(); ++j) {
    for (int i = 0; i < j; ++i) matrix(i, j) = matrix(j, i) = 0.5 * (matrix(i, j) + matrix(j, i));
  }
}

}  // namespace tandem::ddp
