#include <tandem/ocp/answers/accessory_ends.hpp>

#include <gtest/gtest.h>
#include <ocp/support/oscillators.hpp>
#include <ocp/support/solved.hpp>

namespace tandem::accessory_ends_test {

using test::Oscillator;

AccessoryProblem ends_of(const Problem& problem) {
  const Solution solution = test::solved(problem, 10);
  AccessoryProblem accessory;
  const AccessoryStates states = accessory_states(problem, solution, 0);
  fill_ends(problem, solution, Played(problem, solution), states, accessory);
  return accessory;
}

TEST(AccessoryEnds, HoldStatesWhoseRangeHasNoLength) {
  const AccessoryProblem held = ends_of(Oscillator{.duration = 1.0}.problem());
  EXPECT_EQ(held.end_rows, Eigen::MatrixXd::Ones(1, 1));
  EXPECT_FALSE(held.free_at_start[0]);
  const AccessoryProblem free = ends_of(Oscillator{.duration = 1.0, .start = {}, .end = {}}.problem());
  EXPECT_EQ(free.end_rows.rows(), 0);
  EXPECT_TRUE(free.free_at_start[0]);
}

// From 0 to at least 1: the bound pushes. To at least -1: it does not.
TEST(AccessoryEnds, HoldStatesThatABoundPushes) {
  EXPECT_EQ(ends_of(Oscillator{.duration = 1.0, .end = Range(1.0, kInfinity)}.problem()).end_rows.rows(), 1);
  EXPECT_EQ(ends_of(Oscillator{.duration = 1.0, .end = Range(-1.0, kInfinity)}.problem()).end_rows.rows(), 0);
}

// 3 x + x^2 = 0 at x = 0, with a multiplier of 0; a cost of 0.7 x^2 / 2, in either sense.
TEST(AccessoryEnds, KnowTheSlopesOfConstraintsAndTheCurvatureOfCosts) {
  const AccessoryProblem constrained =
      ends_of(Oscillator{.duration = 1.0, .end = {}, .end_weight = 0.7, .has_end_constraint = true}.problem());
  EXPECT_NEAR(constrained.end_rows(0, 0), 3.0, 1e-9);
  EXPECT_NEAR(constrained.end_curvature(0, 0), 0.7, 1e-9);
  const AccessoryProblem maximised = ends_of(
      Oscillator{.duration = 1.0, .end = {}, .end_weight = 0.7, .cost_unit = -1.0, .maximised = true}.problem());
  EXPECT_NEAR(maximised.end_curvature(0, 0), 0.7, 1e-9);
}

// minimise u^2 / 2 over one second from x = 0 with x^2 = 4 at the end: u = 2, 4 mu = 2 u * (-1/2).
TEST(AccessoryEnds, CurveByTheMultipliersOfEndConstraints) {
  Problem problem("circle");
  auto phase = problem.phase<1, 1>("only");
  phase.state("x", {.start = 0.0, .guess = LinearGuess{0.0, 1.5}});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return 0.5 * square(k.u[0]); });
  phase.end_constraint("radius", 4.0, [](const auto& k) { return square(k.x[0]); });
  const AccessoryProblem ends = ends_of(problem);
  EXPECT_NEAR(ends.end_rows(0, 0), 4.0, 1e-8);
  EXPECT_NEAR(ends.end_curvature(0, 0), -1.0, 1e-8);  // 2 mu, with -u = lambda = 4 mu
}

/// minimise u^2 / 2 and (x - T - p)^2 / 2 + p^2 at the end, over a free time T, with a free number p.
TEST(AccessoryEnds, KnowFreeTimesAndNumbers) {
  Problem problem("late");
  const Number p = problem.number({"p", 0.3, "", "shift", Role::design, -5.0, 5.0});
  auto phase = problem.phase<1, 1>("only");
  phase.time({.start = 0.0, .end = {0.5, 9.0}, .guess = 1.0});
  phase.state("x", {.start = 3.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return 0.5 * square(k.u[0]) + 0.1 * k.t; });
  phase.end_cost([=](const auto& k) { return 0.5 * square(k.x[0] - k.t - k[p]) + square(k[p]); });
  const AccessoryProblem ends = ends_of(problem);
  const Eigen::MatrixXd expected{{1.0, -1.0, -1.0}, {-1.0, 1.0, 1.0}, {-1.0, 1.0, 3.0}};
  EXPECT_LT((ends.end_curvature - expected).norm(), 1e-12);
  EXPECT_EQ(ends.free_at_start, (std::vector<bool>{false, true, true}));
}

}  // namespace tandem::accessory_ends_test
