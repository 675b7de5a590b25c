#include <tandem/ocp/certificate_ends.hpp>

#include <gtest/gtest.h>
#include <ocp/steady_push.hpp>

namespace tandem {
namespace {

using test::steady_answer;
using test::SteadyPush;

constexpr double kRounding = 1e-14;

PhaseEnds ends_of(const SteadyPush& push, const Solution& solution,
                  const Eigen::Vector2d& linkage_start = Eigen::Vector2d::Zero(),
                  const Eigen::Vector2d& linkage_end = Eigen::Vector2d::Zero()) {
  const Problem problem = push.problem();
  PhaseHamiltonian hamiltonian(problem, solution, 0);
  return examine_ends(hamiltonian, solution, linkage_start, linkage_end);
}

// d/dx of (x - 2)^2 at 1 is -2, which is the costate there; neither the end's time nor the price is in it.
TEST(CertificateEnds, FindNothingWhereTheCostateIsTheEndCostsSlope) {
  const PhaseEnds ends = ends_of({}, steady_answer());
  EXPECT_LT((ends.end_gradient - Eigen::Vector3d(-2, 0, 0)).norm(), kRounding);
  EXPECT_LT(ends.transversality.value, kRounding);
  EXPECT_EQ(ends.duration_multiplier, 0.0);
}

TEST(CertificateEnds, MeasureACostateThatTheEndDoesNotExplainByTheLargestCostate) {
  Solution solution = steady_answer();
  solution.phases[0].costates_before(0, 4) += 0.5;
  const PhaseEnds ends = ends_of({}, solution);
  EXPECT_NEAR(ends.transversality.value, 0.5 / 2.0, kRounding);
  EXPECT_EQ(ends.transversality.where, "costate of 'x' at 1");
}

// A start that is free has no costate of its own, but for what a linkage pushes there.
TEST(CertificateEnds, BalanceAFreeStartWithItsLinkages) {
  const SteadyPush free{.start = {}};
  const PhaseEnds alone = ends_of(free, steady_answer());
  EXPECT_NEAR(alone.transversality.value, 2.0 / 2.0, kRounding);
  EXPECT_EQ(alone.transversality.where, "costate of 'x' at 0");
  EXPECT_LT(ends_of(free, steady_answer(), {2.0, 0.0}).transversality.value, kRounding);
}

TEST(CertificateEnds, AddWhatLinkagesPushAtTheEnd) {
  const PhaseEnds ends = ends_of({}, steady_answer(), {0.0, 0.0}, {0.75, 0.125});
  EXPECT_LT((ends.end_gradient - Eigen::Vector3d(-1.25, 0.125, 0)).norm(), kRounding);
  EXPECT_NEAR(ends.transversality.value, 0.75 / 2.0, kRounding);
}

// At its lower bound a start may have a costate that grows with x, and at its upper one a costate that falls.
TEST(CertificateEnds, LetABoundOfTheStartPushOneWayOnly) {
  const SteadyPush at_upper{.start = {.start = Range(-1.0, 0.0)}}, at_lower{.start = {.start = Range(0.0, 1.0)}};
  EXPECT_LT(ends_of(at_upper, steady_answer()).transversality.value, kRounding);
  EXPECT_NEAR(ends_of(at_lower, steady_answer()).transversality.value, 1.0, kRounding);
}

TEST(CertificateEnds, NameAJumpThatNoBoundExplains) {
  Solution solution = steady_answer();
  solution.phases[0].costates(0, 2) = -2.25;
  const PhaseEnds ends = ends_of({}, solution);
  EXPECT_NEAR(ends.transversality.value, 0.25 / 2.25, kRounding);
  EXPECT_EQ(ends.transversality.where, "jump of the costate of 'x' at 0.5");
}

TEST(CertificateEnds, RefuseMultipliersThatPushAwayFromTheirBounds) {
  Solution solution = steady_answer();
  solution.multipliers["push/integral/push"] = {0.5};
  solution.phases[0].integrals = solution.phases[0].time.transpose();
  const PhaseEnds integral = ends_of({.has_integral = true}, solution);
  EXPECT_NEAR(integral.transversality.value, 0.5 / 2.0, kRounding);  // the integral is 1 of at most 5
  EXPECT_EQ(integral.transversality.where, "multiplier of integral constraint 'push' at 1");
  solution.multipliers = {{"push/time/duration", {-0.3}}};
  solution.phases[0].integrals.resize(0, 0);
  const PhaseEnds duration = ends_of({}, solution);
  EXPECT_EQ(duration.duration_multiplier, -0.3);
  EXPECT_NEAR(duration.transversality.value, 0.3 / 2.0, kRounding);
  EXPECT_EQ(duration.transversality.where, "multiplier of the duration at 1");
}

TEST(CertificateEnds, MeasureCostatesByTheirLargestOrByOne) {
  PhaseSolution series = steady_answer().phases[0];
  EXPECT_EQ(costate_scale(series), 2.0);
  series.costates *= 0.1;
  EXPECT_EQ(costate_scale(series), 1.0);
  series.costates.resize(0, 0);
  EXPECT_EQ(costate_scale(series), 1.0);
}

}  // namespace
}  // namespace tandem
