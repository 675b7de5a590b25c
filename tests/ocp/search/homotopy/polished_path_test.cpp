#include <tandem/ocp/search/homotopy/polished_path.hpp>

#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>
#include <numbers>

namespace tandem::polished_path_test {

using test::refuses;
using test::says;

/// T of the hub at a frequency by its switch equations, T^2/4 - 2 s^2 = 1 and 1 - 2 cos(w s) + cos(w T/2) = 0, the
/// smallest: by bisection for s between 0 and pi / 2w, where the second one changes sign once.
double hub_time(double w) {
  double low = 1e-9, high = std::numbers::pi / (2.0 * w);
  const auto half = [](double s) { return std::sqrt(1.0 + 2.0 * s * s); };
  const auto residual = [&](double s) { return 1.0 - 2.0 * std::cos(w * s) + std::cos(w * half(s)); };
  const double sign = residual(high) > 0.0 ? 1.0 : -1.0;
  for (int i = 0; i < 100; ++i) {
    const double middle = 0.5 * (low + high);
    (residual(middle) * sign > 0.0 ? high : low) = middle;
  }
  return 2.0 * half(low);
}

TEST(PolishedPath, KnowsTheHubsSwitchEquations) {
  EXPECT_NEAR(hub_time(1.0), 4.281912159509, 1e-12);
  EXPECT_NEAR(hub_time(5.0), 2.049917348095, 1e-12);
}

// At 2 pi the mode makes a whole turn while a rigid hub would slew: one switch is enough there and nowhere near.
TEST(PolishedPath, TakesTheFlexibleHubThroughAChangeOfStructure) {
  const Homotopy path = follow_polished(make_problem("flexible-hub"), "frequency", 7.0, 5.0);
  ASSERT_EQ(path.status, PathStatus::reached) << path.reason;
  EXPECT_GE(path.points.size(), 5U);
  for (const PathPoint& point : path.points) {
    EXPECT_NEAR(point.objective, hub_time(point.value), 1e-10) << point.value;
    EXPECT_TRUE(point.certificate.passes());
    EXPECT_EQ(path.measure("switches", point), 3);
  }
  EXPECT_NEAR(path.points.back().objective, 2.049917348095, 1e-11);
  ASSERT_EQ(path.marks.size(), 1U);
  EXPECT_NEAR(path.marks[0].value, 2.0 * std::numbers::pi, 2e-4);  // interpolated between points half a rad/s apart
  ASSERT_TRUE(path.statement.has_value());
  EXPECT_EQ(path.statement->phases().size(), path.solution->phases.size());
}

// Released at 2 the oscillator comes to rest under one push, half a circle long. Nearer it must be driven away first,
// by an arc that shrinks to nothing at 2; farther away two arcs that are not there at 2 take its place.
TEST(PolishedPath, FindsNewArcsWhereTheKnownOnesEnd) {
  const Homotopy path = follow_polished(make_problem("harmonic-oscillator-time"), "start", 1.9, 2.1);
  ASSERT_EQ(path.status, PathStatus::reached) << path.reason;
  EXPECT_EQ(path.measure("switches", path.points.front()), 1);
  EXPECT_EQ(path.measure("switches", path.points.back()), 2);
  ASSERT_EQ(path.marks.size(), 1U);
  EXPECT_EQ(path.marks[0].switches_before, 1);
  EXPECT_EQ(path.marks[0].switches_after, 2);
  EXPECT_NEAR(path.marks[0].value, 2.0, 1e-4);  // where steps got too short
  HomotopyOptions straight;
  straight.restarts = false;
  const Homotopy ended = follow_polished(make_problem("harmonic-oscillator-time"), "start", 1.98, 2.1, straight);
  EXPECT_EQ(ended.status, PathStatus::failed);
  EXPECT_TRUE(says(ended.reason, "no structure of arcs is confirmed beyond"));
}

TEST(PolishedPath, SaysThatAnAnswerHasNoSwitches) {
  const Homotopy path = follow_polished(make_problem("cart-pole-swing-up"), "max_force", 20.0, 15.0);
  EXPECT_EQ(path.status, PathStatus::failed);
  EXPECT_TRUE(says(path.reason, "max_force = 20: no control jumps between its bounds"));
}

TEST(PolishedPath, StopsWhenItsCallerSaysSoAndAtItsStepLimit) {
  HomotopyOptions options;
  options.progress = [](const HomotopyProgress& progress) { return progress.step < 2; };
  const Homotopy stopped = follow_polished(make_problem("double-integrator-time"), "max_force", 1.0, 2.0, options);
  EXPECT_TRUE(says(stopped.reason, "stopped by the caller"));
  EXPECT_EQ(stopped.points.size(), 3U);
  options.progress = {};
  options.most_steps = 1;
  const Homotopy limited = follow_polished(make_problem("double-integrator-time"), "max_force", 1.0, 2.0, options);
  EXPECT_EQ(limited.status, PathStatus::step_limit);
  EXPECT_EQ(limited.points.size(), 2U);
}

TEST(PolishedPath, RefusesWhatCannotBeFollowed) {
  EXPECT_TRUE(refuses([] { follow_polished(make_problem("flexible-hub"), "frequencie", 2.0, 1.0); }, "frequency"));
  EXPECT_TRUE(refuses([] { follow_polished(make_problem("flexible-hub"), "frequency", 2.0, -1.0); }, "frequency"));
  EXPECT_TRUE(refuses([] { follow_polished(make_problem("solar-array"), "stiffness", 1.0, 2.0); }, "a design number"));
}

}  // namespace tandem::polished_path_test
