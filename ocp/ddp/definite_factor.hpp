#pragma once

#include <Eigen/Core>

namespace tandem::ddp {

/// Lower Cholesky factor L in place of a symmetric matrix L L'; false where it is not positive definite, to rounding.
/// Allocates nothing.
bool factorise(Eigen::Ref<Eigen::MatrixXd> matrix);

/// x <- (L L')^-1 x.
void solve_with(const Eigen::Ref<const Eigen::MatrixXd>& lower, Eigen::Ref<Eigen::MatrixXd> x);

void make_symmetric(Eigen::Ref<Eigen::MatrixXd> matrix);

}  // namespace tandem::ddp
