#include <tandem/ocp/answers/bounds_between_nodes.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_flow.hpp>
#include <support/refusal.hpp>

#include <string>
#include <utility>

namespace tandem::bounds_between_nodes_test {

using test::says;

constexpr double kRounding = 1e-12;

Eigen::VectorXd one(double value) { return Eigen::VectorXd::Constant(1, value); }

/// x' = u over four seconds, x <= 1 by a bound or by a path constraint.
Problem walled(bool by_path) {
  Problem problem("walled");
  auto phase = problem.phase<1, 1>("only");
  phase.time({.start = 0.0, .end = 4.0});
  phase.state("x", {.bounds = by_path ? Range() : Range(-kInfinity, 1.0)}).control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  if (by_path) phase.path_constraint("wall", {-kInfinity, 1.0}, [](const auto& k) { return k.x[0]; });
  return problem;
}

/// x from 0 to 1 to 0 to 1 to 0, u = 2 cos(pi t)-like hats that pass the bound: between the knots at 1 and 2 the motion
/// goes on by 0.25 before it turns.
double position(double t) { return t <= 1.0 ? t : t <= 2.0 ? 1.0 + (t - 1.0) * (2.0 - t) : t <= 3.0 ? 3.0 - t : 0.0; }
double speed(double t) { return t < 1.0 ? 1.0 : t < 2.0 ? 3.0 - 2.0 * t : t < 3.0 ? -1.0 : 0.0; }

struct Priced {
  /// `push` at the knot at 1: of the bound, or as the path constraint's density in the interval from 1 on.
  Priced(bool by_path, double push, double density_elsewhere = 0.0)
      : lone(walled(by_path), answer(by_path, push, density_elsewhere)) {
    const PlayedPhase played = play(lone.flow);
    const PlayedCostates costates(lone.flow, played, 1.0);
    bar.parts.bounds.setZero(4);
    price_bounds(lone.flow, played, costates, 1.0, bar);
  }

  static Solution answer(bool by_path, double push, double density_elsewhere) {
    const auto x = [](double t) { return one(position(t)); };
    const auto u = [](double t) { return one(speed(t)); };
    const auto none = [](double) { return one(0.0); };
    Solution solution = test::answer_of(walled(by_path), "hermite-simpson", 4, test::Motion{x, u, none, 0.0, 4.0});
    PhaseSolution& series = solution.phases[0];
    // from the knot at 1 to the one at 2 the speed is 1, 0, -1
    series.controls.middleCols(2, 3) << 1.0, 0.0, -1.0;
    if (!by_path) series.costates_before(0, 1) = push;
    const int points = make_tableau("hermite-simpson", 0).point_count();
    if (by_path) series.path_multipliers.middleCols(points, points).setConstant(push);
    if (by_path) series.path_multipliers(0, 3 * points) = density_elsewhere;
    return solution;
  }

  test::LoneFlow lone;
  PhaseBar bar;
};

// A push of 0.3 at the knot, 0.25 past the bound beside it: half the price to each neighbour.
TEST(BoundsBetweenNodes, PriceWhatPassesAStatesBoundByItsMultiplier) {
  const Priced priced(false, 0.3);
  EXPECT_NEAR(priced.bar.parts.bounds(0), 0.5 * 0.3 * 0.25, kRounding);
  EXPECT_NEAR(priced.bar.parts.bounds(1), 0.5 * 0.3 * 0.25, kRounding);
  EXPECT_EQ(priced.bar.parts.bounds(2), 0.0);
  EXPECT_EQ(priced.bar.parts.bounds(3), 0.0);
  EXPECT_TRUE(says(priced.bar.part.where, "the bound of state 'x' in interval 0"));
}

TEST(BoundsBetweenNodes, SayHowFarABoundIsPassedWhereAMultiplierStandsNear) {
  const Priced priced(false, 0.3);
  EXPECT_NEAR(priced.bar.priced.value, 0.25, kRounding);  // of a range of 1
  EXPECT_TRUE(says(priced.bar.priced.where, "state 'x' is 0.25 past its bound in interval 1 from 1"));
  EXPECT_EQ(priced.bar.unpriced.value, 0.0);
}

TEST(BoundsBetweenNodes, SayItApartWhereNoneDoes) {
  const Priced free(false, 0.0);
  EXPECT_EQ(free.bar.parts.bounds.sum(), 0.0);
  EXPECT_EQ(free.bar.priced.value, 0.0);
  EXPECT_NEAR(free.bar.unpriced.value, 0.25, kRounding);
}

// A density of 0.2 over one second, times what passes it in the interval or its neighbours.
TEST(BoundsBetweenNodes, PriceAPathConstraintByItsDensity) {
  const Priced priced(true, 0.2);
  EXPECT_NEAR(priced.bar.parts.bounds(1), 0.2 * 0.25, 0.05 * 0.05);  // past as the integrator's stages see it
  EXPECT_EQ(priced.bar.parts.bounds(0), 0.0);
  EXPECT_GT(priced.bar.priced.value, 0.15);
  EXPECT_TRUE(says(priced.bar.priced.where, "path constraint 'wall'"));
}

// At the knot at 3, where x is 0: 1 away from the bound, with the knot's weight of a sixth.
TEST(BoundsBetweenNodes, CallAMultiplierOffItsBoundLeftOver) {
  const Priced off(true, 0.0, 0.6);
  EXPECT_NEAR(off.bar.slackness, 0.6 / 6.0, kRounding);
  EXPECT_EQ(off.bar.slack.where, "the multiplier of path constraint 'wall', off its bounds");
}

TEST(BoundsBetweenNodes, AddUpToTheLargestPart) {
  PhaseBar bar;
  bar.parts.bounds.setZero(2);
  PhaseSolution series;
  series.time = Eigen::Vector3d(0.0, 0.5, 1.0);
  add_bound(bar, series, 1, 0.2, "this");
  add_bound(bar, series, 0, 0.1, "that");
  add_bound(bar, series, 1, 0.15, "the other");
  EXPECT_NEAR(bar.parts.bounds(1), 0.35, kRounding);
  EXPECT_EQ(bar.part.where, "this in interval 1 from 0.5");
}

}  // namespace tandem::bounds_between_nodes_test
