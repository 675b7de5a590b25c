#include <tandem/derivatives/differences.hpp>

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

namespace tandem {
namespace {

TEST(Ridders, BoundsItsErrorOnSmoothFunctions) {
  for (int k = 0; k < 40; ++k) {
    const double x = 0.1 * k - 2;
    const Difference d = ridders([x](double h) -> Eigen::VectorXd {
      return Eigen::Vector3d(std::sin(x + h), std::exp(2 * (x + h)), 1 / (3 + x + h));
    });
    const Eigen::Vector3d exact(std::cos(x), 2 * std::exp(2 * x), -1 / ((3 + x) * (3 + x)));
    for (int i = 0; i < 3; ++i) {
      EXPECT_LE(std::abs(d.derivative(i) - exact(i)), d.error(i) + 1e-13 * std::abs(exact(i))) << x;
      EXPECT_LT(d.error(i), 1e-9 * (1 + std::abs(exact(i)))) << x;
    }
  }
}

TEST(Ridders, SkipsStepsAtWhichTheFunctionHasNoValue) {
  // sqrt(0.05 + h) has no value at steps of 0.1.
  const Difference d =
      ridders([](double h) -> Eigen::VectorXd { return Eigen::VectorXd::Constant(1, std::sqrt(0.05 + h)); });
  EXPECT_NEAR(d.derivative(0), 0.5 / std::sqrt(0.05), 1e-9);
}

// The slopes beside a kink are one-sided differences over a short step: good to its length times the curvature.
TEST(FindKink, FindsWhereASlopeJumps) {
  for (const double at : {-0.7, -0.013, 0.0, 1e-4, 0.5}) {
    const auto kink = find_kink([at](double x) { return 3 * std::abs(x - at) + std::sin(x); }, 1.0);
    ASSERT_TRUE(kink) << at;
    EXPECT_NEAR(kink->at, at, 1e-7);
    EXPECT_NEAR(kink->before, std::cos(at) - 3, 1e-3);
    EXPECT_NEAR(kink->after, std::cos(at) + 3, 1e-3);
  }
}

TEST(FindKink, FindsWhereAValueJumps) {
  const auto kink = find_kink([](double x) { return x < 0.3 ? x : x + 1; }, 1.0);
  ASSERT_TRUE(kink);
  EXPECT_NEAR(kink->at, 0.3, 1e-7);
}

TEST(FindKink, FindsNoneInSmoothFunctions) {
  EXPECT_FALSE(find_kink([](double x) { return std::sin(5 * x); }, 1.0));
  EXPECT_FALSE(find_kink([](double x) { return std::exp(-20 * x * x); }, 1.0));
  EXPECT_FALSE(find_kink([](double x) { return 1e6 + x; }, 1.0));
  EXPECT_FALSE(find_kink([](double) { return 2.0; }, 1.0));
  EXPECT_FALSE(find_kink([](double x) { return x * x * x; }, 1e-3));
  EXPECT_FALSE(find_kink([](double x) { return std::tanh(30 * x); }, 1.0));
}

}  // namespace
}  // namespace tandem
