#include <tandem/ocp/answers/second_variation.hpp>

#include <gtest/gtest.h>
#include <ocp/support/oscillators.hpp>
#include <ocp/support/reduced_hessian.hpp>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

#include <cmath>
#include <numbers>
#include <string>
#include <utility>
#include <vector>

namespace tandem::second_variation_test {

using test::Oscillator;
using test::says;
using test::solved;

constexpr double kPi = std::numbers::pi;

SecondVariation of(const Problem& problem, int intervals = 20, const std::string& transcription = "hermite-simpson") {
  return second_variation(problem, solved(problem, intervals, transcription));
}

SecondVariation of(const Oscillator& oscillator) { return of(oscillator.problem()); }

double square_of(double x) { return x * x; }

// ---- closed forms: coefficients are constant, so that a step is exact
// ------------------------------------------------

// Modes sin(n pi t / T), of ratios 1 - (T / (n pi))^2.
TEST(SecondVariation, OfTheOscillatorIsPositiveUpToItsConjugatePoint) {
  for (const double duration : {1.5, 3.0, kPi - 1e-6}) {
    const SecondVariation found = of({.duration = duration});
    EXPECT_TRUE(found.applies) << found.why_not;
    EXPECT_TRUE(found.is_minimum());
    EXPECT_EQ(found.negative_directions, 0);
    EXPECT_FALSE(found.conjugate_time);
    EXPECT_NEAR(found.least_ratio, 1.0 - square_of(duration / kPi), 1e-8);
  }
}

TEST(SecondVariation, OfTheOscillatorFindsTheConjugatePointAtPiFromTheEnd) {
  for (const double duration : {kPi + 1e-6, 3.5, 7.0}) {
    const SecondVariation found = of({.duration = duration});
    EXPECT_TRUE(found.applies) << found.why_not;
    EXPECT_FALSE(found.is_minimum());
    EXPECT_EQ(found.negative_directions, static_cast<int>(duration / kPi));
    ASSERT_TRUE(found.conjugate_time);
    EXPECT_NEAR(*found.conjugate_time, duration - kPi, 1e-9);
    EXPECT_NEAR(found.least_ratio, 1.0 - square_of(duration / kPi), 1e-8);
  }
}

// Modes sin((n - 1/2) pi t / T), and the same seen from the other end.
TEST(SecondVariation, KnowsAnEndThatIsFree) {
  const SecondVariation minimum = of({.duration = 1.5, .end = {}});
  EXPECT_NEAR(minimum.least_ratio, 1.0 - square_of(1.5 / (0.5 * kPi)), 1e-8);
  const SecondVariation none = of({.duration = 2.0, .end = {}});
  ASSERT_TRUE(none.conjugate_time);
  EXPECT_NEAR(*none.conjugate_time, 2.0 - 0.5 * kPi, 1e-9);
  EXPECT_NEAR(none.least_ratio, 1.0 - square_of(2.0 / (0.5 * kPi)), 1e-8);
}

// No field vanishes after the start: what is negative there is the Riccati matrix along the free state.
TEST(SecondVariation, KnowsAStartThatIsFree) {
  const SecondVariation minimum = of({.duration = 1.5, .start = {}});
  EXPECT_EQ(minimum.negative_directions, 0);
  EXPECT_NEAR(minimum.least_ratio, 1.0 - square_of(1.5 / (0.5 * kPi)), 1e-8);
  const SecondVariation none = of({.duration = 2.0, .start = {}});
  EXPECT_EQ(none.negative_directions, 1);
  EXPECT_FALSE(none.conjugate_time);
  EXPECT_NEAR(none.least_ratio, 1.0 - square_of(2.0 / (0.5 * kPi)), 1e-8);
}

// With nothing held a constant shift has no control and -x^2 falls: no ratio bounds it from below.
TEST(SecondVariation, HasNoLeastRatioWhereADirectionNeedsNoControl) {
  const SecondVariation found = of({.duration = 1.0, .start = {}, .end = {}});
  EXPECT_EQ(found.negative_directions, 1);
  EXPECT_EQ(found.least_ratio, -kInfinity);
}

// x = sin kt with (1 - ratio) x' + a x = 0 at the end and k^2 = 1 / (1 - ratio).
TEST(SecondVariation, KnowsTheCurvatureOfTheEndCost) {
  for (const double weight : {-0.2, 0.5, 2.0}) {
    const SecondVariation found = of({.duration = 1.7, .end = {}, .end_weight = weight});
    const double k = 1.0 / std::sqrt(1.0 - found.least_ratio);
    EXPECT_NEAR(std::cos(1.7 * k) + weight * k * std::sin(1.7 * k), 0.0, 1e-8);
    EXPECT_EQ(found.is_minimum(), k > 1.0);
    EXPECT_LT(1.7 * k, kPi);  // the first such
  }
}

// 2 c x u is the rate of c x^2, which fixed ends hold; 1000 u' = u and 5 J change nothing that has no unit.
TEST(SecondVariation, HasARatioWithoutUnits) {
  const double expected = 1.0 - square_of(2.0 / kPi);
  EXPECT_NEAR(of({.duration = 2.0, .cross = 0.8}).least_ratio, expected, 1e-8);
  EXPECT_NEAR(of({.duration = 2.0, .control_unit = 1000.0}).least_ratio, expected, 1e-8);
  EXPECT_NEAR(of({.duration = 2.0, .cost_unit = 5.0}).least_ratio, expected, 1e-8);
  EXPECT_NEAR(of({.duration = 2.0, .cost_unit = -1.0, .maximised = true}).least_ratio, expected, 1e-8);
}

// The first mode moves the integral of x, the second does not: 1 - (T / 2 pi)^2; those between have tan(z) = z,
// z = 4.49 > pi.
TEST(SecondVariation, KnowsIntegralsThatAreHeld) {
  const SecondVariation minimum = of({.duration = 4.0, .has_integral = true});
  EXPECT_NEAR(minimum.least_ratio, 1.0 - square_of(4.0 / (2.0 * kPi)), 1e-8);
  const SecondVariation none = of({.duration = 7.0, .has_integral = true});
  ASSERT_TRUE(none.conjugate_time);
  EXPECT_NEAR(*none.conjugate_time, 7.0 - 2.0 * kPi, 1e-9);
  EXPECT_NEAR(none.least_ratio, 1.0 - square_of(7.0 / (2.0 * kPi)), 1e-8);
}

// The same for the end x = 0 as an end constraint.
TEST(SecondVariation, KnowsEndConstraints) {
  const SecondVariation found = of({.duration = 3.5, .end = {}, .has_end_constraint = true});
  ASSERT_TRUE(found.conjugate_time);
  EXPECT_NEAR(*found.conjugate_time, 3.5 - kPi, 1e-9);
}

// A clamped column buckles under P at T = 2 pi / sqrt(P): ratios 1 - P (T / 2 pi)^2.
TEST(SecondVariation, OfAClampedColumnIsItsBuckling) {
  const SecondVariation below = of(test::column(2.0, 4.0));
  EXPECT_TRUE(below.is_minimum());
  EXPECT_NEAR(below.least_ratio, 1.0 - 2.0 * square_of(4.0 / (2.0 * kPi)), 1e-8);
  const SecondVariation above = of(test::column(2.0, 5.0));
  EXPECT_EQ(above.negative_directions, 1);
  ASSERT_TRUE(above.conjugate_time);
  EXPECT_NEAR(*above.conjugate_time, 5.0 - 2.0 * kPi / std::sqrt(2.0), 1e-8);
}

// ---- coefficients that change
// ----------------------------------------------------------------------------------------

// Fields sqrt(t) sin(w log t) of -(w^2 + 1/4) x^2 / t^2: conjugate points lie exp(pi / w) apart as factors, and the
// ratio is 1 - (w^2 + 1/4) / ((pi / log T)^2 + 1/4). Order 4.
TEST(SecondVariation, HasOrderFourWhereCoefficientsChange) {
  constexpr double kFrequency = 2.0, kEnd = 6.0;
  const double place = kEnd / std::exp(kPi / kFrequency);
  const double ratio = 1.0 - (square_of(kFrequency) + 0.25) / (square_of(kPi / std::log(kEnd)) + 0.25);
  std::vector<double> errors;
  for (const auto& [intervals, ratio_error] : {std::pair(40, 1e-6), std::pair(160, 1e-8)}) {
    const SecondVariation found = of(test::euler_oscillator(kFrequency, kEnd), intervals);
    ASSERT_TRUE(found.conjugate_time);
    errors.push_back(std::abs(*found.conjugate_time - place));
    EXPECT_NEAR(found.least_ratio, ratio, ratio_error);
  }
  EXPECT_LT(errors[1], 1e-9);
  EXPECT_GT(std::log2(errors[0] / errors[1]) / 2.0, 3.7);
}

// From 0 at full speed up to 0.5, then free to T = 2.5: only the last 2 vary.
TEST(SecondVariation, LeavesOutControlsThatABoundHolds) {
  const double end = 0.5 * std::cos(2.0) + std::sin(2.0);
  const Oscillator oscillator{.duration = 2.5, .end = Range(end), .bounds = {-1.0, 1.0}};
  const SecondVariation found = of(oscillator.problem(), 51);
  EXPECT_NEAR(found.least_ratio, 1.0 - square_of(2.0 / kPi), 1e-5);
  const Oscillator free{.duration = 2.5, .end = Range(end)};
  EXPECT_NEAR(of(free).least_ratio, 1.0 - square_of(2.5 / kPi), 1e-8);
}

// ---- free times
// ------------------------------------------------------------------------------------------------------

// J(T) = c T + s^2 cot(T) / 2 has a minimum before pi/2 and a maximum behind it, both at sin(T)^2 = s^2 / 2c, and the
// motion in fixed time is a minimum up to pi.
TEST(SecondVariation, KnowsAFreeEndTime) {
  const double early = std::asin(0.8), late = kPi - early;
  for (const double duration : {early, late}) {
    const Oscillator held{.duration = duration, .end = Range(0.8), .price_of_time = 0.5};
    const Solution solution = solved(held.problem(), 40);
    EXPECT_TRUE(second_variation(held.problem(), solution).is_minimum());
    Oscillator free = held;
    free.free_end_time = true;
    const SecondVariation found = second_variation(free.problem(), solution);
    EXPECT_TRUE(found.applies) << found.why_not;
    EXPECT_EQ(found.is_minimum(), duration == early);
    EXPECT_EQ(found.negative_directions, duration == early ? 0 : 1);
    EXPECT_FALSE(found.conjugate_time);
  }
}

// ---- the same as fine meshes have it
// -----------------------------------------------------------------------------------

struct Meshed {
  SecondVariation found;
  double ratio;
};

Meshed meshed(const Problem& problem, const std::string& transcription, int intervals, double control_curvature) {
  StagedNlp nlp(problem, uniform_mesh(transcription, intervals));
  const Solution first = solved(problem, intervals, transcription);
  const NlpSolution answer = solve_with_ipopt(nlp, nlp.unknowns_from(guess_from(first)), {});
  return {second_variation(problem, make_solution(nlp, answer)),
          test::ReducedHessian(nlp, answer, {control_curvature}).least_ratio()};
}

TEST(SecondVariation, OfAFreeEndTimeIsThatOfAMesh) {
  Oscillator oscillator{.duration = std::asin(0.8), .end = Range(0.8), .price_of_time = 0.5, .free_end_time = true};
  const Meshed both = meshed(oscillator.problem(), "hermite-simpson", 30, 1.0);
  EXPECT_NEAR(both.found.least_ratio, both.ratio, 1e-6);
}

// The mesh has order 6 there, the fields 4.
TEST(SecondVariation, OfADesignComesToThatOfAMesh) {
  std::vector<double> gaps;
  for (const int intervals : {20, 40}) {
    const Meshed both = meshed(make_problem("co-design-transfer"), "gauss", intervals, 2.0);
    gaps.push_back(std::abs(both.found.least_ratio - both.ratio));
  }
  EXPECT_LT(gaps[1], 2e-7);
  EXPECT_GT(std::log2(gaps[0] / gaps[1]), 3.7);
}

TEST(SecondVariation, OfTheCartPoleComesToThatOfAMesh) {
  std::vector<double> gaps;
  for (const int intervals : {50, 100}) {
    const Meshed both = meshed(make_problem("cart-pole-swing-up"), "hermite-simpson", intervals, 2.0);
    EXPECT_TRUE(both.found.is_minimum());
    gaps.push_back(std::abs(both.found.least_ratio - both.ratio));
  }
  EXPECT_LT(gaps[1], 2e-5);
  EXPECT_GT(std::log2(gaps[0] / gaps[1]), 3.7);
}

// A mesh holds whole nodes at a bound, and so knows the ratio of 0.0917 to its intervals' length only, 1 %.
TEST(SecondVariation, OfThePendulumIsThatOfAMesh) {
  const Meshed both = meshed(make_problem("pendulum-swing-up"), "hermite-simpson", 100, 2.0);
  EXPECT_TRUE(both.found.is_minimum());
  EXPECT_NEAR(both.found.least_ratio, both.ratio, 1e-3);
}

TEST(SecondVariation, OfARegulatorIsAMinimumWhoseControlsAlonePay) {
  const SecondVariation found = of(make_problem("scalar-lqr"));
  EXPECT_TRUE(found.is_minimum());
  EXPECT_EQ(found.least_ratio, SecondVariation::kMostRatio);
}

// ---- where it does not apply
// -------------------------------------------------------------------------------------------

TEST(SecondVariation, SaysWhereItDoesNotApply) {
  const auto why_not = [](const std::string& name, const std::string& words) {
    const Problem problem = make_problem(name);
    const SecondVariation found = second_variation(problem, solve(problem));
    EXPECT_FALSE(found.applies) << name;
    EXPECT_FALSE(found.is_minimum()) << name;
    EXPECT_TRUE(says(found.why_not, words)) << name << ": " << found.why_not;
  };
  why_not("double-integrator-time", "linear in control 'force'");
  why_not("singular-regulator", "linear in control 'force'");
  why_not("bryson-denham", "bound of state 'position' pushes at 0.3333");
  why_not("bouncing-mass", "several phases");
  why_not("periodic-follower", "linkages");
}

TEST(SecondVariation, DoesNotApplyToStepsNorToControlsThatAreHeldAllAlong) {
  const Oscillator oscillator{.duration = 1.0};
  EXPECT_TRUE(says(of(oscillator.problem(), 20, "shooting-rk4").why_not, "the steps are the problem"));
  const Oscillator held{.duration = 1.0, .end = {}, .bounds = {0.5, 2.0}, .cross = 0.0};
  EXPECT_TRUE(says(of(held.problem(), 20).why_not, "nothing is free"));
}

// The plane of an oscillator turns by sqrt(2) T.
TEST(SecondVariation, DoesNotFollowFieldsForEver) {
  EXPECT_TRUE(says(of({.duration = 1e6}).why_not, "turn too fast to be followed: by 1.4e+06"));
  EXPECT_TRUE(of({.duration = 1e3}).applies);
}

}  // namespace tandem::second_variation_test
