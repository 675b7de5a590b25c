#include <tandem/derivatives/difference_check.hpp>

#include <tandem/core/dice.hpp>

#include "support/refusal.hpp"
#include <gtest/gtest.h>

#include <cmath>

namespace tandem::difference_check_test {

const Eigen::Vector2d kLow(-1, -1), kHigh(1, 1);

TEST(DifferenceCheck, StaysWithinBoundsThatLeaveRoom) {
  EXPECT_EQ(reach_along(Eigen::Vector2d(0, 0), 0, kLow, kHigh), 0.1);
  EXPECT_NEAR(reach_along(Eigen::Vector2d(0.98, 0), 0, kLow, kHigh), 0.02, 1e-15);
  EXPECT_EQ(reach_along(Eigen::Vector2d(1, 0), 0, kLow, kHigh), 0.1) << "a bound leaves no room";
  EXPECT_EQ(reach_along(Eigen::Vector2d(-50, 0), 0, Eigen::Vector2d(-100, 0), kHigh), 5);
}

TEST(DifferenceCheck, LooksCloserWhereSomethingStandsInTheWay) {
  // |x| at 0.05: steps of 0.1 cross the kink.
  const VectorFunction f = [](const Eigen::VectorXd& x) -> Eigen::VectorXd { return x.head(1).cwiseAbs(); };
  const Eigen::MatrixXd exact = Eigen::RowVector2d(1, 0);
  const DifferenceBlock d = differences_at(f, Eigen::Vector2d(0.003, 0), exact, kLow, kHigh);
  EXPECT_NEAR(d.block(0, 0), 1, 1e-10);
  EXPECT_LT(d.error(0, 0), 1e-8);
}

// |x| at 1e-7: looking closer is not close enough, unless one knows where the kink is.
TEST(DifferenceCheck, GoesNoFurtherThanItIsTold) {
  const VectorFunction f = [](const Eigen::VectorXd& x) -> Eigen::VectorXd { return x.head(1).cwiseAbs(); };
  const Eigen::MatrixXd exact = Eigen::RowVector2d(1, 0);
  const Eigen::Vector2d x(1e-7, 0);
  const DifferenceBlock blind = differences_at(f, x, exact, kLow, kHigh);
  EXPECT_GT(std::abs(blind.block(0, 0) - 1), 1e-10 + blind.error(0, 0));
  const DifferenceBlock told = differences_at(f, x, exact, kLow, kHigh, [](long, double) { return 1e-7; });
  EXPECT_NEAR(told.block(0, 0), 1, 1e-10);
}

TEST(DifferenceCheck, SaysWhereAFunctionIsNotSmooth) {
  const VectorFunction f = [](const Eigen::VectorXd& x) -> Eigen::VectorXd {
    return Eigen::Vector2d(x(0) * x(1), std::abs(x(1) - 0.5));
  };
  const Eigen::VectorXd x = Eigen::Vector2d(0.2, 0.45), low = x.array() - 0.05, high = x.array() + 0.05;
  const std::vector<std::string> inputs{"speed", "angle"};
  const SearchedBox box{inputs, low, high};
  EXPECT_EQ(why_not_smooth(f, x, 1, 1, box), "not smooth at 'angle' = 0.5: slope -1 before, 1 after");
  EXPECT_EQ(why_not_smooth(f, x, 1, 0, box), why_not_smooth(f, x, 1, 1, box));  // found along the other input
  EXPECT_EQ(why_not_smooth(f, x, 0, 1, box), "");
}

TEST(DifferenceCheck, DrawsPointsAtWhichTheFunctionIsFinite) {
  Dice dice(3);
  const VectorFunction root = [](const Eigen::VectorXd& x) -> Eigen::VectorXd { return x.head(1).cwiseSqrt(); };
  for (int k = 0; k < 20; ++k) {
    const Eigen::VectorXd x = finite_point(dice, root, "root", kLow, kHigh);
    EXPECT_GE(x(0), 0);
    EXPECT_LE(x.cwiseAbs().maxCoeff(), 1);
  }
  EXPECT_TRUE(test::refuses([&] { finite_point(dice, root, "root", kLow, Eigen::Vector2d(-0.5, 1)); },
                            "function 'root': it has no finite value at any of 50 random points"));
}

}  // namespace tandem::difference_check_test
