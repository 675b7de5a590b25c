#include <tandem/ocp/designs/codesign/limits.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/codesign/spring_problem.hpp>

#include <cmath>

namespace tandem::codesign::limits_test {

using Eigen::VectorXd;

const Limits kLimits{0.05, 0.5};
const Eigen::Vector2d kX(0.3, 0.9);

TEST(LimitFunction, HasTheDerivativesThatDifferencesHave) {
  const Codesign problem = test::spring_problem();
  const double s = 0.4, h = 1e-4;
  const NumberJet here = limit_function(problem, kLimits, kX, s);
  for (int i = 0; i < 3; ++i) {
    const auto moved = [&](double steps) {
      const Eigen::Vector2d x = kX + steps * h * VectorXd::Unit(3, i).head(2);
      return limit_function(problem, kLimits, x, s + (i == 2 ? steps * h : 0.0));
    };
    const NumberJet a = moved(-2), b = moved(-1), c = moved(1), d = moved(2);
    EXPECT_NEAR(here.gradient(i), (a.value - 8.0 * b.value + 8.0 * c.value - d.value) / (12.0 * h), 1e-9);
    const VectorXd column = (a.gradient - 8.0 * b.gradient + 8.0 * c.gradient - d.gradient) / (12.0 * h);
    EXPECT_LE((here.hessian.col(i) - column).norm(), 1e-8);
  }
}

TEST(WorstPrice, IsGreatestFromWhereverTheSearchBegins) {
  const Codesign problem = test::spring_problem();
  const WorstPrice worst = worst_price(problem, kLimits, kX, 0.0);
  for (const double s : {-6.0, -1.0, 0.5, 3.0, 8.0}) {
    EXPECT_LE(limit_function(problem, kLimits, kX, s).value, worst.phi.value + 1e-14);
    EXPECT_NEAR(worst_price(problem, kLimits, kX, s).log_price, worst.log_price, 1e-8);
  }
}

TEST(WorstPrice, HasTheDerivativesOfAMaximum) {
  const Codesign problem = test::spring_problem();
  const NumberJet phi = worst_price(problem, kLimits, kX, 0.0).phi;
  const double h = 1e-4;
  for (int i = 0; i < 2; ++i) {
    const VectorXd e = h * VectorXd::Unit(2, i);
    const NumberJet above = worst_price(problem, kLimits, kX + e, 0.0).phi,
                    below = worst_price(problem, kLimits, kX - e, 0.0).phi;
    EXPECT_NEAR(phi.gradient(i), (above.value - below.value) / (2.0 * h), 1e-7);
    EXPECT_LE((phi.hessian.col(i) - (above.gradient - below.gradient) / (2.0 * h)).norm(), 1e-6);
  }
}

TEST(WorstPrice, IsAtTheLimitsWhereBothAreMet) {
  // phi = 0 exactly where some gain has both mean squares at their limits: take those of a gain as limits.
  const Codesign problem = test::spring_problem();
  const Eigen::Vector2d p(std::exp(kX(0)), std::exp(kX(1)));
  const MeanSquares squares = problem.mean_squares(p, 2.0);
  const WorstPrice worst = worst_price(problem, {squares.effort(), squares.response()}, kX, 0.0);
  EXPECT_NEAR(worst.phi.value, 0.0, 1e-13);
  EXPECT_NEAR(worst.log_price, std::log(2.0), 1e-8);
}

}  // namespace tandem::codesign::limits_test
