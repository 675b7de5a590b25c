#include <tandem/ocp/answers/bang_arcs.hpp>

#include <gtest/gtest.h>
#include <ocp/support/bang_waves.hpp>
#include <ocp/support/lone_flow.hpp>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

#include <cmath>
#include <string>

namespace tandem::bang_arcs_test {

BangArcs arcs_of(const Problem& problem, const Solution& solution) {
  const Played played(problem, solution);
  const AccessoryStates states = accessory_states(problem, solution, 0);
  AccessoryMotion motion(problem, solution, played, states);
  return find_bang_arcs(played, motion);
}

BangArcs arcs_of(const std::string& name, int intervals) {
  return arcs_of(make_problem(name), test::solved(name, intervals));
}

bool is_bang(const std::string& name) {
  const test::LoneFlow lone(make_problem(name), test::solved(name, 10));
  return is_bang_type(lone.flow);
}

// The costate is a cubic on a mesh whose knots are the switches, and its zeros are the knots.
TEST(BangArcs, SwitchWhereTheSwitchingFunctionIsZero) {
  const test::BangWave wave{.falling = 1.0, .swing = 0.5};
  const BangArcs found = arcs_of(wave.problem(), wave.answer(64));
  EXPECT_EQ(found.why_not, "");
  ASSERT_EQ(found.switches.size(), 2U);
  for (const int j : {0, 1}) {
    const auto [interval, fraction] = found.switches[j].at;
    EXPECT_NEAR((interval + fraction) / 64, 0.25 + 0.5 * j, 1e-7);
  }
  ASSERT_EQ(found.arcs.size(), 3U);
  EXPECT_EQ(found.arcs[0](0), 1.0);
  EXPECT_EQ(found.arcs[1](0), -1.0);
  EXPECT_EQ(found.arcs[2](0), 1.0);
}

// Of a mesh whose knots miss the switch at 1, with the costates' line in between.
TEST(BangArcs, SwitchInsideAnInterval) {
  const BangArcs found = arcs_of("double-integrator-time", 51);
  EXPECT_EQ(found.why_not, "");
  ASSERT_EQ(found.switches.size(), 1U);
  EXPECT_EQ(found.switches[0].at.interval, 25);
  EXPECT_NEAR(found.switches[0].at.fraction, 0.5, 1e-4);
}

TEST(BangArcs, AreNotThoseOfASingularControl) {
  EXPECT_TRUE(test::says(arcs_of("singular-regulator", 100).why_not, "'force'"));
}

// lambda = 0.5 - t and twice that: both zero at one time.
TEST(BangArcs, DoNotSwitchTwoControlsAtOnce) {
  Problem problem("pair");
  auto phase = problem.phase<1, 2>("only");
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("x", {.start = 0.0});
  for (const char* name : {"left", "right"}) phase.control(name, {.bounds = {-1.0, 1.0}});
  phase.dynamics([](const auto& k) { return rates(k.u[0] + 2.0 * k.u[1]); });
  phase.running_cost([](const auto& k) { return k.x[0]; });
  const auto controls = [](double t) { return Eigen::VectorXd::Constant(2, t < 0.5 ? -1.0 : 1.0); };
  const auto states = [](double t) { return Eigen::VectorXd::Constant(1, t < 0.5 ? -3.0 * t : 3.0 * t - 3.0); };
  const auto costates = [](double t) { return Eigen::VectorXd::Constant(1, 0.5 - t); };
  const BangArcs found =
      arcs_of(problem, test::answer_of(problem, "trapezoid", 20, test::Motion{states, controls, costates, 0.0, 1.0}));
  EXPECT_TRUE(test::says(found.why_not, "controls 'left' and 'right' switch together at 0.5"));
}

TEST(BangArcs, AreOfControlsInWhichTheHamiltonianIsAffineAndThatAreBounded) {
  EXPECT_TRUE(is_bang("double-integrator-time"));
  EXPECT_TRUE(is_bang("bilimoria-wie"));
  EXPECT_FALSE(is_bang("double-integrator-energy"));  // u^2
}

}  // namespace tandem::bang_arcs_test
