#include <tandem/ocp/answers/certificate_nodes.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <ocp/support/speed_limit_problem.hpp>
#include <support/refusal.hpp>

#include <cmath>
#include <limits>
#include <string>

namespace tandem::certificate_nodes_test {

using test::solved;

// Where a transcription is exact, only the solver's tolerance is left.
TEST(Nodes, OfAnExactAnswerViolateNothing) {
  const Problem problem = make_problem("double-integrator-energy");
  EXPECT_LT(examine_nodes(problem, solved(problem, 4)).value, 1e-10);
}

TEST(Nodes, ShowAStatePastItsBoundByNameAndTime) {
  const Solution solution = solved(test::speed_limit_problem(test::SpeedLimit::dropped), 10);
  const Worst worst = examine_nodes(test::speed_limit_problem(test::SpeedLimit::bound), solution);
  EXPECT_NEAR(worst.value, 0.25 / 1.5, 1e-9);  // 1.5 at the middle, of a range of 1.5
  EXPECT_EQ(worst.where, "state 'speed' at 0.5");
}

TEST(Nodes, ShowAPathConstraintPastItsBoundByNameAndTime) {
  Solution solution = solved(test::speed_limit_problem(test::SpeedLimit::dropped), 10);
  solution.phases.front().path_multipliers.setZero(1, 30);
  const Worst worst = examine_nodes(test::speed_limit_problem(test::SpeedLimit::path_constraint), solution);
  EXPECT_NEAR(worst.value, 0.25 / 1.5, 1e-9);
  EXPECT_EQ(worst.where, "path constraint 'limit' at 0.5");
}

TEST(Nodes, ShowAControlPastItsBound) {
  const Solution solution = solved("double-integrator-energy", 10);
  const Problem weak = test::problem_with("double-integrator-energy", {{"max_force", 5.0}});
  EXPECT_EQ(examine_nodes(weak, solution).value, 0.0);  // the solution's own numbers count
  Solution same = solution;
  same.numbers["max_force"] = 5.0;
  EXPECT_NEAR(examine_nodes(weak, same).value, 1.0 / 12.0, 1e-9);  // 6 instead of 5, range 12
}

TEST(Nodes, ShowAMissedEnd) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = solved(problem, 10);
  solution.phases.front().states(1, 10) = 0.125;
  const Worst worst = examine_nodes(problem, solution);
  EXPECT_NEAR(worst.value, 0.125 / 1.5, 1e-9);
  EXPECT_EQ(worst.where, "state 'velocity' at 1");
}

/// x' = u from 0 to 2 x = 1, by an end constraint; a factor changes the unit of x.
Problem end_constrained(double unit) {
  Problem problem("end");
  auto phase = problem.phase<1, 1>("only");
  phase.state("x", {.start = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.end_constraint("twice", unit, [](const auto& k) { return 2.0 * k.x[0]; });
  return problem;
}

// A fifth of the state's range more: 2.4 x is 0.2 past, of what twice the range of x is now. Whatever the unit.
TEST(Nodes, ShowAMissedEndConstraintByWhatCanMoveIt) {
  for (const double unit : {1e-3, 1.0, 1e3}) {
    const Problem problem = end_constrained(unit);
    Solution solution = solved(problem, 4);
    EXPECT_LT(examine_nodes(problem, solution).value, 1e-12);
    solution.phases.front().states(0, 4) += 0.1 * unit;
    const Worst worst = examine_nodes(problem, solution);
    EXPECT_NEAR(worst.value, 0.2 / 1.2, 1e-9) << unit;
    EXPECT_EQ(worst.where, "end constraint 'twice' at 1");
  }
}

TEST(Nodes, ShowAnEndTimeOutOfItsBoundsByTheDuration) {
  const Problem problem = make_problem("double-integrator-time");
  Solution solution = solved(problem, 10);
  solution.phases.front().time *= 75.0;  // to 150 of at most 100
  const Worst worst = examine_nodes(problem, solution);
  EXPECT_NEAR(worst.value, 50.0 / 150.0, 1e-8);
  EXPECT_EQ(worst.where, "the end time at 150");
}

TEST(Nodes, ShowNotANumber) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = solved(problem, 4);
  solution.phases.front().states(0, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(examine_nodes(problem, solution).value));
}

TEST(ControlSlackness, IsTheMultiplierTimesTheDistanceToItsBound) {
  const Problem problem = test::problem_with("double-integrator-energy", {{"max_force", 5.0}});
  Solution solution = solved(problem, 20);
  const double left = control_slackness(problem, solution);
  EXPECT_LT(left, 1e-7);  // the last barrier parameter, at 41 nodes and two bounds
  std::vector<double>& pushes = solution.multipliers.at("move/bound/force");
  const double at_bound = solution.phases.front().controls(0, 0);
  pushes[20] = 0.5;  // in the middle the force is 0, 5 away
  EXPECT_NEAR(control_slackness(problem, solution), 2.5, 1e-6) << at_bound;
}

}  // namespace tandem::certificate_nodes_test
