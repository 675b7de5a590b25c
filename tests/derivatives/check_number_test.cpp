#include <tandem/derivatives/check_number.hpp>

#include <tandem/core/error.hpp>

#include "support/refusal.hpp"
#include <gtest/gtest.h>

#include <cmath>

namespace tandem::check_number_test {

using Eigen::Vector2d;
using Eigen::VectorXd;

const FunctionBox kBox{Vector2d(0.5, 0.5), Vector2d(1.0, 1.0), {"x", "y"}, {}};

/// exp(x) y^2 with a wrong entry in the gradient or the Hessian, on values rounded to a grid.
NumberWithDerivatives growth(const VectorXd& p, double in_gradient = 0.0, double in_hessian = 0.0, double grid = 0.0) {
  const double e = std::exp(p(0)), y = p(1);
  NumberWithDerivatives n;
  n.value = grid > 0.0 ? grid * std::round(e * y * y / grid) : e * y * y;
  n.gradient = Vector2d(e * y * y, 2.0 * e * y + in_gradient);
  n.hessian = (Eigen::Matrix2d() << e * y * y, 2.0 * e * y, 2.0 * e * y + in_hessian, 2.0 * e).finished();
  return n;
}

TEST(CheckNumber, HoldsGradientAndHessianAgainstDifferences) {
  const DerivativeReport report = check_number("growth", [](const VectorXd& p) { return growth(p); }, kBox, {20, 1});
  EXPECT_TRUE(report.agrees()) << to_text(report);
  ASSERT_EQ(report.blocks.size(), 2U);
  EXPECT_EQ(report.blocks[0].name, "growth");
  EXPECT_EQ(report.blocks[1].name, "growth, second order");
  for (const BlockReport& block : report.blocks) EXPECT_LT(block.max_relative_difference, 1e-11) << block.name;
}

TEST(CheckNumber, FindsPlantedErrorsAndNamesTheirEntries) {
  const DerivativeReport first =
      check_number("growth", [](const VectorXd& p) { return growth(p, 1e-7); }, kBox, {3, 1});
  EXPECT_FALSE(first.blocks[0].agrees);
  EXPECT_EQ(first.blocks[0].worst.column, "y");
  const DerivativeReport second =
      check_number("growth", [](const VectorXd& p) { return growth(p, 0.0, 1e-7); }, kBox, {3, 1});
  EXPECT_TRUE(second.blocks[0].agrees);
  EXPECT_FALSE(second.blocks[1].agrees);
  EXPECT_EQ(second.blocks[1].worst.row, "y");
  EXPECT_EQ(second.blocks[1].worst.column, "x");
}

// Values of ten digits say eight of a derivative: an error of 1e-9 may be theirs, one of 1e-5 may not.
TEST(CheckNumber, AsksNoMoreOfDifferencesThanTheDigitsOfTheValues) {
  const auto rounded = [](double error) {
    return check_number("growth",
                        [=](const VectorXd& p) {
                          NumberWithDerivatives n = growth(p, error, 0.0, 1e-10);
                          n.value += 1e-10 * std::sin(1e15 * p(0));  // tiny steps see no grid
                          n.hessian.resize(0, 0);
                          return n;
                        },
                        kBox, {5, 1});
  };
  const DerivativeReport right = rounded(0.0), wrong = rounded(1e-5);
  EXPECT_TRUE(right.agrees()) << to_text(right);
  EXPECT_EQ(right.blocks.size(), 1U);
  EXPECT_FALSE(wrong.agrees());
}

TEST(CheckNumber, PassesOverPointsWithoutAValue) {
  const auto half = [](const VectorXd& p) {
    require(p(0) < 0.8, "too far");
    return growth(p);
  };
  const FunctionBox box{Vector2d(0.2, 0.5), Vector2d(1.0, 1.0), {"x", "y"}, {}};
  const DerivativeReport report = check_number("half", half, box, {20, 1});
  EXPECT_TRUE(report.agrees()) << to_text(report);
  EXPECT_TRUE(test::refuses(
      [&] {
        check_number("half", half, FunctionBox{Vector2d(0.8, 0.5), Vector2d(1.0, 1.0), {"x", "y"}, {}});
      },
      "too far"));
}

TEST(CheckNumber, RefusesABoxWithoutRoom) {
  EXPECT_TRUE(test::refuses(
      [] {
        check_number(
            "growth", [](const VectorXd& p) { return growth(p); },
            FunctionBox{Vector2d(0.5, 1.0), Vector2d(1.0, 1.0), {"x", "y"}, {}});
      },
      "'growth': its box has no room for differences"));
}

}  // namespace tandem::check_number_test
