#include <tandem/ocp/answers/played_phase.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_flow.hpp>

#include <array>
#include <cmath>

namespace tandem::played_phase_test {

constexpr double kRounding = 1e-14;

/// x' = v, v' = u, cost u^2 with u within [-1, 1].
Problem pushed() {
  Problem problem("pushed");
  auto phase = problem.phase<2, 1>("push");
  phase.state("x", {.bounds = {-kInfinity, 0.1}}).state("v", {}).control("u", {.bounds = {-1.0, 1.0}});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  return problem;
}

const auto zeros = [](double) { return Eigen::Vector2d(0.0, 0.0); };
Eigen::VectorXd one(double value) { return Eigen::VectorXd::Constant(1, value); }

// u = t: v = t^2 / 2, x = t^3 / 6, cost t^3 / 3. Polynomials that order 8 has exactly.
TEST(PlayedPhase, HasTheClosedMotionAndCostFromEachLeftKnot) {
  const auto states = [](double t) { return Eigen::Vector2d(t * t * t / 6.0, t * t / 2.0); };
  const auto line = [](double t) { return one(t); };
  const Problem problem = pushed();
  test::LoneFlow lone(problem, test::answer_of(problem, "trapezoid", 4, test::Motion{states, line, zeros, 0.0, 0.8}));
  const PlayedPhase played = play(lone.flow);
  for (int k = 0; k < 4; ++k) {
    const double t0 = 0.2 * k, t1 = 0.2 * (k + 1);
    EXPECT_LT((played.ends.col(k) - states(t1)).norm(), kRounding);
    EXPECT_NEAR(played.costs(k), (t1 * t1 * t1 - t0 * t0 * t0) / 3.0, kRounding);
    EXPECT_EQ(played.steps(k), (std::vector<double>{0.0, 1.0}));
  }
  EXPECT_EQ(played.ends_as_stored, played.ends);
  EXPECT_EQ(played.past_controls.maxCoeff(), 0.0);
}

// u = 4 t - 2 within [-1, 1] is -1 up to 1/4 and 1 from 3/4: from (0, 1/2) to v(1) = 1/2, x(1) = 1/2 - 11/48, at a cost
// of 2/3; as stored to x(1) = 1/2 - 1/3 at 4/3.
TEST(PlayedPhase, PlaysAControlWithinItsBoundsExactly) {
  const auto states = [](double t) { return Eigen::Vector2d(t, 0.5); };
  const auto line = [](double t) { return one(4.0 * t - 2.0); };
  const Problem problem = pushed();
  test::LoneFlow lone(problem, test::answer_of(problem, "trapezoid", 1, test::Motion{states, line, zeros, 0.0, 1.0}));
  const PlayedPhase played = play(lone.flow);
  EXPECT_LT((played.ends.col(0) - Eigen::Vector2d(0.5 - 11.0 / 48.0, 0.5)).norm(), kRounding);
  EXPECT_NEAR(played.costs(0), 2.0 / 3.0, kRounding);
  EXPECT_LT((played.ends_as_stored.col(0) - Eigen::Vector2d(0.5 - 1.0 / 3.0, 0.5)).norm(), kRounding);
  EXPECT_NEAR(played.costs_as_stored(0), 4.0 / 3.0, kRounding);
  EXPECT_EQ(played.past_controls(0, 0), 1.0);
  ASSERT_EQ(played.steps(0).size(), 4);  // a step to each panel
  EXPECT_NEAR(played.steps(0)[1], 0.25, 1e-15);
  EXPECT_NEAR(played.steps(0)[2], 0.75, 1e-15);
}

// x = t - 2 t^2 rises to 1/8 at 1/4, where no knot is; the bound is 0.1.
TEST(PlayedPhase, SeesStatesPastTheirBoundsBetweenKnots) {
  const auto states = [](double t) { return Eigen::Vector2d(t - 2.0 * t * t, 1.0 - 4.0 * t); };
  const auto fall = [](double) { return one(-4.0); };
  Problem free("free");
  auto phase = free.phase<2, 1>("push");
  phase.state("x", {.bounds = {-kInfinity, 0.1}}).state("v", {}).control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  test::LoneFlow lone(free, test::answer_of(free, "trapezoid", 1, test::Motion{states, fall, zeros, 0.0, 0.5}));
  EXPECT_NEAR(play(lone.flow).past_states(0, 0), 0.025, kRounding);
}

/// x' = v, v' = u, x <= 1/9, no cost of its own.
Problem limited() {
  Problem problem("limited");
  auto phase = problem.phase<2, 1>("push");
  phase.state("x", {.bounds = {-kInfinity, 1.0 / 9.0}}).state("v", {}).control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  return problem;
}

// x = (1 - (1 - 3 t)^3) / 9 rises to its bound without passing it, in one long interval.
TEST(PlayedPhase, SeesNothingPastABoundThatACubicKeeps) {
  const auto states = [](double t) {
    const double r = 1.0 - 3.0 * t;
    return Eigen::Vector2d((1.0 - r * r * r) / 9.0, r * r);
  };
  const auto line = [](double t) { return one(-6.0 * (1.0 - 3.0 * t)); };
  test::LoneFlow lone(limited(),
                      test::answer_of(limited(), "trapezoid", 1, test::Motion{states, line, zeros, 0.0, 1.0 / 3.0}));
  EXPECT_LT(play(lone.flow).past_states(0, 0), kRounding);
}

// x' = 1, cost t - 1/2 of both signs, the integral of x.
TEST(PlayedPhase, SumsSizesAndIntegrals) {
  Problem problem("sums");
  auto phase = problem.phase<1, 1>("push");
  phase.state("x", {}).control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return k.t - 0.5; });
  phase.integral_constraint("area", {0.0, 9.0}, [](const auto& k) { return k.x[0]; });
  const auto x = [](double t) { return one(t); };
  const auto u = [](double) { return one(1.0); };
  test::LoneFlow lone(problem, test::answer_of(problem, "trapezoid", 2, test::Motion{x, u, x, 0.0, 1.0}));
  const PlayedPhase played = play(lone.flow);
  EXPECT_NEAR(played.costs(0), -0.125, kRounding);
  EXPECT_NEAR(played.costs(1), 0.125, kRounding);
  EXPECT_NEAR(played.sizes(0), 0.125, kRounding);
  EXPECT_NEAR(played.integrals(0, 0), 0.125, kRounding);
  EXPECT_NEAR(played.integrals(0, 1), 0.375, kRounding);
}

