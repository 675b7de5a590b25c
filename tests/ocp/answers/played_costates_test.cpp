#include <tandem/ocp/answers/played_costates.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_flow.hpp>

#include <cmath>
#include <vector>

namespace tandem::played_costates_test {

constexpr double kRounding = 1e-14;

Eigen::VectorXd one(double value) { return Eigen::VectorXd::Constant(1, value); }

std::vector<CostateTask> atoms(int intervals) {
  std::vector<CostateTask> tasks;
  for (int k = 0; k < intervals; ++k) tasks.push_back({k});
  return tasks;
}

// ---- the regulator --------------------------------------------------------------------------------------------------

constexpr double kGrowth = 0.7, kEnd = 1.5;

/// x' = a x + u, cost (x^2 + u^2) / 2.
Problem regulator() {
  Problem problem("regulator");
  auto phase = problem.phase<1, 1>("regulate");
  phase.time({.start = 0.0, .end = kEnd});
  phase.state("x", {}).control("u", {});
  phase.dynamics([](const auto& k) { return rates(kGrowth * k.x[0] + k.u[0]); });
  phase.running_cost([](const auto& k) { return 0.5 * (square(k.x[0]) + square(k.u[0])); });
  return problem;
}

// At rest, u = 0: x = e^(a t), and lambda' = -x - a lambda from lambda(T) = 0 is
// lambda = e^(-a t) (e^(2 a T) - e^(2 a t)) / (2 a).
double coasting(double t) { return std::exp(kGrowth * t); }
double coasting_costate(double t) {
  return std::exp(-kGrowth * t) * (std::exp(2.0 * kGrowth * kEnd) - std::exp(2.0 * kGrowth * t)) / (2.0 * kGrowth);
}

Solution coast(int intervals) {
  const auto x = [](double t) { return one(coasting(t)); };
  const auto u = [](double) { return one(0.0); };
  const auto lambda = [](double t) { return one(coasting_costate(t)); };
  return test::answer_of(regulator(), "hermite-simpson", intervals, test::Motion{x, u, lambda, 0.0, kEnd});
}

// One step of order 8 and length 0.09 an interval, rates of size 1: below rounding.
TEST(PlayedCostates, IntegrateTheRegulatorsCostateBack) {
  test::LoneFlow lone(regulator(), coast(16));
  const PlayedPhase played = play(lone.flow);
  for (const CostateResult& result : PlayedCostates(lone.flow, played, 1.0).run(atoms(16))) {
    EXPECT_NEAR(result.miss(0), 0.0, kRounding);
  }
}

TEST(PlayedCostates, MissTheAnswersCostateByWhatItIsOff) {
  Solution solution = coast(16);
  solution.phases[0].costates(0, 3) += 0.125;
  test::LoneFlow lone(regulator(), solution);
  const PlayedPhase played = play(lone.flow);
  const std::vector<CostateResult> found = PlayedCostates(lone.flow, played, 1.0).run(atoms(16));
  for (int k = 0; k < 16; ++k) EXPECT_NEAR(found[k].miss(0), k == 3 ? -0.125 : 0.0, kRounding);
}

// H is least at -lambda, by (u + lambda)^2 / 2 = lambda^2 / 2.
TEST(PlayedCostates, MeasureTheExcessOfTheWrongControl) {
  test::LoneFlow lone(regulator(), coast(16));
  const PlayedPhase played = play(lone.flow);
  double sum = 0.0, switching = 0.0;
  for (const CostateResult& result : PlayedCostates(lone.flow, played, 1.0).run(atoms(16))) {
    EXPECT_EQ(result.affine(0), 0.0);
    sum += result.curved;
    switching += result.switching(0);
  }
  // integral of (c^2 e^(-2 a t) - 2 c + e^(2 a t)) / (8 a^2) with c = e^(2 a T), and of lambda
  const double a = kGrowth, c = std::exp(2.0 * a * kEnd);
  const double excess = ((c * c - c) / (2.0 * a) - 2.0 * c * kEnd + (c - 1.0) / (2.0 * a)) / (8.0 * a * a);
  const double mean = ((c - std::exp(a * kEnd)) / a - (std::exp(a * kEnd) - 1.0) / a) / (2.0 * a);
  EXPECT_NEAR(sum / excess, 1.0, 1e-6);  // three Gauss points on a cubic of length 0.09
  EXPECT_NEAR(switching / mean, 1.0, 1e-6);
}

// ---- the better of two costates -------------------------------------------------------------------------------------

// u = -lambda of the answer: the cubic through the answer's costates has no excess but its own error, while a wrong
// motion's integration would have some.
TEST(PlayedCostates, CountTheBetterOfIntegrationAndCubic) {
  Solution solution = coast(4);
  PhaseSolution& series = solution.phases[0];
  for (int j = 0; j < series.controls.cols(); ++j) series.controls(0, j) = -coasting_costate(series.control_time(j));
  test::LoneFlow lone(regulator(), solution);
  const PlayedPhase played = play(lone.flow);
  for (const CostateResult& result : PlayedCostates(lone.flow, played, 1.0).run(atoms(4))) {
    EXPECT_GT(std::abs(played.ends(0, 0) - series.states(0, 1)), 0.1);  // the motion is not that control's
    EXPECT_LT(result.curved, 1e-2);
  }
}

// ---- times ----------------------------------------------------------------------------------------------------------

// x' = u, u = 1, cost x + t^2: lambda = T - t, H = T + t^2, H_t = 2 t. Over s = t / T of H + s T H_t: T + T^2; of
// H - (1 - s) T H_t: T. Parabolas, which the transcription's points have exactly.
TEST(PlayedCostates, IntegrateTheHamiltonianForFreeTimes) {
  constexpr double end = 1.5;
  Problem problem("timed");
  const Number gain = problem.number({"gain", 1.0, "", "", Role::design, 0.1, 2.0});
  auto phase = problem.phase<1, 1>("run");
  phase.time({.start = 0.0, .end = {0.1, 9.0}});
  phase.state("x", {}).control("u", {});
  phase.dynamics([=](const auto& k) { return rates(k[gain] * k.u[0]); });
  phase.running_cost([](const auto& k) { return k.x[0] + square(k.t); });
  const auto x = [](double t) { return one(t); };
  const auto u = [](double) { return one(1.0); };
  const auto lambda = [](double t) { return one(end - t); };
  test::LoneFlow lone(problem, test::answer_of(problem, "hermite-simpson", 3, test::Motion{x, u, lambda, 0.0, end}));
  const PlayedPhase played = play(lone.flow);
  PlayedCostates costates(lone.flow, played, 1.0);
  costates.run(atoms(3));
  EXPECT_NEAR(costates.integrals().mean_to_end, end + end * end, kRounding);
  EXPECT_NEAR(costates.integrals().mean_to_start, end, kRounding);
  EXPECT_NEAR(costates.integrals().by_numbers(0), end * end / 2.0, kRounding);  // of lambda u
}

// ---- switches -------------------------------------------------------------------------------------------------------

// H = 1 + lambda_x v + lambda_v u with lambda_v = 0.35 - t: the control's slope is a line, whose root is exact.
TEST(PlayedCostates, FindWhereASwitchingFunctionChangesSign) {
  Problem problem("bang");
  auto phase = problem.phase<2, 1>("move");
  phase.state("x", {}).state("v", {}).control("u", {.bounds = {-1.0, 1.0}});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_cost([](const auto&) { return 1.0; });
  const auto states = [](double t) { return Eigen::Vector2d(-t * t / 2.0, -t); };
  const auto u = [](double) { return one(-1.0); };
  const auto lambda = [](double t) { return Eigen::Vector2d(1.0, 0.35 - t); };
  test::LoneFlow lone(problem, test::answer_of(problem, "trapezoid", 2, test::Motion{states, u, lambda, 0.0, 1.0}));
  const PlayedPhase played = play(lone.flow);
  const std::vector<CostateResult> found = PlayedCostates(lone.flow, played, 1.0).run(atoms(2));
  ASSERT_EQ(found[0].switches.size(), 1);
  EXPECT_EQ(found[0].switches[0].interval, 0);
  EXPECT_NEAR(found[0].switches[0].fraction, 0.7, 1e-13);
  EXPECT_EQ(found[0].switches[0].what, "switch of 'u'");
  EXPECT_TRUE(found[1].switches.empty());
  // u = -1 where 1 is better: 2 |lambda_v| from 0.35 on, 0.15^2 in the first interval, 0.65^2 in all
  EXPECT_NEAR(found[0].affine(0) + found[1].affine(0), 0.65 * 0.65, 2e-3);  // a kink between Gauss points
  EXPECT_NEAR(found[1].affine(0), 0.65 * 0.65 - 0.15 * 0.15, kRounding);
}

// ---- what pushes ----------------------------------------------------------------------------------------------------

/// x' = u, cost u^2 / 2, x below a wall of path constraint or bound.
Problem walled() {
  Problem problem("walled");
  auto phase = problem.phase<1, 1>("move");
  phase.state("x", {}).control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return 0.5 * square(k.u[0]); });
  phase.path_constraint("wall", {-kInfinity, 1.0}, [](const auto& k) { return 2.0 * k.x[0]; });
  return problem;
}

