#include <tandem/ocp/answers/played.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::played_test {

// Fehlberg's pair at a tolerance of 1e-12 on problems of size 1.
constexpr double kIntegration = 1e-11;

/// An answer to x' = u of `intervals` intervals with these controls at its nodes (values do not matter otherwise).
Solution made_up(const std::string& transcription, int intervals, int control_nodes) {
  Solution solution;
  solution.problem = "scalar-lqr";
  solution.numbers = {{"start", 1.0}, {"duration", 1.0}};
  solution.transcription = transcription;
  PhaseSolution phase;
  phase.time = Eigen::VectorXd::LinSpaced(intervals + 1, 0.0, 1.0);
  phase.states = phase.costates = phase.costates_before = Eigen::MatrixXd::Zero(1, intervals + 1);
  phase.control_time = Eigen::VectorXd::LinSpaced(control_nodes, 0.0, 1.0);
  phase.controls = phase.control_time.array().square().matrix().transpose();  // u = t^2
  solution.phases.push_back(phase);
  return solution;
}

TEST(Played, PlaysTheControlPolynomialOfTheTranscription) {
  const Problem problem = make_problem("scalar-lqr");
  const Solution quadratic = made_up("hermite-simpson", 4, 9), linear = made_up("trapezoid", 4, 5);
  const Played smooth(problem, quadratic), broken(problem, linear);
  // Sums of two or three products below 1/2: a few roundings of 2.8e-17 each.
  EXPECT_NEAR(smooth.control(2, 0.3)(0), 0.575 * 0.575, 2e-16);
  EXPECT_NEAR(broken.control(2, 0.3)(0), 0.7 * 0.25 + 0.3 * 0.5625, 2e-16);
  EXPECT_EQ(smooth.control(1, 1.0)(0), smooth.control(2, 0.0)(0));
}

TEST(Played, KnowsItsTimes) {
  const Solution solution = made_up("hermite-simpson", 4, 9);
  const Problem problem = make_problem("scalar-lqr");
  const Played replay(problem, solution);
  EXPECT_EQ(replay.intervals(), 4);
  EXPECT_EQ(replay.step(1), 0.25);
  EXPECT_EQ(replay.time(3, 0.5), 0.875);
}

TEST(Played, PutsTheCubicThroughKnotsAndRatesAndKeepsJumpsOfCostates) {
  const Problem problem = make_problem("scalar-lqr");
  Solution solution = made_up("hermite-simpson", 4, 9);
  PhaseSolution& series = solution.phases[0];
  series.states = (series.time.array().cube() / 3.0).matrix().transpose();  // x' = u = t^2
  series.costates.setConstant(1.0);
  series.costates_before.setConstant(3.0);
  const Played played(problem, solution);
  for (const double t : {0.0, 0.1, 0.25, 0.4, 0.77, 1.0}) {
    const auto [interval, fraction] = played.at(t);
    EXPECT_NEAR(played.state(interval, fraction)(0), t * t * t / 3.0, 1e-15) << t;
  }
  EXPECT_EQ(played.costate(0, 1.0)(0), 3.0);
  EXPECT_EQ(played.costate(1, 0.0)(0), 1.0);
}

TEST(Played, FindsTheIntervalOfATime) {
  const Problem problem = make_problem("scalar-lqr");
  const Solution solution = made_up("hermite-simpson", 4, 9);
  const Played played(problem, solution);
  EXPECT_EQ(played.at(-1.0).interval, 0);
  EXPECT_EQ(played.at(0.25).interval, 1);
  EXPECT_EQ(played.at(0.999).interval, 3);
  EXPECT_EQ(played.at(2.0).interval, 3);
}

TEST(Played, IntegratesTheDynamicsOfTheStatement) {
  const Problem problem = make_problem("scalar-lqr");
  const Solution solution = made_up("hermite-simpson", 4, 9);
  const Played replay(problem, solution);
  const Eigen::Vector3d fractions(0.2, 0.5, 1.0);
  const Eigen::MatrixXd states = replay.integrate(1, Eigen::VectorXd::Constant(1, 7.0), fractions);
  for (int i = 0; i < 3; ++i) {
    const double t = 0.25 + fractions(i) * 0.25;
    EXPECT_NEAR(states(0, i), 7.0 + (t * t * t - 0.25 * 0.25 * 0.25) / 3.0, kIntegration);
  }
  EXPECT_NEAR(replay.open_loop_end()(0), 1.0 / 3.0, kIntegration);
}

