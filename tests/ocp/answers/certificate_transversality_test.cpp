#include <tandem/ocp/answers/certificate_transversality.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <ocp/support/steady_push.hpp>
#include <support/refusal.hpp>

#include <cmath>
#include <limits>

namespace tandem::certificate_transversality_test {

using test::says;
using test::solved;
using test::steady_answer;
using test::SteadyPush;

constexpr double kRounding = 1e-14;
constexpr double kSteadyScale = 2.0;  // integral of u^2 = 1, end cost 1

/// What the ends of the steady push leave, its times and its price left out.
Worst ends_of(const SteadyPush& push, const Solution& solution) {
  return examine_transversality(push.problem(), solution, {{0.0, 0.0, Eigen::VectorXd::Zero(1)}}, kSteadyScale);
}

CertificateLine transversality_of(const Problem& problem, const Solution& solution) {
  return certify(problem, solution).line("transversality");
}

/// The multiplier of the ring mu: it pushes with mu at the end and -mu at the start.
Solution with_ring(double multiplier) {
  Solution solution = steady_answer();
  solution.multipliers["linkage/ring"] = {multiplier};
  return solution;
}

// ---- ends of states -------------------------------------------------------------------------------------------------

TEST(Transversality, HoldsWhereTheCostateIsTheEndCostsSlope) {
  EXPECT_LT(ends_of({}, steady_answer()).value, kRounding);
}

// What the end's costate misses, times the range of its state, over the objective's scale.
TEST(Transversality, MeasuresACostateThatTheEndDoesNotExplainInTheObjectivesUnit) {
  Solution solution = steady_answer();
  solution.phases[0].costates_before(0, 4) += 0.5;
  const Worst worst = ends_of({}, solution);
  EXPECT_NEAR(worst.value, 0.5 * 1.0 / kSteadyScale, kRounding);
  EXPECT_EQ(worst.where, "costate of 'x' at 1");
}

// A start that is free has no costate of its own, but for what a linkage pushes there.
TEST(Transversality, BalancesAFreeStartWithItsLinkages) {
  const Worst alone = ends_of({.start = {}}, steady_answer());
  EXPECT_NEAR(alone.value, 2.0 / kSteadyScale, kRounding);
  EXPECT_EQ(alone.where, "costate of 'x' at 0");
  Solution ring = with_ring(-2.0);
  ring.phases[0].costates_before(0, 4) = -4.0;  // the slope and the ring
  EXPECT_LT(ends_of({.start = {}, .is_ring = true}, ring).value, kRounding);
}

TEST(Transversality, AddsWhatLinkagesPushAtTheEnd) {
  const Worst worst = ends_of({.is_ring = true}, with_ring(0.75));
  EXPECT_NEAR(worst.value, 0.75 / kSteadyScale, kRounding);
  EXPECT_EQ(worst.where, "costate of 'x' at 1");
}

// At its lower bound a start may have a costate that grows with x, and at its upper one a costate that falls.
TEST(Transversality, LetsABoundOfTheStartPushOneWayOnly) {
  const SteadyPush at_upper{.start = {.start = Range(-1.0, 0.0)}}, at_lower{.start = {.start = Range(0.0, 1.0)}};
  EXPECT_LT(ends_of(at_upper, steady_answer()).value, kRounding);
  EXPECT_NEAR(ends_of(at_lower, steady_answer()).value, 2.0 / kSteadyScale, kRounding);
}

TEST(Transversality, SeesNotANumber) {
  Solution solution = steady_answer();
  solution.phases[0].costates_before(0, 4) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(ends_of({}, solution).value));
}

// The costate of a free end is what it is off by, times the range of x from 1 to 1 / cosh 1.
TEST(Transversality, RefusesACostateAtAFreeEnd) {
  const Problem problem = make_problem("scalar-lqr");
  Solution solution = solved(problem, 50);
  EXPECT_LT(transversality_of(problem, solution).value, 1e-9);
  solution.phases.front().costates_before(0, 50) += 0.01;
  const CertificateLine line = transversality_of(problem, solution);
  EXPECT_NEAR(line.value, 0.01 * (1.0 - 1.0 / std::cosh(1.0)) / (0.5 * std::tanh(1.0)), 1e-9);
  EXPECT_EQ(line.where, "costate of 'x' at 1");
  EXPECT_FALSE(line.holds);
}

