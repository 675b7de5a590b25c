#include <tandem/ocp/falling_zero.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem {
namespace {

// Chandrupatla's own hard cases among them: flat, steep, and with a jump.
TEST(FallingZero, IsWithinTheToleranceInFewEvaluations) {
  const auto check = [](const auto& function, double low, double high, double zero, int most) {
    int calls = 0;
    const double found = falling_zero(
        [&](double x) {
          ++calls;
          return function(x);
        },
        {low, function(low)}, {high, function(high)}, 1e-10);
    EXPECT_NEAR(found, zero, 1e-10);
    EXPECT_LE(calls, most);
  };
  check([](double x) { return 3.0 - 2.0 * x; }, 0.0, 7.0, 1.5, 4);
  check([](double x) { return std::cos(x); }, 0.0, 3.0, std::acos(0.0), 10);
  check([](double x) { return std::exp(-50.0 * x) - 1e-3; }, 0.0, 1.0, std::log(1e3) / 50.0, 20);
  check([](double x) { return std::pow(0.3 - x, 3); }, 0.0, 1.0, 0.3, 45);
  check([](double x) { return x < 0.7 ? 1.0 : -1e6; }, 0.0, 1.0, 0.7, 45);  // bisection: 2^-34 is 6e-11
}

TEST(FallingZero, EndsAtAnExactZero) {
  EXPECT_EQ(falling_zero([](double x) { return 1.0 - x; }, {0.0, 1.0}, {2.0, -1.0}, 1e-10), 1.0);
}

}  // namespace
}  // namespace tandem
