#include <tandem/ocp/lq/balance.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::lq::balance_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(Balance, TakesTheUnitsOutOfASlowOscillator) {
  const double w = 1.0 / 1024.0;
  Eigen::Matrix2d a;
  a << 0.0, 1.0, -w * w, 0.0;
  const VectorXd d = balance(a);
  EXPECT_EQ(d(1) / d(0), w);  // a power of two: exact
}

TEST(Balance, GivesWeightsAndControlsOneSize) {
  const MatrixXd a = MatrixXd::Zero(1, 1);
  const VectorXd d = balance(a, MatrixXd::Constant(1, 1, 65536.0), MatrixXd::Constant(1, 1, 1.0));
  EXPECT_EQ(d(0), 16.0);  // G / d^2 = Q d^2
}

TEST(Balance, LeavesOneSidedStatesAlone) {
  // Nothing feeds back: any unit is as good, and none may run away.
  Eigen::Matrix2d a = Eigen::Matrix2d::Zero();
  a(0, 1) = 1e8;
  EXPECT_EQ(balance(a), VectorXd::Ones(2));
  EXPECT_EQ(balance(MatrixXd::Zero(1, 1), MatrixXd::Ones(1, 1), MatrixXd::Zero(1, 1)), VectorXd::Ones(1));
}

}  // namespace tandem::lq::balance_test
