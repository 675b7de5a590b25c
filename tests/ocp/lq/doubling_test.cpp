#include <tandem/ocp/lq/doubling.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::lq::doubling_test {

using Eigen::MatrixXd;

TEST(Doubling, SolvesTheScalarEquationInAFewSteps) {
  // x = a^2 x / (1 + g x) + h with a = 2, g = h = 1: x^2 - 4 x - 1 = 0
  Doubling pencil{MatrixXd::Constant(1, 1, 2.0), MatrixXd::Ones(1, 1), MatrixXd::Ones(1, 1)};
  EXPECT_TRUE(double_until_still(pencil));
  EXPECT_NEAR(pencil.h(0, 0), 2.0 + std::sqrt(5.0), 1e-13);
  EXPECT_LE(pencil.steps, 7);
}

TEST(Doubling, SaysWhereItDoesNotConverge) {
  // An eigenvalue on the unit circle that nothing moves, and that counts: the sum has no end.
  Doubling pencil{MatrixXd::Ones(1, 1), MatrixXd::Zero(1, 1), MatrixXd::Ones(1, 1)};
  EXPECT_FALSE(double_until_still(pencil));
}

}  // namespace tandem::lq::doubling_test