// Of two intervals of 1/2 the knot between has the weight 1/6 in each: mu 2 (1/12) from the left and from the right.
TEST(PlayedCostates, ExplainPushesByPathConstraintsOfStates) {
  const auto x = [](double) { return one(0.5); };
  const auto lambda = [](double t) { return one(t < 0.5 ? 0.3 : 0.1); };
  Solution solution = test::answer_of(walled(), "hermite-simpson", 2, test::Motion{x, x, lambda, 0.0, 1.0});
  solution.phases[0].costates_before(0, 1) = 0.3;
  const Tableau tableau = make_tableau("hermite-simpson", 0);
  solution.phases[0].path_multipliers(tableau.right_point) = 0.5;
  solution.phases[0].path_multipliers(tableau.point_count() + tableau.left_point) = 0.7;
  test::LoneFlow lone(walled(), solution);
  const PlayedPhase played = play(lone.flow);
  const PlayedCostates costates(lone.flow, played, 1.0);
  EXPECT_NEAR(costates.pushes()(0, 1), 0.2, kRounding);
  EXPECT_NEAR(costates.pushes()(0, 1) - costates.bound_push(1)(0), 2.0 * (0.5 + 0.7) / 12.0, kRounding);
  EXPECT_EQ(costates.pushes()(0, 0), 0.0);
  EXPECT_EQ(costates.pushes()(0, 2), 0.0);
}

