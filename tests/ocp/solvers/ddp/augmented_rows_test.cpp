#include <tandem/ocp/solvers/ddp/augmented_rows.hpp>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tandem::ddp::augmented_rows_test {

using Eigen::VectorXd;
constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// An unknown in [-1, 2], a row at most 1, a row that is to be 3.
AugmentedRows three_rows(double weight) {
  AugmentedRows rows;
  rows.add({.knot = 1, .unknown = 0, .lower = -1.0, .upper = 2.0});
  rows.add({.knot = 1, .row = 0, .lower = -kUnbounded, .upper = 1.0});
  rows.add({.knot = 2, .row = 1, .lower = 3.0, .upper = 3.0});
  rows.start(weight);
  return rows;
}

TEST(AugmentedRows, FeelNothingWithinTheirBounds) {
  AugmentedRows rows = three_rows(10.0);
  const VectorXd z = VectorXd::Constant(1, 0.5), g = Eigen::Vector2d(-7.0, 3.0);
  rows.look(z, g);
  EXPECT_FALSE(rows.any_push());
  EXPECT_EQ(rows.cost(z, g), 0.0);
  EXPECT_EQ(rows.violation(), 0.0);
}

TEST(AugmentedRows, TakeOtherBounds) {
  AugmentedRows rows = three_rows(10.0);
  rows.set_bounds(0, -1.0, 0.25);
  rows.look(VectorXd::Constant(1, 0.5), Eigen::Vector2d(-7.0, 3.0));
  EXPECT_DOUBLE_EQ(rows.push(0), 2.5);
}

TEST(AugmentedRows, PushBackFromEitherSide) {
  AugmentedRows rows = three_rows(10.0);
  rows.look(VectorXd::Constant(1, 2.5), Eigen::Vector2d(1.25, 2.0));
  EXPECT_DOUBLE_EQ(rows.push(0), 5.0);
  EXPECT_DOUBLE_EQ(rows.push(1), 2.5);
  EXPECT_DOUBLE_EQ(rows.push(2), -10.0);
  EXPECT_DOUBLE_EQ(rows.violation(), 1.0);
  rows.look(VectorXd::Constant(1, -1.5), Eigen::Vector2d(0.0, 3.0));
  EXPECT_DOUBLE_EQ(rows.push(0), -5.0);
}

TEST(AugmentedRows, CostNoNumberWhereARowHasNone) {
  AugmentedRows rows = three_rows(10.0);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Eigen::Vector2d& g : {Eigen::Vector2d(nan, 3.0), Eigen::Vector2d(-7.0, nan)}) {
    EXPECT_TRUE(std::isnan(rows.cost(VectorXd::Constant(1, 0.5), g)));
  }
}

// The first update leaves the weight; one that falls twofold raises it; at the most weight five that do not halve the
// violation are in vain.
TEST(AugmentedRows, WeighMoreUntilTheyCannotBeKept) {
  AugmentedRows rows;
  rows.add({.knot = 1, .unknown = 0, .lower = -kUnbounded, .upper = 0.0});
  rows.start(10.0);
  const auto updated_at = [&](double z) {
    rows.look(VectorXd::Constant(1, z), {});
    return rows.update();
  };
  EXPECT_TRUE(updated_at(1.0));
  EXPECT_EQ(rows.weight(), 10.0);
  EXPECT_TRUE(updated_at(0.05));
  EXPECT_EQ(rows.weight(), 10.0);
  for (double weight = 100.0; weight <= 1e8; weight *= 10.0) {
    EXPECT_TRUE(updated_at(0.05));
    EXPECT_EQ(rows.weight(), weight);
  }
  for (int i = 0; i < 4; ++i) EXPECT_TRUE(updated_at(0.05)) << i;
  EXPECT_FALSE(updated_at(0.05));
  rows.start(10.0);
  EXPECT_TRUE(updated_at(0.05)) << "a new solve";
}

TEST(AugmentedRows, KnowTheWorstOfThem) {
  AugmentedRows rows = three_rows(10.0);
  rows.look(VectorXd::Constant(1, 2.5), Eigen::Vector2d(1.25, 2.0));
  EXPECT_EQ(rows.worst(), 2);
  rows.look(VectorXd::Constant(1, 4.5), Eigen::Vector2d(1.25, 2.0));
  EXPECT_EQ(rows.worst(), 0);
  EXPECT_EQ(AugmentedRows().worst(), -1);
}

// Central differences of a piecewise quadratic are exact to rounding away from its joints.
TEST(AugmentedRows, PushByTheDerivativeOfTheirCost) {
  AugmentedRows rows = three_rows(4.0);
  rows.look(VectorXd::Constant(1, 2.5), Eigen::Vector2d(1.25, 2.0));
  rows.update();
  for (const double z : {-3.0, 0.3, 1.9, 2.7}) {
    const Eigen::Vector2d g(z, 1.0 + z);
    const auto cost = [&](double dz, double d0, double d1) {
      return rows.cost(VectorXd::Constant(1, z + dz), g + Eigen::Vector2d(d0, d1));
    };
    rows.look(VectorXd::Constant(1, z), g);
    constexpr double kStep = 1e-3;
    EXPECT_NEAR(rows.push(0), (cost(kStep, 0, 0) - cost(-kStep, 0, 0)) / (2 * kStep), 1e-9);
    EXPECT_NEAR(rows.push(1), (cost(0, kStep, 0) - cost(0, -kStep, 0)) / (2 * kStep), 1e-9);
    EXPECT_NEAR(rows.push(2), (cost(0, 0, kStep) - cost(0, 0, -kStep)) / (2 * kStep), 1e-9);
  }
}

// minimise x subject to x >= -1 with the multiplier method by hand: x = -1 - (1 + m) / rho + ..., m goes to -1 at once.
TEST(AugmentedRows, FindTheMultiplierOfALinearCostInOneUpdate) {
  AugmentedRows rows = three_rows(2.0);
  const auto at_minimum_of_cost = [&](double multiplier) { return -1.0 + (-1.0 - multiplier) / 2.0; };
  rows.look(VectorXd::Constant(1, at_minimum_of_cost(0.0)), Eigen::Vector2d(0.0, 3.0));
  EXPECT_DOUBLE_EQ(rows.violation(), 0.5);
  EXPECT_TRUE(rows.update());
  rows.look(VectorXd::Constant(1, at_minimum_of_cost(-1.0)), Eigen::Vector2d(0.0, 3.0));
  EXPECT_DOUBLE_EQ(rows.push(0), -1.0);
  EXPECT_DOUBLE_EQ(rows.violation(), 0.0);
}

}  // namespace tandem::ddp::augmented_rows_test
