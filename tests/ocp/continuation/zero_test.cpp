#include <tandem/ocp/continuation/zero.hpp>

#include <gtest/gtest.h>

namespace tandem::continuation {
namespace {

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

TEST(FindZero, StopsWhereThereIsNoValue) {
  const auto f = [](double x) { return x < 0.6 ? x - 0.5 : std::nan(""); };
  EXPECT_EQ(find_zero(f, 0.0, -0.5, 1.3, 1e-9, 1e-12), 1.3);
}

}  // namespace
}  // namespace tandem::continuation
