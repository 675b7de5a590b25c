#include <tandem/ocp/ddp/ddp_solver.hpp>

#include <gtest/gtest.h>
#include <ocp/ddp/by_ddp.hpp>
#include <support/refusal.hpp>
#include <tandem/problems/registry.hpp>

namespace tandem::ddp {
namespace {

using test::by_ddp;
using test::says;

TEST(DdpMessages, StopsAtLimitsAndWhenAsked) {
  const Problem problem = make_problem("cart-pole-swing-up");
  SolveOptions options = by_ddp(40);
  options.solver.max_iterations = 3;
  const Solution limited = solve(problem, options);
  EXPECT_EQ(limited.status, Status::iteration_limit);
  EXPECT_EQ(limited.iterations, 3);
  EXPECT_FALSE(limited.certificate.passes());
  options = by_ddp(40);
  options.solver.time_limit = 1e-9;
  EXPECT_EQ(solve(problem, options).status, Status::time_limit);
  options = by_ddp(40);
  options.solver.progress = [](const Progress& progress) { return progress.iteration < 2; };
  EXPECT_EQ(solve(problem, options).status, Status::stopped);
}

/// Rest to rest over a distance in 1 s with |u| <= 4: 1 m is the farthest.
Problem short_of_force(double distance) {
  Problem problem("short-of-force");
  auto phase = problem.phase<2, 1>("move");
  phase.state("position", {.start = 0.0, .end = distance});
  phase.state("speed", {.start = 0.0, .end = 0.0});
  phase.control("force", {.bounds = {-4.0, 4.0}});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  return problem;
}

TEST(DdpMessages, SaysWhichEndIsOutOfReachAndWhen) {
  EXPECT_EQ(solve(short_of_force(0.95), by_ddp(20)).status, Status::solved);
  const Solution solution = solve(short_of_force(2.0), by_ddp(20));
  EXPECT_EQ(solution.status, Status::infeasible);
  // Which of the two ends is given up for the other is a matter of the penalty's weights.
  EXPECT_TRUE(says(solution.message, "state 'position' misses its end by") ||
              says(solution.message, "state 'speed' misses its end by"))
      << solution.message;
  EXPECT_TRUE(says(solution.message, "at 1")) << solution.message;
  EXPECT_FALSE(solution.certificate.passes());
}

/// x' = u + sqrt(x)/10 from 1, wanted at -1 where the root is none.
Problem root() {
  Problem problem("root");
  auto phase = problem.phase<1, 1>("fall");
  phase.state("level", {.start = 1.0, .guess = LinearGuess{1.0, 0.5}});
  phase.control("inflow", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0] + 0.1 * sqrt(k.x[0])); });
  phase.running_cost([](const auto& k) { return 1e-3 * square(k.u[0]); });
  phase.end_cost([](const auto& k) { return square(k.x[0] + 1.0); });
  return problem;
}

TEST(DdpMessages, SaysWhereTheDynamicsHaveNoValue) {
  const Solution solution = solve(root(), by_ddp(10));
  EXPECT_FALSE(solution.is_solved());
  EXPECT_TRUE(says(solution.message, "state 'level' has no finite value after step")) << solution.message;
  SolveOptions options = by_ddp(10);
  PhaseGuess guess = straight_line_guess(root(), 0);
  guess.states.setConstant(-1.0);
  options.guess = guess;
  EXPECT_TRUE(says(test::refusal([&] { solve(root(), options); }), "level"));
}

/// Two phases that a linkage joins, of which only one has a force.
Problem relay() {
  Problem problem("relay");
  auto first = problem.phase<1, 1>("first");
  first.time({.end = 1.0});
  first.state("place", {.start = 0.0});
  first.control("speed", {.bounds = {-1.0, 1.0}});
  first.dynamics([](const auto& k) { return rates(k.u[0]); });
  first.running_cost([](const auto& k) { return square(k.u[0]); });
  auto second = problem.phase<1, 1>("second");
  second.time({.end = 2.0, .continues = true});
  second.state("place", {.end = 5.0});
  second.control("speed", {.bounds = {-1.0, 1.0}});
  second.dynamics([](const auto& k) { return rates(k.u[0]); });
  second.running_cost([](const auto& k) { return square(k.u[0]); });
  problem.continue_states(first, second);
  return problem;
}

TEST(DdpMessages, NameThePhaseWhoseEndIsOutOfReach) {
  const Solution solution = solve(relay(), by_ddp(10));
  EXPECT_EQ(solution.status, Status::infeasible);
  EXPECT_TRUE(says(solution.message, "phase 'second': state 'place' misses its end by")) << solution.message;
  EXPECT_TRUE(says(solution.message, "at 2")) << solution.message;
}

// x' = 16 x + u: on steps of 1/8 the midpoint rule is x+ - x = x + x+ + u/8, which has no x+.
TEST(DdpMessages, SaysWhichStepHasNoEnd) {
  Problem problem("runaway");
  auto phase = problem.phase<1, 1>("run");
  phase.state("level", {.start = 1.0});
  phase.control("inflow", {});
  phase.dynamics([](const auto& k) { return rates(16.0 * k.x[0] + k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  SolveOptions options = by_ddp(8);
  options.transcription = "midpoint";
  const Solution solution = solve(problem, options);
  EXPECT_EQ(solution.status, Status::failed);
  EXPECT_TRUE(says(solution.message, "step 0 from 0 has no end")) << solution.message;
}

}  // namespace
}  // namespace tandem::ddp
