#include <tandem/ocp/answers/switch_curvature.hpp>

#include <gtest/gtest.h>
#include <ocp/support/bang_waves.hpp>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

#include <cmath>
#include <functional>
#include <numbers>

namespace tandem::switch_curvature_test {

using test::BangWave;
using test::says;

SwitchCurvature of(const BangWave& wave, int intervals = 64) {
  return switch_curvature(wave.problem(), wave.answer(intervals));
}

// ---- closed forms ---------------------------------------------------------------------------------------------------

TEST(SwitchCurvature, OfAWaveIsItsClosedForm) {
  for (const BangWave& wave : {BangWave{1.0, 0.0}, BangWave{1.0, 0.1}, BangWave{1.0, 0.5}, BangWave{0.2, 3.0}}) {
    const SwitchCurvature found = of(wave);
    ASSERT_TRUE(found.applies) << found.why_not;
    EXPECT_EQ(found.switches, 2);
    EXPECT_EQ(found.directions, 1);
    EXPECT_NEAR(found.least_ratio, wave.ratio(), 1e-5);  // the cubic costate, order 4
    EXPECT_DOUBLE_EQ(found.moved, 0.01);
    EXPECT_NEAR(found.change, wave.change(0.01), 1e-5 * 0.0001);
  }
}

TEST(SwitchCurvature, IsZeroWhereTheWaveIsNeither) {
  EXPECT_NEAR(of({.falling = 1.0, .swing = 0.25}).least_ratio, 0.0, 1e-5);
}

TEST(SwitchCurvature, KnowsASignAndNoUnit) {
  const BangWave wave{.falling = 1.0, .swing = 0.1}, louder{.falling = 1000.0, .swing = 100.0};
  EXPECT_NEAR(of(louder).least_ratio, of(wave).least_ratio, 1e-12);
  EXPECT_NEAR(of({.falling = 1.0, .swing = 0.1, .maximised = true}).least_ratio, of(wave).least_ratio, 1e-12);
}

TEST(SwitchCurvature, NamesTheSwitchesThatMove) {
  EXPECT_TRUE(says(words_for(of({.falling = 1.0})), "moving the switches of 'u' at 0.25, 'u' at 0.75 by 0.01"));
}

// An oscillator x'' = u - x for seven seconds with a linear end cost a'z and z'M z / 2 about where it ends: lambda_v =
// cos(t - 1) has two zeros, H is linear in the state, and so the form is D + y'M y with y = -exp(A (T - t_j)) [f]_j.
TEST(SwitchCurvature, KnowsTheCurvatureOfTheEndCost) {
  constexpr double kEnd = 7.0;
  const double first = 1.0 + 0.5 * std::numbers::pi, second = first + std::numbers::pi;
  const auto turned = [](double t) { return Eigen::Matrix2d{{std::cos(t), std::sin(t)}, {-std::sin(t), std::cos(t)}}; };
  const auto push = [](double u, double t) { return Eigen::Vector2d(u * (1.0 - std::cos(t)), u * std::sin(t)); };
  const auto states = [&](double t) -> Eigen::VectorXd {
    Eigen::Vector2d z = push(-1.0, std::min(t, first));
    if (t > first) z = turned(std::min(t, second) - first) * z + push(1.0, std::min(t, second) - first);
    if (t > second) z = turned(t - second) * z + push(-1.0, t - second);
    return z;
  };
  const auto costates = [](double t) -> Eigen::VectorXd {  // lambda' = -A'lambda
    return Eigen::Vector2d(std::sin(t - 1.0), std::cos(t - 1.0));
  };
  const auto controls = [&](double t) { return Eigen::VectorXd::Constant(1, t < first || t > second ? -1.0 : 1.0); };
  for (const double weight : {0.4, -0.05, -0.4}) {
    const Eigen::Vector2d at = states(kEnd), slope = costates(kEnd);
    Problem problem("oscillator");
    auto phase = problem.phase<2, 1>("only");
    phase.time({.start = 0.0, .end = kEnd});
    phase.state("x", {.start = 0.0}).state("v", {.start = 0.0});
    phase.control("u", {.bounds = {-1.0, 1.0}});
    phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0] - k.x[0]); });
    phase.end_cost([=](const auto& k) {
      const auto x = k.x[0] - at(0), v = k.x[1] - at(1);
      return slope(0) * x + slope(1) * v + weight * (0.5 * square(x) + x * v);
    });
    const Solution answer =
        test::answer_of(problem, "hermite-simpson", 140, test::Motion{states, controls, costates, 0.0, kEnd});
    const SwitchCurvature found = switch_curvature(problem, answer);
    ASSERT_TRUE(found.applies) << found.why_not;
    EXPECT_EQ(found.directions, 2);

    Eigen::Matrix2d varied;
    varied << turned(kEnd - first) * Eigen::Vector2d(0.0, -2.0), turned(kEnd - second) * Eigen::Vector2d(0.0, 2.0);
    const Eigen::Matrix2d curved = weight * Eigen::Matrix2d{{1.0, 1.0}, {1.0, 0.0}};
    const Eigen::Matrix2d form = 2.0 * Eigen::Matrix2d::Identity() + varied.transpose() * curved * varied;
    const double middle = 0.5 * form.trace(), ratio = middle - std::sqrt(middle * middle - form.determinant());
    EXPECT_NEAR(found.least_ratio, 0.5 * ratio, 1e-4);  // D = 2, by the slope of the cubic costate
  }
}