// lambda' = 0 between atoms; half of a push of 0.2 spread over each neighbour makes lambda a line there: 0.3 -> 0.2
// before the knot and 0.2 -> 0.1 after it, and nothing is missed.
TEST(PlayedCostates, SpreadAPushOverItsNeighbours) {
  const auto x = [](double) { return one(0.5); };
  const auto lambda = [](double t) { return one(t < 0.5 ? 0.3 : 0.1); };
  Solution solution = test::answer_of(walled(), "hermite-simpson", 2, test::Motion{x, x, lambda, 0.0, 1.0});
  solution.phases[0].costates_before(0, 1) = 0.3;
  test::LoneFlow lone(walled(), solution);
  const PlayedPhase played = play(lone.flow);
  PlayedCostates costates(lone.flow, played, 1.0);
  const std::vector<CostateResult> found =
      costates.run({{0, Measure::atom, Measure::share}, {1, Measure::share, Measure::atom}, {0}, {1}});
  for (const CostateResult& result : found) EXPECT_NEAR(result.miss(0), 0.0, kRounding);
  // u = 1/2 where -lambda is best: (1/2 + lambda)^2 / 2, integrated over the line and over the constant
  const auto cube = [](double value) { return value * value * value; };
  EXPECT_NEAR(found[0].curved, 0.25 * (cube(0.8) - cube(0.7)) / 0.3, kRounding);
  EXPECT_NEAR(found[1].curved, 0.25 * (cube(0.7) - cube(0.6)) / 0.3, kRounding);
  EXPECT_NEAR(found[2].curved, 0.25 * 0.8 * 0.8, kRounding);
}

}  // namespace tandem::played_costates_test
