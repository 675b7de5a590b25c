#include <tandem/ocp/designs/codesign/limit_conditions.hpp>

#include <tandem/ocp/designs/codesign/limited.hpp>
#include <tandem/ocp/designs/codesign/weighted_cost.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/codesign/spring_problem.hpp>

#include <cmath>

namespace tandem::codesign::limit_conditions_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(LimitConditions, HaveTheSlopesThatDifferencesHave) {
  const Codesign problem = test::spring_problem();
  LimitConditions conditions(problem, {0.05, 0.5}, {0.1, 0.2});
  VectorXd u(4);
  u << 0.7, 0.4, 1.1, 0.3;
  const Equations here = conditions.system().equations(u, 0.3);
  const double h = 1e-5;
  for (int i = 0; i < 4; ++i) {
    const VectorXd above = conditions.system().equations(u + h * VectorXd::Unit(4, i), 0.3).value;
    const VectorXd below = conditions.system().equations(u - h * VectorXd::Unit(4, i), 0.3).value;
    EXPECT_LE((here.jacobian.col(i) - (above - below) / (2.0 * h)).norm(), 1e-8) << i;  // of order h^2
  }
  const VectorXd later = conditions.system().equations(u, 0.3 + h).value;
  const VectorXd sooner = conditions.system().equations(u, 0.3 - h).value;
  EXPECT_LE((here.slope - (later - sooner) / (2.0 * h)).norm(), 1e-8);
}

TEST(LimitConditions, BeginAtTheMultiplierOfAnAnswer) {
  const Codesign problem = test::spring_problem();
  const LimitedDesign found = lightest_design(problem, problem.start());
  LimitConditions conditions(problem, found.limits, {0.1, 0.2});
  const VectorXd y = conditions.start(logarithms(found.design), std::log(found.price));
  EXPECT_NEAR(y(3), found.multiplier, 1e-9);
  EXPECT_LE(conditions.system().residual(y, 0.0).norm(), 1e-9);
  EXPECT_NEAR(conditions.design_at(y, 0.0).structure_cost, found.structure_cost, 1e-9);
}

TEST(LimitConditions, TakeTheMultiplierFromSizesOffEitherBound) {
  const Codesign problem = test::spring_problem(2, 2.0);
  const Limits limits{0.05, 0.5};
  LimitConditions conditions(problem, limits, limits);
  for (const double held : {0.1, 2.0}) {
    const VectorXd x = logarithms(Eigen::Vector2d(held, 0.7));
    const double slope = log_structure_cost(problem, x).gradient(1),
                 by_limits = limit_function(problem, limits, x, 0.3).gradient(1);
    EXPECT_NEAR(conditions.start(x, 0.3)(3), -slope / by_limits, 1e-12) << held;
  }
}

TEST(LimitConditions, MoveBothLimitsInTheirLogarithms) {
  const Codesign problem = test::spring_problem();
  const LimitConditions conditions(problem, {0.05, 0.5}, {0.2, 0.125});
  EXPECT_NEAR(conditions.limits_at(0.5).effort, 0.1, 1e-15);
  EXPECT_NEAR(conditions.limits_at(0.5).response, 0.25, 1e-15);
}

}  // namespace tandem::codesign::limit_conditions_test