// ---- by another way -------------------------------------------------------------------------------------------------

/// Van der Pol's oscillator, pushed the harder the further out it is, in the shortest time to a circle.
struct Pushed {
  static constexpr double kMore = 0.3, kRadius = 0.2;

  static Problem problem() {
    Problem problem("pushed-van-der-pol");
    auto phase = problem.phase<2, 1>("only");
    phase.time({.start = 0.0, .end = {0.1, 10.0}, .guess = 2.5});
    phase.state("x", {.start = 1.0}).state("v", {.start = 1.0});
    phase.control("u", {.bounds = {-1.0, 1.0}});
    phase.dynamics([](const auto& k) {
      const auto& [x, v] = k.x;
      return rates(v, -x + v * (1.0 - square(x)) + k.u[0] * (1.0 + kMore * x));
    });
    phase.end_constraint("circle", kRadius * kRadius, [](const auto& k) { return square(k.x[0]) + square(k.x[1]); });
    phase.end_cost([](const auto& k) { return k.t; });
    return problem;
  }

  /// Runge and Kutta's classical steps, of one control.
  static Eigen::Vector2d moved(Eigen::Vector2d z, double u, double duration) {
    const auto rate = [u](const Eigen::Vector2d& at) {
      const double x = at(0), v = at(1);
      return Eigen::Vector2d(v, -x + v * (1.0 - x * x) + u * (1.0 + kMore * x));
    };
    constexpr int kSteps = 2000;
    const double h = duration / kSteps;
    for (int i = 0; i < kSteps; ++i) {
      const Eigen::Vector2d a = rate(z), b = rate(z + 0.5 * h * a), c = rate(z + 0.5 * h * b), d = rate(z + h * c);
      z += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
    }
    return z;
  }

  /// When the circle is reached with a switch from `first` to -`first`, near `guess`: regula falsi's secants.
  static double end_time(double first, double when, double guess) {
    const Eigen::Vector2d at_switch = moved({1.0, 1.0}, first, when);
    const auto past = [&](double t) { return moved(at_switch, -first, t - when).squaredNorm() - kRadius * kRadius; };
    double a = guess - 1e-3, b = guess + 1e-3, fa = past(a), fb = past(b);
    for (int i = 0; i < 30 && std::abs(b - a) > 1e-15 && fa != fb; ++i) {
      const double c = b - fb * (b - a) / (fb - fa);
      a = b, fa = fb, b = c, fb = past(c);
    }
    return b;
  }
};

// The end time as a function of the switch alone, with everything else held: its second difference.
TEST(SwitchCurvature, IsTheSecondDifferenceOfTheObjectiveWithTheEndsHeld) {
  const Problem problem = Pushed::problem();
  SolveOptions options;
  options.transcription = "radau";
  options.intervals = 50;
  options.refine = 1e-8;  // to intervals of 0.002 about the switch, of whose length the form is of first order there
  const Solution solution = solve(problem, options);
  ASSERT_TRUE(solution.is_solved());
  const SwitchCurvature found = switch_curvature(problem, solution);
  ASSERT_TRUE(found.applies) << found.why_not;
  ASSERT_EQ(found.switches, 1);
  ASSERT_EQ(found.directions, 1);
  EXPECT_GT(found.least_ratio, 0.0);

  const double first = solution.phases[0].controls(0, 0);
  const auto objective = [&](double when) { return Pushed::end_time(first, when, solution.final_time); };
  // where it is least, by Newton's steps on differences
  double when = 0.3 * solution.final_time, curvature = 0.0;
  for (int k = 0; k + 1 < solution.phases[0].controls.cols(); ++k) {
    if (solution.phases[0].controls(0, k) * first > 0.0) when = solution.phases[0].control_time(k);
  }
  constexpr double kStep = 1e-3;
  for (int i = 0; i < 8; ++i) {
    const double before = objective(when - kStep), here = objective(when), after = objective(when + kStep);
    curvature = (after - 2.0 * here + before) / (kStep * kStep);
    when -= 0.5 * (after - before) / kStep / curvature;
  }
  EXPECT_NEAR(objective(when), solution.final_time, 1e-5);
  EXPECT_NEAR(found.change, 0.5 * curvature * found.moved * found.moved, 2e-3 * found.change);
}

// ---- what it is for -------------------------------------------------------------------------------------------------

TEST(SwitchCurvature, HasNothingToMoveWhereTheEndsHoldEverySwitch) {
  const Problem problem = make_problem("double-integrator-time");
  const SwitchCurvature found = switch_curvature(problem, test::solved(problem, 50));
  EXPECT_TRUE(found.applies) << found.why_not;
  EXPECT_EQ(found.directions, 0);
  EXPECT_EQ(found.least_ratio, 1.0);
  EXPECT_TRUE(says(words_for(found), "the ends leave its switch no direction"));
}

TEST(SwitchCurvature, DoesNotApplyToASingularArc) {
  const Problem problem = make_problem("singular-regulator");
  const SwitchCurvature found = switch_curvature(problem, test::solved(problem, 50, "radau"));
  EXPECT_FALSE(found.applies);
  EXPECT_TRUE(says(found.why_not, "'force'"));
}

}  // namespace tandem::switch_curvature_test