TEST(Played, IntegratesAnOscillatorToItsTolerance) {
  Problem problem("oscillator");
  auto phase = problem.phase<2, 0>("only");
  phase.time({.start = 0.0, .end = 6.0});
  phase.state("x", {.start = 1.0});
  phase.state("v", {.start = 0.0});
  phase.dynamics([](const auto& k) { return rates(k.x[1], -k.x[0]); });
  phase.end_cost([](const auto& k) { return k.x[0]; });
  Solution solution;
  solution.transcription = "trapezoid";
  PhaseSolution series;
  series.time = Eigen::Vector3d(0.0, 1.0, 6.0);
  series.states = series.costates = series.costates_before = Eigen::MatrixXd::Zero(2, 3);
  series.states(0, 0) = 1.0;
  series.controls.resize(0, 3);
  solution.phases.push_back(series);
  const Eigen::VectorXd end = Played(problem, solution).open_loop_end();
  EXPECT_NEAR(end(0), std::cos(6.0), kIntegration);
  EXPECT_NEAR(end(1), -std::sin(6.0), kIntegration);
}

TEST(Played, ReturnsNotANumberWhereAMotionEscapes) {
  Problem problem("escape");
  auto phase = problem.phase<1, 0>("only");
  phase.time({.start = 0.0, .end = 2.0});
  phase.state("x", {.start = 1.0});
  phase.dynamics([](const auto& k) { return rates(square(k.x[0])); });  // x = 1/(1 - t)
  phase.end_cost([](const auto& k) { return k.x[0]; });
  Solution solution;
  solution.transcription = "trapezoid";
  PhaseSolution series;
  series.time = Eigen::Vector2d(0.0, 2.0);
  series.states = series.costates = series.costates_before = Eigen::RowVector2d(1.0, 1.0);
  series.controls.resize(0, 2);
  solution.phases.push_back(series);
  const Played replay(problem, solution);
  const Eigen::MatrixXd states = replay.integrate(0, Eigen::VectorXd::Ones(1), Eigen::Vector2d(0.25, 1.0));
  EXPECT_NEAR(states(0, 0), 2.0, kIntegration);
  EXPECT_TRUE(std::isnan(states(0, 1)));
  EXPECT_FALSE(replay.open_loop_end().allFinite());
}

TEST(Played, ScalesStatesByTheirRangeOrWhereTheyRestByTheirSize) {
  Solution solution = made_up("hermite-simpson", 2, 5);
  const Problem problem = make_problem("scalar-lqr");
  solution.phases.front().states << -1.0, 4.0, 0.0;
  EXPECT_EQ(Played(problem, solution).state_scales()(0), 5.0);
  solution.phases.front().states << 0.25, 0.5, 0.375;
  EXPECT_EQ(Played(problem, solution).state_scales()(0), 0.25);
  solution.phases.front().states << 1e-9, 5e-9, 3e-9;  // no unit is special
  EXPECT_EQ(Played(problem, solution).state_scales()(0), 5e-9 - 1e-9);
  solution.phases.front().states << -3.0, -3.0, -3.0;
  EXPECT_EQ(Played(problem, solution).state_scales()(0), 3.0);
}

TEST(Played, UsesTheNumbersOfTheSolution) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = test::solved(problem, 2);
  EXPECT_EQ(Played(problem, solution).numbers()[0], 1.0);
  solution.numbers.erase("distance");
  EXPECT_TRUE(test::refuses([&] { Played replay(problem, solution); }, "it has no number 'distance'"));
}

TEST(Played, RefusesASolutionThatDoesNotFit) {
  const Problem problem = make_problem("scalar-lqr");
  const Solution few = made_up("hermite-simpson", 4, 5);
  EXPECT_TRUE(test::refuses([&] { Played replay(problem, few); },
                            "it has 5 control times, 'hermite-simpson' with 4 intervals has 9"));
  Solution wide = made_up("trapezoid", 4, 5);
  wide.phases.front().states.setZero(2, 5);
  EXPECT_TRUE(test::refuses([&] { Played replay(problem, wide); }, "its states do not fit phase 'regulate'"));
  Solution empty = made_up("trapezoid", 4, 5);
  empty.phases.clear();
  EXPECT_TRUE(test::refuses([&] { Played replay(problem, empty); }, "it has no phase"));
  Solution unknown = made_up("rectangles", 4, 5);
  EXPECT_TRUE(test::refuses([&] { Played replay(problem, unknown); }, "no transcription is called 'rectangles'"));
}

}  // namespace tandem::played_test
