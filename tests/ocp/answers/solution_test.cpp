#include <tandem/ocp/answers/solution.hpp>

#include <gtest/gtest.h>
#include <ocp/support/rich_problem.hpp>
#include <ocp/support/solved.hpp>
#include <ocp/support/speed_limit_problem.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::solution_test {

using test::solved;

// u* = 6 - 12 t is linear and Hermite-Simpson exact: x = 3 t^2 - 2 t^3, lambda_v = -2 u, lambda_x = -24.
TEST(Solution, NamesTheSeriesOfAPhaseOnTheirGrids) {
  const Solution solution = solved("double-integrator-energy", 10);
  ASSERT_EQ(solution.phases.size(), 1U);
  const PhaseSolution& phase = solution.phases.front();
  EXPECT_EQ(phase.name, "move");
  EXPECT_EQ(phase.state_names, (std::vector<std::string>{"position", "velocity"}));
  EXPECT_EQ(phase.control_names, std::vector<std::string>{"force"});
  ASSERT_EQ(phase.time.size(), 11);
  ASSERT_EQ(phase.control_time.size(), 21);
  const double rounding = 1e-10;  // the solver's tolerance
  for (int k = 0; k <= 10; ++k) {
    const double t = k / 10.0;
    EXPECT_NEAR(phase.time(k), t, 1e-15);
    EXPECT_NEAR(phase.states(0, k), t * t * (3.0 - 2.0 * t), rounding);
    EXPECT_NEAR(phase.states(1, k), 6.0 * t * (1.0 - t), rounding);
  }
  for (int i = 0; i <= 20; ++i) {
    EXPECT_NEAR(phase.control_time(i), i / 20.0, 1e-15);
    EXPECT_NEAR(phase.controls(0, i), 6.0 - 0.6 * i, 1e-9);
  }
}

TEST(Solution, HasTheCostatesOfTheMinimumPrinciple) {
  const PhaseSolution phase = solved("double-integrator-energy", 10).phases.front();
  for (int k = 0; k <= 10; ++k) {
    EXPECT_NEAR(phase.costates(0, k), -24.0, 1e-8);
    EXPECT_NEAR(phase.costates(1, k), -2.0 * (6.0 - 1.2 * k), 1e-8);
    EXPECT_NEAR(phase.costates_before(1, k), phase.costates(1, k), 1e-8);
  }
}

TEST(Solution, TellsWhatItIsAnAnswerTo) {
  const Solution solution = solved("double-integrator-energy", 10, "trapezoid");
  EXPECT_EQ(solution.problem, "double-integrator-energy");
  EXPECT_EQ(solution.numbers.at("distance"), 1.0);
  EXPECT_EQ(solution.numbers.size(), 3U);
  EXPECT_EQ(solution.transcription, "trapezoid");
  EXPECT_EQ(solution.intervals(), 10);
  EXPECT_EQ(solution.final_time, 1.0);
  EXPECT_TRUE(solution.is_solved());
}

TEST(Solution, NamesItsMultipliers) {
  Problem problem = test::speed_limit_problem(test::SpeedLimit::path_constraint);
  const Solution solution = solved(problem, 10);
  EXPECT_EQ(solution.multipliers.at("move/defect/position").size(), 10U);
  EXPECT_EQ(solution.multipliers.at("move/bound/speed").size(), 11U);
  EXPECT_EQ(solution.multipliers.at("move/bound/force").size(), 21U);
  EXPECT_EQ(solution.multipliers.at("move/path/limit").size(), 30U);
  const Solution timed = solved("double-integrator-time", 4);
  EXPECT_EQ(timed.multipliers.at("move/time/end").size(), 1U);
}

