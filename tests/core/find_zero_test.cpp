#include <tandem/core/find_zero.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::find_zero_test {

template <class Function>
double zero_between(const Function& f, double a, double b) {
  return find_zero(f, a, f(a), b, f(b), 1e-15);
}

TEST(FindZero, FindsSimpleZeros) {
  EXPECT_NEAR(zero_between([](double x) { return std::cos(x) - x; }, 0.0, 1.0), 0.7390851332151607, 1e-15);
  EXPECT_NEAR(zero_between([](double x) { return std::exp(20.0 * x) - 5.0; }, -1.0, 1.0), std::log(5.0) / 20.0, 1e-15);
}

TEST(FindZero, TakesFewEvaluations) {
  int count = 0;
  const auto f = [&](double x) { return ++count, x * x * x - 0.2; };
  find_zero(f, 0.0, -0.2, 1.0, 0.8, 1e-14);
  EXPECT_LE(count, 10);
}

// Chandrupatla's own hard cases among them: flat, steep, and with a jump.
TEST(FindZero, IsWithinTheWidthInFewEvaluations) {
  const auto check = [](const auto& function, double low, double high, double zero, int most) {
    int calls = 0;
    const auto counted = [&](double x) { return ++calls, function(x); };
    EXPECT_NEAR(find_zero(counted, low, function(low), high, function(high), 1e-10), zero, 1e-10);
    EXPECT_LE(calls, most);
  };
  check([](double x) { return 3.0 - 2.0 * x; }, 0.0, 7.0, 1.5, 4);
  check([](double x) { return std::cos(x); }, 0.0, 3.0, std::acos(0.0), 10);
  check([](double x) { return std::exp(-50.0 * x) - 1e-3; }, 0.0, 1.0, std::log(1e3) / 50.0, 20);
  check([](double x) { return std::pow(0.3 - x, 3); }, 0.0, 1.0, 0.3, 45);
  check([](double x) { return x < 0.7 ? 1.0 : -1e6; }, 0.0, 1.0, 0.7, 45);  // bisection: 2^-34 is 6e-11
}

TEST(FindZero, EndsAtAnExactZero) {
  EXPECT_EQ(find_zero([](double x) { return 1.0 - x; }, 0.0, 1.0, 2.0, -1.0, 1e-10), 1.0);
}

TEST(FindZero, StopsWhereThereIsNoValue) {
  const auto f = [](double x) { return x < 0.6 ? x - 0.5 : std::nan(""); };
  EXPECT_EQ(find_zero(f, 0.0, -0.5, 1.3, 1e-9, 1e-12), 1.3);
}

}  // namespace tandem::find_zero_test
