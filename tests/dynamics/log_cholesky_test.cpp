#include <tandem/dynamics/log_cholesky.hpp>

#include "dynamics/random_tree.hpp"
#include <Eigen/Dense>
#include <gtest/gtest.h>

namespace tandem::log_cholesky_test {

/// [Sigma h; h' m] with Sigma = tr(I)/2 1 - I.
Eigen::Matrix4d pseudo_inertia(const Inertia<double>& inertia) {
  const Eigen::Matrix3d I = inertia.rotational.eigen();
  Eigen::Matrix4d J;
  J.topLeftCorner<3, 3>() = 0.5 * I.trace() * Eigen::Matrix3d::Identity() - I;
  J.topRightCorner<3, 1>() = J.bottomLeftCorner<1, 3>().transpose() = inertia.moment.eigen();
  J(3, 3) = inertia.mass;
  return J;
}

TEST(LogCholesky, IsTheProductOfItsFactors) {
  test::Dice dice(1);
  for (int trial = 0; trial < 20; ++trial) {
    std::array<double, 10> p;
    for (double& number : p) number = dice.number();
    const auto& [alpha, d1, d2, d3, s12, s23, s13, t1, t2, t3] = p;
    Eigen::Matrix4d U;
    U << std::exp(d1), s12, s13, t1, 0, std::exp(d2), s23, t2, 0, 0, std::exp(d3), t3, 0, 0, 0, 1;
    U *= std::exp(alpha);
    const Eigen::Matrix4d J = pseudo_inertia(log_cholesky_inertia(p));
    EXPECT_LT((J - U * U.transpose()).norm(), 1e-13 * J.norm());
    EXPECT_GT(J.selfadjointView<Eigen::Lower>().eigenvalues().minCoeff(), 0.0);
  }
}

}  // namespace tandem::log_cholesky_test
