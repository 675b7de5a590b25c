#include <tandem/ocp/search/polish/polish.hpp>

#include <gtest/gtest.h>
#include <ocp/search/polish/closed_forms.hpp>
#include <ocp/support/solved.hpp>

#include <cmath>

// What polish makes of arcs, budgets and jumps of all kinds, against closed forms.
namespace tandem::closed_forms_test {

struct Expected {
  double objective;
  std::vector<double> switches;  ///< times, those of several names once
  bool is_certified = true;
};

void expect_closed_form(const Problem& problem, const Expected& expected, double times = 1e-9, int intervals = 40) {
  const Polished answer = polish(problem, test::solved(problem, intervals));
  EXPECT_TRUE(answer.is_confirmed) << problem.name();
  const Certificate& certificate = answer.solution.certificate;
  EXPECT_EQ(certificate.passes(), expected.is_certified)
      << problem.name() << ": " << (certificate.reasons.empty() ? "" : certificate.reasons[0]);
  EXPECT_NEAR(answer.solution.objective, expected.objective, 1e-10) << problem.name();
  std::vector<double> found;
  for (const Switch& one : answer.solution.switches) {
    if (found.empty() || one.time != found.back()) found.push_back(one.time);
  }
  ASSERT_EQ(found.size(), expected.switches.size()) << problem.name();
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_NEAR(found[i], expected.switches[i], times) << problem.name() << ", switch " << i;
  }
}

// Fuel 1: push for 1/2, coast until 2, pull until 2.5. Each arc has its share of the fuel.
TEST(ClosedForms, ABudgetGoesOverSeveralArcs) {
  const Problem problem = test::least_time_with_fuel(1.0);
  expect_closed_form(problem, {2.5, {0.5, 2.0}});
  const Polished answer = polish(problem, test::solved(problem, 40));
  EXPECT_NEAR(answer.solution.numbers.at("fuel-on-move-arc-1-of-3"), 0.5, 1e-9);
  EXPECT_NEAR(answer.solution.numbers.at("fuel-on-move-arc-2-of-3"), 0.0, 1e-9);
  // One multiplier, -dT/dF = (1/a^2 - 1)/2.
  for (const char* arc : {"1", "2", "3"}) {
    const std::string name = std::string("move-arc-") + arc + "-of-3/integral/fuel";
    EXPECT_NEAR(answer.solution.multiplier(name), 1.5, 1e-7);
  }
}

TEST(ClosedForms, ADurationGoesOverSeveralArcs) {
  expect_closed_form(test::least_fuel_in_time(2.5), {1.0, {0.5, 2.0}});
}

TEST(ClosedForms, ASingularArcBetweenTwoBangsObeysABudget) {
  const double s = 0.5;
  const double least = 2.0 / 3.0 * (1.0 - s * s * s) + s * s * (1.0 + 2.0 * s);
  expect_closed_form(test::bang_singular_bang(s), {least, {1.0 - s, 2.0 + s}}, 1e-4);  // flat
}

TEST(ClosedForms, ASpeedLimitIsHeldAsABoundAndAsAPathConstraint) {
  for (const bool as_path_constraint : {false, true}) {
    expect_closed_form(test::least_time_below(0.5, as_path_constraint), {2.5, {0.5, 2.0}});
  }
}

// Tied by their sum, and by the sum of their sizes: path constraints alone bound the controls.
TEST(ClosedForms, TiedControlsJumpTogether) {
  const double least = 2.0 / 3.0 * (1.0 - std::pow(2.0, -1.5)) + std::sqrt(0.5) - std::exp(-2.0);
  for (const bool in_diamond : {false, true}) {
    expect_closed_form(test::two_tanks(in_diamond), {least, {2.0 - 0.5 * std::log(2.0)}}, 1e-8);
  }
}

TEST(ClosedForms, AControlJumpsBetweenTwoMinimaOfH) {
  expect_closed_form(test::quartic_effort(1.2), {test::least_quartic_effort(1.2), {1.2}}, 1e-8);
}

// x = l on [3 l, 1 - 3 l]: a bound of second order.
TEST(ClosedForms, AMassStaysAtItsLimit) {
  for (const double limit : {0.1, 1.0 / 9.0}) {
    expect_closed_form(test::problem_with("bryson-denham", {{"limit", limit}}),
                       {4.0 / (9.0 * limit), {3.0 * limit, 1.0 - 3.0 * limit}}, 1e-8, 54);
  }
}

// v = V from 1.5 (1 - 1/V) on: a bound of first order and a control in which H is curved.
TEST(ClosedForms, ACurvedControlComesSmoothlyToASpeedLimit) {
  const double limit = 1.3, first = 1.5 * (1.0 - 1.0 / limit);
  expect_closed_form(test::problem_with("double-integrator-speed-limit", {{"limit", limit}}),
                     {16.0 * limit * limit * limit / (9.0 * (limit - 1.0)), {first, 1.0 - first}}, 1e-8);
}

}  // namespace tandem::closed_forms_test
