#include <tandem/ocp/answers/accessory_problem.hpp>

#include <gtest/gtest.h>
#include <ocp/support/oscillators.hpp>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::accessory_problem_test {

using test::Oscillator;
using test::says;
using test::solved;

AccessoryProblem of(const Problem& problem, int intervals = 10) {
  return accessory_problem(problem, solved(problem, intervals));
}

TEST(AccessoryProblem, HasAPanelAnIntervalWhereNoBoundHolds) {
  const AccessoryProblem accessory = of(Oscillator{.duration = 1.0}.problem());
  EXPECT_EQ(accessory.why_not, "");
  ASSERT_EQ(accessory.panels.size(), 10u);
  EXPECT_EQ(accessory.size, 1);
  for (int k = 0; k < 10; ++k) {
    EXPECT_NEAR(accessory.panels[k].start, 0.1 * k, 1e-15);
    EXPECT_NEAR(accessory.panels[k].length, 0.1, 1e-15);
  }
}

// Full speed up to 0.5, inside the second interval of 0.25, and free then: the place has the order of the mesh.
TEST(AccessoryProblem, CutsAnIntervalWhereABoundEnds) {
  const double end = 0.5 * std::cos(2.0) + std::sin(2.0);
  const Oscillator oscillator{.duration = 2.5, .end = Range(end), .bounds = {-1.0, 1.0}};
  const AccessoryProblem accessory = of(oscillator.problem(), 51);
  ASSERT_EQ(accessory.panels.size(), 52u);
  double time = 0.0;
  for (const AccessoryPanel& panel : accessory.panels) {
    EXPECT_NEAR(panel.start, time, 1e-14);
    const bool held = time + panel.length < 0.5 + 1e-4;
    for (const Eigen::MatrixXd& gain : panel.gain) EXPECT_NEAR(gain(0, 1), held ? 0.0 : -1.0, 1e-12) << "at " << time;
    time += panel.length;
  }
  EXPECT_NEAR(time, 2.5, 1e-14);
  EXPECT_NEAR(accessory.panels[11].start, 0.5, 1e-4);
}

// A control whose curvature vanishes may stay at a bound; at another answer of the same problem it may not switch.
TEST(AccessoryProblem, TakesAControlInWhichTheHamiltonianIsLinearOnlyAtOneBound) {
  Problem problem("two-pushes");
  auto phase = problem.phase<1, 2>("only");
  phase.state("x", {.start = 0.0});
  phase.control("help", {.bounds = {0.0, 1.0}});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0] + k.u[1]); });
  phase.running_cost([](const auto& k) { return 0.5 * square(k.u[1]) + 0.5 * square(k.x[0] - 9.0) - 0.1 * k.u[0]; });
  Solution solution = solved(problem, 10);
  const AccessoryProblem accessory = accessory_problem(problem, solution);
  ASSERT_EQ(accessory.why_not, "");
  EXPECT_NEAR(accessory.panels[4].gain[0](0, 1), -1.0, 1e-12);  // of u alone
  solution.phases.front().controls(0, 7) = 0.0;
  EXPECT_TRUE(says(accessory_problem(problem, solution).why_not, "linear in control 'help'"));
}

TEST(AccessoryProblem, SaysWhereLegendresConditionFails) {
  const Solution solution = solved(Oscillator{.duration = 1.0}.problem(), 10);
  const Problem concave = Oscillator{.duration = 1.0, .cost_unit = -1.0}.problem();
  EXPECT_TRUE(says(accessory_problem(concave, solution).why_not, "Legendre's condition fails"));
}

TEST(AccessoryProblem, SaysWhereFunctionsAreNotFinite) {
  Solution solution = solved(Oscillator{.duration = 1.0}.problem(), 10);
  solution.phases.front().states(0, 4) = std::nan("");
  EXPECT_TRUE(
      says(accessory_problem(Oscillator{.duration = 1.0}.problem(), solution).why_not, "no finite derivatives"));
}

}  // namespace tandem::accessory_problem_test
