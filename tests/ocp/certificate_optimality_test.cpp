#include <tandem/ocp/certificate_checks.hpp>

#include <gtest/gtest.h>
#include <ocp/solved.hpp>
#include <ocp/speed_limit_problem.hpp>
#include <support/refusal.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

using test::says;
using test::solved;
using test::SpeedLimit;

/// Any note that contains these words.
testing::AssertionResult notes_say(const OptimalityEvidence& evidence, const std::string& words) {
  std::string all;
  for (const std::string& note : evidence.notes) all += note + "\n";
  return says(all, words);
}

// What is left is the solver's tolerance, 1e-10, over terms of size 1 to 24.
TEST(Optimality, OfAnExactTranscriptionHasNothingToSay) {
  const Problem problem = make_problem("double-integrator-energy");
  const OptimalityEvidence evidence = examine_optimality(problem, solved(problem, 10));
  EXPECT_TRUE(evidence.autonomous);
  EXPECT_LT(evidence.stationarity.value, 1e-9);
  EXPECT_LT(evidence.transversality.value, 1e-9);
  EXPECT_LT(evidence.hamiltonian_drift.value, 1e-8);
  EXPECT_TRUE(evidence.notes.empty());
}

// The interval average of dH/du with the transcription's weights is what the discrete optimality makes zero, up to
// the difference of the costate's cubic from the discrete adjoint: order 4 here.
TEST(Optimality, HasAStationarityThatFallsWithTheMesh) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const double coarse = examine_optimality(problem, solved(problem, 100)).stationarity.value;
  const double fine = examine_optimality(problem, solved(problem, 200)).stationarity.value;
  EXPECT_LT(coarse, 1e-4);
  EXPECT_GT(std::log2(coarse / fine), 1.8);
}

TEST(Optimality, TakesAControlAtItsBoundWhereItsSignIsRight) {
  const Problem problem = test::problem_with("double-integrator-energy", {{"max_force", 5.0}});
  const OptimalityEvidence evidence = examine_optimality(problem, solved(problem, 100));
  EXPECT_LT(evidence.stationarity.value, 1e-4);
}

// ---- what is wrong --------------------------------------------------------------------------------------------------

TEST(Optimality, RefusesCostatesOfTheOtherSign) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = solved(problem, 10);
  solution.phases.front().costates *= -1.0;
  solution.phases.front().costates_before *= -1.0;
  const OptimalityEvidence evidence = examine_optimality(problem, solution);
  EXPECT_GT(evidence.stationarity.value, 1.0);  // 2 u + lambda = 4 u instead of 0
  EXPECT_TRUE(says(evidence.stationarity.where, "control 'force' in interval"));
}

TEST(Optimality, RefusesAControlAtTheWrongBound) {
  const Problem problem = make_problem("double-integrator-time");
  Solution solution = solved(problem, 10);
  solution.phases.front().controls *= -1.0;
  EXPECT_GT(examine_optimality(problem, solution).stationarity.value, 0.5);
}

TEST(Optimality, RefusesAControlThatIsNotBest) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = solved(problem, 10);
  solution.phases.front().controls(0, 7) += 0.1;
  const OptimalityEvidence evidence = examine_optimality(problem, solution);
  // A midpoint has the weight 4/6; dH/du moves by 2 * 0.1, of terms as large as 2 * 6.
  EXPECT_NEAR(evidence.stationarity.value, 0.2 * 4.0 / 6.0 / 12.0, 1e-9);
  EXPECT_EQ(evidence.stationarity.where, "control 'force' in interval 3 from 0.3");
}

TEST(Optimality, RefusesACostateAtAFreeEnd) {
  const Problem problem = make_problem("scalar-lqr");
  Solution solution = solved(problem, 50);
  EXPECT_LT(examine_optimality(problem, solution).transversality.value, 1e-9);
  solution.phases.front().costates_before(0, 50) += 0.01;
  const OptimalityEvidence evidence = examine_optimality(problem, solution);
  EXPECT_NEAR(evidence.transversality.value, 0.01, 1e-9);
  EXPECT_EQ(evidence.transversality.where, "costate of 'x' at 1");
}