TEST(Transversality, BalancesTheCostateWithTheEndCost) {
  Problem problem("spring");
  auto phase = problem.phase<1, 1>("only");
  phase.state("x", {.start = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.end_cost([](const auto& k) { return square(k.x[0] - 2.0); });
  const Solution solution = solved(problem, 4);
  EXPECT_NEAR(solution.objective, 2.0, 1e-9);  // u = 1: 1 + 1
  EXPECT_LT(transversality_of(problem, solution).value, 1e-9);
}

// ---- end and integral constraints -----------------------------------------------------------------------------------

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

TEST(Transversality, BalancesTheCostateWithTheMultipliersOfEndConstraints) {
  const Problem problem = end_constrained({3.0, kInfinity});
  const Solution solution = solved(problem, 4);
  EXPECT_NEAR(solution.multipliers.at("only/end/twice")[0], -1.5, 1e-9);  // lambda = -2 u = -3 = 2 nu
  EXPECT_LT(transversality_of(problem, solution).value, 1e-9);
}

TEST(Transversality, RefusesAnEndConstraintThatPushesTheWrongWay) {
  const Solution solution = solved(end_constrained(3.0), 4);  // an equation may push either way
  const CertificateLine line = transversality_of(end_constrained({-kInfinity, 3.0}), solution);
  EXPECT_NEAR(line.value, 1.5 * 3.0 / 2.25, 1e-9);  // times the constraint's size, over the cost u^2 = 1.5^2
  EXPECT_EQ(line.where, "multiplier of end constraint 'twice'");
}

TEST(Transversality, RefusesMultipliersThatPushAwayFromTheirBounds) {
  Solution solution = steady_answer();
  solution.multipliers["push/integral/push"] = {0.5};
  solution.phases[0].integrals = solution.phases[0].time.transpose();
  const Worst integral = ends_of({.has_integral = true}, solution);
  EXPECT_NEAR(integral.value, 0.5 * 1.0 / kSteadyScale, kRounding);  // the integral is 1 of at most 5
  EXPECT_EQ(integral.where, "multiplier of integral constraint 'push'");
  solution.multipliers = {{"push/time/duration", {-0.3}}};
  solution.phases[0].integrals.resize(0, 0);
  const Worst duration = ends_of({}, solution);
  EXPECT_NEAR(duration.value, 0.3 / kSteadyScale, kRounding);
  EXPECT_EQ(duration.where, "multiplier of the duration");
}

// ---- free times and numbers -----------------------------------------------------------------------------------------

// dJ/dT T over the scale: H = 1 - 1.1 all along, T and the scale 2.
TEST(Transversality, BalancesTheHamiltonianAtAFreeEndTime) {
  const Problem problem = make_problem("double-integrator-time");
  const Solution solution = solved(problem, 20);
  EXPECT_LT(transversality_of(problem, solution).value, 1e-7);
  Solution longer = solution;
  longer.phases.front().costates *= 1.1;
  longer.phases.front().costates_before *= 1.1;
  const CertificateLine line = transversality_of(problem, longer);
  EXPECT_NEAR(line.value, 0.1, 1e-7);
  EXPECT_TRUE(says(line.where, "H at the free end time"));
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
TEST(Transversality, BalancesTheHamiltonianWhereTimeIsExplicit) {
  for (const bool free_start : {true, false}) {
    const Problem problem = timed(free_start);
    const Solution solution = solved(problem, 8);
    EXPECT_NEAR(solution.phases.front().time(8) - solution.phases.front().time(0), 1.0, 1e-9);
    EXPECT_NEAR(solution.objective, 4.0 / 3.0, 1e-9);
    EXPECT_LT(transversality_of(problem, solution).value, 1e-8);
  }
}

TEST(Transversality, RefusesADurationThatIsNotBestWhereTimeIsExplicit) {
  for (const bool free_start : {true, false}) {
    const Problem problem = timed(free_start);
    Solution solution = solved(problem, 8);
    PhaseSolution& series = solution.phases.front();
    const double pivot = free_start ? series.time(8) : series.time(0);
    series.time = (1.2 * (series.time.array() - pivot) + pivot).matrix();
    series.control_time = (1.2 * (series.control_time.array() - pivot) + pivot).matrix();
    series.controls /= 1.2;
    series.costates /= 1.2;
    series.costates_before /= 1.2;
    // J = 1/T + T^3/3: dJ/dT T / J.
    const CertificateLine line = transversality_of(problem, solution);
    EXPECT_NEAR(line.value, (1.44 - 1.0 / 1.44) * 1.2 / (1.0 / 1.2 + 1.728 / 3.0), 1e-8);
    EXPECT_TRUE(says(line.where, free_start ? "H at the free start time" : "H at the free end time"));
  }
}

// The price would be less: d/dprice of the objective is the integral of u^2.
TEST(Transversality, BalancesDesignNumbers) {
  const CertificateLine line = transversality_of(SteadyPush{}.problem(), steady_answer());
  EXPECT_NEAR(line.value, 1.0 * 1.0 / kSteadyScale, 1e-12);
  EXPECT_EQ(line.where, "design number 'price'");
}

}  // namespace tandem::certificate_transversality_test
