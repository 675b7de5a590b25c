#include <tandem/derivatives/differences.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace tandem::differences_test {

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

TEST(CentralDifference, BoundsItsErrorOnSmoothFunctionsAndByTheirNoise) {
  for (int k = 0; k < 40; ++k) {
    const double x = 0.1 * k - 2, noise = k % 2 == 0 ? 1e-15 : 1e-11;
    const auto off = [&](double h) { return noise * std::sin(1e5 * h + k); };
    const Difference d = central_difference(
        [&](double h) -> Eigen::VectorXd {
          return Eigen::Vector2d(std::sin(x + h) + off(h), std::exp(2 * (x + h)) + off(h));
        },
        0.02, Eigen::Vector2d::Constant(noise));
    const Eigen::Vector2d exact(std::cos(x), 2 * std::exp(2 * x));
    for (int i = 0; i < 2; ++i) {
      EXPECT_LE(std::abs(d.derivative(i) - exact(i)), d.error(i) + 1e-13 * std::abs(exact(i))) << x;
      EXPECT_LT(d.error(i), 200 * noise + 1e-9 * (1e-2 + std::abs(exact(i)))) << x;
    }
  }
}

// The slopes beside a kink are one-sided differences over 1e-5 of the reach, from 1e-8 away: wrong by half that step
// and the gap times the curvature, |sin|. Its growth along the step and the rounding of 1e-16/1e-5 are some 1e-11.
TEST(FindKink, FindsWhereASlopeJumps) {
  for (const double at : {-0.7, -0.013, 0.0, 1e-4, 0.5}) {
    const auto kink = find_kink([at](double x) { return 3 * std::abs(x - at) + std::sin(x); }, 1.0);
    ASSERT_TRUE(kink) << at;
    const double bound = (0.5e-5 + 1e-8) * std::abs(std::sin(at)) + 1e-10;
    EXPECT_NEAR(kink->at, at, 1e-12);
    EXPECT_NEAR(kink->before, std::cos(at) - 3, bound);
    EXPECT_NEAR(kink->after, std::cos(at) + 3, bound);
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

}  // namespace tandem::differences_test