TEST(Optimality, BalancesTheCostateWithTheEndCost) {
  Problem problem("spring");
  auto phase = problem.phase<1, 1>("only");
  phase.state("x", {.start = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.end_cost([](const auto& k) { return square(k.x[0] - 2.0); });
  const Solution solution = solved(problem, 4);
  EXPECT_NEAR(solution.objective, 2.0, 1e-9);  // u = 1: 1 + 1
  EXPECT_LT(examine_optimality(problem, solution).transversality.value, 1e-9);
}

/// minimise the integral of u^2 with x' = u from 0 to x(tf) held by an end constraint 2 x = 3.
Problem end_constrained(const Range& range) {
  Problem problem("held");
  auto phase = problem.phase<1, 1>("only");
  phase.state("x", {.start = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.end_constraint("twice", range, [](const auto& k) { return 2.0 * k.x[0]; });
  return problem;
}

TEST(Optimality, BalancesTheCostateWithTheMultipliersOfEndConstraints) {
  const Problem problem = end_constrained({3.0, kInfinity});
  const Solution solution = solved(problem, 4);
  EXPECT_NEAR(solution.multipliers.at("only/end/twice")[0], -1.5, 1e-9);  // lambda = -2 u = -3 = 2 nu
  EXPECT_LT(examine_optimality(problem, solution).transversality.value, 1e-9);
}

TEST(Optimality, RefusesAnEndConstraintThatPushesTheWrongWay) {
  const Solution solution = solved(end_constrained(3.0), 4);  // an equation may push either way
  const OptimalityEvidence evidence = examine_optimality(end_constrained({-kInfinity, 3.0}), solution);
  EXPECT_NEAR(evidence.transversality.value, 0.5, 1e-9);  // 1.5 of a costate of 3
  EXPECT_EQ(evidence.transversality.where, "multiplier of end constraint 'twice' at 1");
}

// ---- free times -----------------------------------------------------------------------------------------------------

TEST(Optimality, BalancesTheHamiltonianAtAFreeEndTime) {
  const Problem problem = make_problem("double-integrator-time");
  const Solution solution = solved(problem, 20);
  EXPECT_LT(examine_optimality(problem, solution).transversality.value, 1e-7);
  Solution longer = solution;
  longer.phases.front().costates *= 1.1;
  longer.phases.front().costates_before *= 1.1;
  const OptimalityEvidence evidence = examine_optimality(problem, longer);
  EXPECT_NEAR(evidence.transversality.value, 0.1 / 1.1, 1e-7);  // H = -1.1 against the cost's 1, of terms of 1.1
  EXPECT_TRUE(says(evidence.transversality.where, "H at the free end time"));
}

/// minimise the integral of u^2 + (1 - t)^2 with x' = u from 0 to 1, the start or the end time free: without motion
/// the best end is any; with it u = 1/T, and T balances 1/T^2 against (1 - tf)^2.
Problem timed(bool free_start) {
  Problem problem("timed");
  auto phase = problem.phase<1, 1>("only");
  if (free_start) {
    phase.time({.start = {-5.0, 0.5}, .end = 1.0});
  } else {
    phase.time({.start = 1.0, .end = {1.5, 9.0}, .guess = 3.0});
  }
  phase.state("x", {.start = 0.0, .end = 1.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]) + square(1.0 - k.t); });
  return problem;
}

// T solves 1/T^2 = T^2 in both cases: T = 1, J = 1 + 1/3; Hermite-Simpson integrates squares exactly.
TEST(Optimality, BalancesTheHamiltonianWhereTimeIsExplicit) {
  for (const bool free_start : {true, false}) {
    const Problem problem = timed(free_start);
    const Solution solution = solved(problem, 8);
    EXPECT_NEAR(solution.phases.front().time(8) - solution.phases.front().time(0), 1.0, 1e-9);
    EXPECT_NEAR(solution.objective, 4.0 / 3.0, 1e-9);
    const OptimalityEvidence evidence = examine_optimality(problem, solution);
    EXPECT_FALSE(evidence.autonomous);
    EXPECT_LT(evidence.transversality.value, 1e-8);
  }
}

TEST(Optimality, RefusesADurationThatIsNotBestWhereTimeIsExplicit) {
  for (const bool free_start : {true, false}) {
    Problem fixed = timed(free_start);
    Solution solution = solved(fixed, 8);
    PhaseSolution& series = solution.phases.front();
    const double pivot = free_start ? series.time(8) : series.time(0);
    series.time = (1.2 * (series.time.array() - pivot) + pivot).matrix();
    series.control_time = (1.2 * (series.control_time.array() - pivot) + pivot).matrix();
    series.controls /= 1.2;
    series.costates /= 1.2;
    series.costates_before /= 1.2;
    const OptimalityEvidence evidence = examine_optimality(fixed, solution);
    EXPECT_LT(evidence.stationarity.value, 1e-9);  // best for that duration
    // dJ/dT = T^2 - 1/T^2, of terms as large as L = T^2 + 1/T^2.
    EXPECT_NEAR(evidence.transversality.value, (1.44 - 1.0 / 1.44) / (1.44 + 1.0 / 1.44), 1e-8);
    EXPECT_TRUE(
        says(evidence.transversality.where, free_start ? "H at the free start time" : "H at the free end time"));
  }
}

// ---- jumps and path constraints -------------------------------------------------------------------------------------

TEST(Optimality, AllowsCostatesToJumpWhereABoundPushes) {
  const Problem problem = make_problem("bryson-denham");
  EXPECT_LT(examine_optimality(problem, solved(problem, 54)).transversality.value, 1e-6);
}

TEST(Optimality, RefusesAJumpTheWrongWay) {
  const Problem problem = test::problem_with("bryson-denham", {{"limit", 0.2}});
  Solution solution = solved(problem, 54);
  EXPECT_LT(examine_optimality(problem, solution).transversality.value, 1e-6);
  solution.phases.front().costates(0, 27) += 20.0;  // the fall of 9.6 becomes a rise
  const OptimalityEvidence evidence = examine_optimality(problem, solution);
  EXPECT_GT(evidence.transversality.value, 0.1);
  EXPECT_EQ(evidence.transversality.where, "jump of the costate of 'position' at 0.5");
}

TEST(Optimality, RefusesAJumpWhereNoBoundPushes) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = solved(problem, 10);
  solution.phases.front().costates_before(0, 4) += 1.0;
  const OptimalityEvidence evidence = examine_optimality(problem, solution);
  EXPECT_NEAR(evidence.transversality.value, 1.0 / 24.0, 1e-8);
  EXPECT_EQ(evidence.transversality.where, "jump of the costate of 'position' at 0.4");
}

TEST(Optimality, BalancesCostatesWithTheMultipliersOfPathConstraints) {
  const Problem problem = test::speed_limit_problem(SpeedLimit::path_constraint);
  const OptimalityEvidence evidence = examine_optimality(problem, solved(problem, 20));
  EXPECT_LT(evidence.stationarity.value, 1e-6);
  EXPECT_LT(evidence.transversality.value, 1e-6);
}

TEST(Optimality, RefusesPathMultipliersOfTheOtherSign) {
  const Problem problem = test::speed_limit_problem(SpeedLimit::path_constraint);
  Solution solution = solved(problem, 20);
  solution.phases.front().path_multipliers *= -1.0;
  EXPECT_GT(examine_optimality(problem, solution).transversality.value, 1e-3);
}

/// The speed limit as 1.25 - v within `bounds`: at the limit this is 0.
Problem gap_problem(const Range& bounds) {
  Problem problem("gap");
  auto phase = problem.phase<2, 1>("move");
  phase.state("position", {.start = 0.0, .end = 1.0});
  phase.state("speed", {.start = 0.0, .end = 0.0});
  phase.control("force", {});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.path_constraint("gap", bounds, [](const auto& k) { return 1.25 - k.x[1]; });
  return problem;
}

// The motion along the limit, certified for a statement whose bound is elsewhere: every series agrees with every
// other, only the multiplier has no right to push.
TEST(Optimality, RefusesAPathConstraintThatPushesAwayFromItsBounds) {
  const Solution solution = solved(gap_problem({0.0, kInfinity}), 20);
  EXPECT_LT(examine_optimality(gap_problem({0.0, kInfinity}), solution).stationarity.value, 1e-6);
  const OptimalityEvidence evidence = examine_optimality(gap_problem({-1.0, 1.25}), solution);
  const double worst = std::max(evidence.stationarity.value, evidence.transversality.value);
  EXPECT_GT(worst, 0.1);
}

// ---- notes ----------------------------------------------------------------------------------------------------------

/// minimise  half the integral of x^2,  x' = u,  |u| <= 1,  from 1, over 2 s: full speed to 0, then singular.
Problem singular_problem() {
  Problem problem("singular");
  auto phase = problem.phase<1, 1>("only");
  phase.time({.start = 0.0, .end = 2.0});
  phase.state("x", {.start = 1.0});
  phase.control("u", {.bounds = {-1.0, 1.0}});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return 0.5 * square(k.x[0]); });
  return problem;
}

TEST(Optimality, NotesASingularArc) {
  const Problem problem = singular_problem();
  const Solution solution = solved(problem, 40, "trapezoid");
  EXPECT_TRUE(notes_say(examine_optimality(problem, solution), "control 'u' is singular from"));
}

TEST(Optimality, DoesNotCallAnArcAtABoundSingular) {
  const Problem problem = make_problem("double-integrator-time");
  EXPECT_TRUE(examine_optimality(problem, solved(problem, 20)).notes.empty());
}

TEST(Optimality, MeasuresTheDriftOfTheHamiltonian) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = solved(problem, 10);
  solution.phases.front().costates(0, 5) *= 1.5;  // times the speed of 1.5 there: 18 of terms up to 36
  const OptimalityEvidence evidence = examine_optimality(problem, solution);
  EXPECT_GT(evidence.hamiltonian_drift.value, 0.1);
}

}  // namespace
}  // namespace tandem