// Inside the arc all points carry the same multiplier per unit of time; at its ends the knot's share is that of the
// whole neighbourhood, so ends are left out.
TEST(Solution, GivesPathMultipliersPerUnitOfTime) {
  const Problem problem = test::speed_limit_problem(test::SpeedLimit::path_constraint);
  const Solution solution = solved(problem, 20);
  const PhaseSolution& phase = solution.phases.front();
  ASSERT_EQ(phase.path_multipliers.cols(), 60);
  for (int k = 0; k < 20; ++k) {
    if (k >= 7 && k < 13) {  // from 0.35 to 0.65
      for (int j = 0; j < 3; ++j) {
        // The barrier leaves slacks of 1e-12 and costates good to 1e-8 of 55.
        EXPECT_NEAR(phase.path_multipliers(0, 3 * k + j), test::kSpeedLimitMultiplier, 1e-5) << k << ", " << j;
      }
    } else if (k < 5 || k >= 15) {
      for (int j = 0; j < 3; ++j) EXPECT_NEAR(phase.path_multipliers(0, 3 * k + j), 0.0, 1e-6) << k << ", " << j;
    }
  }
}

TEST(Solution, ShowsTheJumpOfACostateWhereAStateBoundPushes) {
  const Solution solution = solved(test::problem_with("bryson-denham", {{"limit", 0.2}}), 54);
  const PhaseSolution& phase = solution.phases.front();
  // A touch at t = 1/2: the costate of the position falls by 48 (1 - 4 l) there and nowhere else.
  const double jump = 48.0 * (1.0 - 0.8);
  for (int k = 1; k < 54; ++k) {
    const double push = phase.costates_before(0, k) - phase.costates(0, k);
    EXPECT_NEAR(push, k == 27 ? jump : 0.0, 1e-6) << k;
  }
}

TEST(Solution, StatesAMaximumPositively) {
  Problem problem("highest");
  problem.maximise();
  auto phase = problem.phase<1, 1>("climb");
  phase.state("height", {.start = 1.0});
  phase.control("u", {.bounds = {-1.0, 2.0}});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.end_cost([](const auto& k) { return k.x[0]; });
  const Solution solution = solved(problem, 4);
  EXPECT_NEAR(solution.objective, 3.0, 1e-8);  // the barrier stops at 1e-11 over a dozen unknowns
  EXPECT_TRUE(solution.certificate.passes());
  // H = L + lambda' f with the cost that is minimised, -x(tf).
  EXPECT_NEAR(solution.phases.front().costates(0, 0), -1.0, 1e-8);
}

TEST(Solution, ReturnsTheDesignNumbersThatWereFound) {
  // minimise (p - 2)^2 + integral of u^2 with x' = u + p, from 0 to 1: u = 1 - p, so p = 1.5.
  Problem problem("designed");
  const Number p = problem.number({"p", 0.0, "", "", Role::design, -10.0, 10.0});
  auto phase = problem.phase<1, 1>("only");
  phase.state("x", {.start = 0.0, .end = 1.0});
  phase.control("u", {});
  phase.dynamics([=](const auto& k) { return rates(k.u[0] + k[p]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.end_cost([=](const auto& k) { return square(k[p] - 2.0); });
  const Solution solution = solved(problem, 4);
  EXPECT_NEAR(solution.numbers.at("p"), 1.5, 1e-9);
  EXPECT_NEAR(solution.objective, 0.5, 1e-9);
  EXPECT_TRUE(solution.certificate.passes());
}

TEST(GuessFrom, IsTheSolutionAsATrajectory) {
  const Solution solution = solved("double-integrator-energy", 10);
  const PhaseGuess guess = guess_from(solution).phases.front();
  EXPECT_EQ(guess.time, solution.phases.front().time);
  EXPECT_EQ(guess.states, solution.phases.front().states);
  EXPECT_EQ(guess.control_time, solution.phases.front().control_time);
  EXPECT_EQ(guess.controls, solution.phases.front().controls);
}

TEST(GuessFrom, RefusesASolutionWithoutAPhase) {
  Solution empty;
  empty.problem = "nothing";
  EXPECT_TRUE(test::refuses([&] { guess_from(empty); }, "solution of 'nothing': it has no phase"));
}

}  // namespace tandem::solution_test