// 4 t (1 - t) is 0 at both knots and 1 between: a step looks at 0.6 of it, where it is 0.96.
TEST(PlayedPhase, SeesPathConstraintsPastTheirBoundsBetweenKnots) {
  Problem problem("hill");
  auto phase = problem.phase<1, 1>("push");
  phase.state("x", {}).control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.path_constraint("hill", {-kInfinity, 0.2}, [](const auto& k) { return 4.0 * k.x[0] * (1.0 - k.x[0]); });
  const auto x = [](double t) { return one(t); };
  const auto u = [](double) { return one(1.0); };
  test::LoneFlow lone(problem, test::answer_of(problem, "trapezoid", 1, test::Motion{x, u, x, 0.0, 1.0}));
  const PlayedPhase played = play(lone.flow);
  EXPECT_NEAR(played.past_paths(0, 0), 0.8, 0.041);
  EXPECT_NEAR(played.path_scales(0), 1.0, 0.041);
}

// What an equality misses is not its size: the control, moved by its own size, moves it by 1.
TEST(PlayedPhase, MeasuresAnEqualityByItsTerms) {
  Problem problem("steady");
  auto phase = problem.phase<1, 1>("push");
  phase.state("x", {}).control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.path_constraint("steady", 0.0, [](const auto& k) { return k.u[0] - 1.0; });
  const auto x = [](double t) { return one(t); };
  const auto u = [](double t) { return one(1.0 + 1e-7 * t); };
  test::LoneFlow lone(problem, test::answer_of(problem, "trapezoid", 4, test::Motion{x, u, x, 0.0, 1.0}));
  const PlayedPhase played = play(lone.flow);
  EXPECT_NEAR(played.path_scales(0), 1.0, 1e-6);
  EXPECT_NEAR(played.past_paths.row(0).maxCoeff(), 1e-7, 1e-9);
}

