#include <tandem/ocp/answers/integrate.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::integrate_test {

TEST(Integrate, FollowsAnOscillatorToTheToleranceOfItsSteps) {
  const RateLaw law = [](const std::vector<double>& x, std::vector<double>& rate, double) {
    rate[0] = x[1];
    rate[1] = -x[0];
  };
  std::vector<double> x{1.0, 0.0};
  double t = 0.5;
  ASSERT_TRUE(integrate_to(law, x, t, 7.0));
  EXPECT_EQ(t, 7.0);
  // Some twenty steps, each within 1e-12.
  EXPECT_NEAR(x[0], std::cos(6.5), 3e-11);
  EXPECT_NEAR(x[1], -std::sin(6.5), 3e-11);
}

TEST(Integrate, StopsWhereTheMotionGoesToInfinity) {
  const RateLaw law = [](const std::vector<double>& x, std::vector<double>& rate, double) { rate[0] = x[0] * x[0]; };
  std::vector<double> x{1.0};  // 1 / (1 - t)
  double t = 0.0;
  EXPECT_FALSE(integrate_to(law, x, t, 2.0));
  EXPECT_LT(t, 1.0 + 1e-6);
}

TEST(Integrate, HasNothingToDoWhereItIsThere) {
  const RateLaw law = [](const std::vector<double>&, std::vector<double>& rate, double) { rate[0] = 1.0; };
  std::vector<double> x{3.0};
  double t = 1.0;
  EXPECT_TRUE(integrate_to(law, x, t, 1.0));
  EXPECT_EQ(x[0], 3.0);
}

}  // namespace tandem::integrate_test
