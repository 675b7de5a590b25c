#include <tandem/ocp/answers/series/played_costs.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>

namespace tandem::played_costs_test {

/// A force of 2 - 6 t on [0, 1/2], 3 - 8 t after: no answer, but a motion of bryson-denham's mass.
Solution motion() {
  Solution solution = test::solved("bryson-denham", 2, "trapezoid");
  solution.phases[0].controls = Eigen::RowVector3d(2.0, -1.0, -5.0);
  return solution;
}

// Of u^2 / 2 with u from a to b: (a^2 + a b + b^2) / 6 times the length.
TEST(PlayedCosts, AreIntegralsAlongTheMotion) {
  const Eigen::VectorXd costs = played_costs(make_problem("bryson-denham"), motion(), 0);
  EXPECT_NEAR(costs(0), 0.5 * (4.0 - 2.0 + 1.0) / 6.0, 1e-12);
  EXPECT_NEAR(costs(1), 0.5 * (1.0 + 5.0 + 25.0) / 6.0, 1e-12);
}

// A throttle past its bounds costs what it costs at them.
TEST(PlayedCosts, AreThoseOfControlsWithinTheirBounds) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Solution solution = test::solved(problem, 2, "midpoint");
  solution.phases[0].controls = Eigen::RowVector2d(30.0, -25.0);
  const Eigen::VectorXd costs = played_costs(problem, solution, 0);
  EXPECT_NEAR(costs(0), 400.0, 1e-9);
  EXPECT_NEAR(costs(1), 400.0, 1e-9);
}

TEST(PlayedCosts, AreNothingWhereOnlyTheEndCosts) {
  const Solution solution = test::solved("double-integrator-time", 4);
  EXPECT_EQ(played_costs(make_problem("double-integrator-time"), solution, 0), Eigen::VectorXd::Zero(4));
}

}  // namespace tandem::played_costs_test