// x' = -1000 (x - cos t) - sin t from 2: a layer of 1e-3 that two steps an interval of 1/2 cannot have.
TEST(PlayedPhase, HalvesStepsWhereAnIntervalIsStiff) {
  Problem problem("stiff");
  auto phase = problem.phase<1, 0>("fall");
  phase.state("x", {});
  phase.dynamics([](const auto& k) { return rates(-1000.0 * (k.x[0] - cos(k.t)) - sin(k.t)); });
  phase.running_cost([](const auto& k) { return square(k.x[0]); });
  const auto x = [](double t) { return one(std::cos(t) + std::exp(-1000.0 * t)); };
  const auto none = [](double) { return Eigen::VectorXd(0); };
  test::LoneFlow lone(problem, test::answer_of(problem, "trapezoid", 2, test::Motion{x, none, x, 0.0, 1.0}));
  const PlayedPhase played = play(lone.flow);
  EXPECT_NEAR(played.ends(0, 0), std::cos(0.5), 1e-9);
  EXPECT_NEAR(played.ends(0, 1), std::cos(1.0), 1e-9);
  EXPECT_GT(played.steps(0).size(), 100);  // the stability of the method ends at h 1000 = 6
  EXPECT_EQ(played.steps(0).back(), 1.0);
  // integral of (cos t + e)^2, e = exp(-1000 t): 1/4 + sin(1)/4 + 2 * 1000/(1e6 + 1) + 1/2000
  EXPECT_NEAR(played.costs(0), 0.25 + std::sin(1.0) / 4.0 + 2000.0 / 1000001.0 + 1.0 / 2000.0, 1e-9);
}

// x' = x^2 from 1 escapes at t = 1; the interval from 3 to 4, which starts at 0, does not.
TEST(PlayedPhase, HasNoNumbersForAnIntervalThatEscapes) {
  Problem problem("escape");
  auto phase = problem.phase<1, 0>("only");
  phase.state("x", {});
  phase.dynamics([](const auto& k) { return rates(square(k.x[0])); });
  phase.running_cost([](const auto& k) { return k.x[0]; });
  const auto x = [](double t) { return one(t < 1.0 ? 1.0 : 0.0); };
  const auto none = [](double) { return Eigen::VectorXd(0); };
  test::LoneFlow lone(problem, test::answer_of(problem, "trapezoid", 2, test::Motion{x, none, x, 0.0, 4.0}));
  const PlayedPhase played = play(lone.flow);
  EXPECT_TRUE(std::isnan(played.ends(0, 0)));
  EXPECT_TRUE(std::isnan(played.costs(0)));
  EXPECT_EQ(played.ends(0, 1), 0.0);
  EXPECT_EQ(played.costs(1), 0.0);
}

// 0 = r + r^3 - u with u = 2 asks for r = 1, whatever the answer says of the rate.
TEST(PlayedPhase, SolvesImplicitRates) {
  Problem problem("implied");
  auto phase = problem.phase<1, 2>("move");
  phase.state("x", {}).control("u", {});
  phase.implicit_dynamics([](const auto& k, const auto& r) { return std::array{r[0] + r[0] * r[0] * r[0] - k.u[0]}; });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  const auto x = [](double t) { return one(t); };
  const auto u = [](double) { return Eigen::Vector2d(2.0, 0.3); };
  test::LoneFlow lone(problem, test::answer_of(problem, "trapezoid", 1, test::Motion{x, u, x, 0.0, 1.5}));
  const PlayedPhase played = play(lone.flow);
  EXPECT_NEAR(played.ends(0, 0), 1.5, kRounding);
  EXPECT_NEAR(played.costs(0), 6.0, kRounding);
}

// More intervals than lanes, of different numbers of steps: each is its own.
TEST(PlayedPhase, PlaysManyIntervalsAsItPlaysEachAlone) {
  const auto states = [](double t) { return Eigen::Vector2d(t, 1.0 - t); };
  const auto wave = [](double t) { return one(1.3 * std::sin(9.0 * t)); };
  const Problem problem = pushed();
  test::LoneFlow all(problem, test::answer_of(problem, "trapezoid", 50, test::Motion{states, wave, zeros, 0.0, 5.0}));
  const PlayedPhase played = play(all.flow);
  for (const int k : {0, 7, 33, 49}) {
    Solution single = all.solution;
    PhaseSolution& series = single.phases[0];
    series.time = series.time.segment(k, 2).eval();
    series.states = series.states.middleCols(k, 2).eval();
    series.costates = series.costates_before = series.costates.middleCols(k, 2).eval();
    series.controls = series.controls.middleCols(k, 2).eval();
    series.interval_costs.setZero(1);
    test::LoneFlow alone(problem, single);
    const PlayedPhase own = play(alone.flow);
    EXPECT_LT((own.ends.col(0) - played.ends.col(k)).norm(), kRounding);
    EXPECT_NEAR(own.costs(0), played.costs(k), kRounding);
    EXPECT_NEAR(own.past_controls(0, 0), played.past_controls(0, k), kRounding);
  }
}

}  // namespace tandem::played_phase_test
