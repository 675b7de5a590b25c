#pragma once

#include <Eigen/Core>

namespace tandem::ddp {

/// Lower Cholesky factor L in place of a symmetric matrix L L'; false where it is not positive definite, to rounding.
/// Allocates nothing.
bool factorise(Eigen::Ref<Eigen::MatrixXd> matrix);

/// x <- (L L')^-1 x.
void solve_with(const Eigen::Ref<const Eigen::MatrixXd>& lower, Eigen::Ref<Eigen::MatrixXd> x);

void make_symmetric(Eigen::Ref<Eigen::MatrixXd> matrix);

/// The same of the leading `count` rows and columns of a matrix of a few rows, by plain loops: Eigen's are made for
/// larger ones, and take four times as long at one row, twice as long at seven.
bool factorise_small(Eigen::MatrixXd& matrix, int count);

/// X <- X (L L')^-1 for the first `count` columns of X.
void solve_small(const Eigen::MatrixXd& lower, int count, Eigen::MatrixXd& X);

}  // namespace tandem::ddp
