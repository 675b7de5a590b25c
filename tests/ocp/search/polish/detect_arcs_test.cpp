#include <tandem/ocp/search/polish/detect_arcs.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>

#include <algorithm>

namespace tandem::detect_arcs_test {

constexpr Hold L = Hold::lower, I = Hold::inside, U = Hold::upper;

/// Unit intervals with these means of dH/du and places.
ControlTrace trace(std::vector<double> slopes, std::vector<Hold> places) {
  ControlTrace made{{}, std::move(slopes), std::move(places)};
  for (std::size_t k = 0; k <= made.slopes.size(); ++k) made.edges.push_back(static_cast<double>(k));
  return made;
}

std::vector<Hold> holds(const std::vector<ControlArc>& arcs) {
  std::vector<Hold> all;
  for (const ControlArc& arc : arcs) all.push_back(arc.hold);
  return all;
}

// The line through the means -1 at 1.5 and 3 at 2.5 is zero at 1.75.
TEST(ArcsOfAControl, SwitchWhereTheMeansCrossZero) {
  const auto arcs = arcs_of(trace({-3.0, -1.0, 3.0, 5.0}, {U, U, L, L}));
  ASSERT_EQ(holds(arcs), (std::vector<Hold>{U, L}));
  EXPECT_DOUBLE_EQ(arcs[1].start, 1.75);
}

TEST(ArcsOfAControl, DoNotTakeASmearedIntervalForAnArc) {
  const auto arcs = arcs_of(trace({-3.0, -1.5, 0.001, 1.5, 3.0}, {U, U, I, L, L}));
  ASSERT_EQ(holds(arcs), (std::vector<Hold>{U, L}));
  EXPECT_NEAR(arcs[1].start, 2.5, 1e-3);  // the mean of 0.001 moves the line's zero by a share of its slope, 1.5
}

TEST(ArcsOfAControl, DoNotSwitchWhereTheSlopeOnlyTouchesZero) {
  EXPECT_EQ(holds(arcs_of(trace({-3.0, -1.0, -1e-3, -1.0, -3.0}, {U, U, U, U, U}))), (std::vector<Hold>{U}));
  EXPECT_EQ(holds(arcs_of(trace({-3.0, -1.0, 1e-3, -1.0, -3.0}, {U, U, I, U, U}))), (std::vector<Hold>{U}));
}

// Near a singular arc dH/du is small while the control is still at its bound: that belongs to the bound.
TEST(ArcsOfAControl, FindASingularArcByTheControlWhereTheSlopeVanishes) {
  const auto arcs = arcs_of(trace({-3.0, -1.0, -5e-3, 1e-5, -1e-5, 1e-5, 1.0, 3.0}, {U, U, U, I, I, I, L, L}));
  ASSERT_EQ(holds(arcs), (std::vector<Hold>{U, I, L}));
  EXPECT_DOUBLE_EQ(arcs[1].start, 3.0);
  EXPECT_DOUBLE_EQ(arcs[2].start, 6.0);
}

TEST(ArcsOfAControl, TakeChatterBetweenTheBoundsForASingularArc) {
  const auto arcs = arcs_of(trace({-3.0, 1e-4, -1e-4, 1e-4, -1e-4, 1e-4, 1e-4}, {U, L, U, L, I, L, U}));
  EXPECT_EQ(holds(arcs), (std::vector<Hold>{U, I}));
}

TEST(ArcsOfAControl, MayStartAndEndSingular) {
  const auto arcs = arcs_of(trace({1e-5, 1e-5, 1e-5, -3.0, -3.0, 1e-5, 1e-5, 1e-5}, {I, I, I, U, U, I, I, I}));
  EXPECT_EQ(holds(arcs), (std::vector<Hold>{I, U, I}));
}

// At the ends of a phase dH/du may start from zero: the control says which bound.
TEST(ArcsOfAControl, KeepTheBoundOfASlopeThatEndsAtZero) {
  EXPECT_EQ(holds(arcs_of(trace({1e-3, 1.0, 3.0, 1.0, 1e-3}, {L, L, L, L, L}))), (std::vector<Hold>{L}));
}

TEST(JointArcs, AreCutByEveryControl) {
  const std::vector<Arc> arcs =
      joint_arcs({{{0.0, U}, {1.0, L}}, {{0.0, L}, {0.5, U}, {1.0, L}}, {{0.0, I}}}, 0.0, 2.0);
  ASSERT_EQ(arcs.size(), 3U);
  EXPECT_EQ(arcs[0].controls, (std::vector<Hold>{U, L, I}));
  EXPECT_EQ(arcs[1].controls, (std::vector<Hold>{U, U, I}));
  EXPECT_EQ(arcs[2].controls, (std::vector<Hold>{L, L, I}));
  EXPECT_EQ(arcs[0].end, 0.5);
  EXPECT_EQ(arcs[1].end, 1.0);
  EXPECT_EQ(arcs[2].end, 2.0);
}

TEST(DetectArcs, FindsFullForceOneWayThenTheOther) {
  const Problem problem = make_problem("double-integrator-time");
  // An odd count puts the switch into the middle of an interval, where the control is smeared.
  for (const int intervals : {20, 21}) {
    const ArcStructure arcs = detect_arcs(problem, test::solved(problem, intervals));
    ASSERT_EQ(arcs.count(), 2) << intervals;
    EXPECT_EQ(arcs.phases[0][0].controls[0], L);
    EXPECT_EQ(arcs.phases[0][1].controls[0], U);
    EXPECT_NEAR(arcs.phases[0][0].end, 1.0, 0.1 / intervals);  // a twentieth of an interval
  }
}

TEST(DetectArcs, MergesTheSwitchesOfThreeControls) {
  const Problem problem = make_problem("bilimoria-wie");
  SolveOptions coarse;
  coarse.intervals = 60;
  const ArcStructure arcs = detect_arcs(problem, solve(problem, coarse));
  EXPECT_EQ(arcs.count(), 6);
  EXPECT_EQ(arcs.switches(), 5);
}

TEST(DetectArcs, FindsThrustThenASingularArcThenACoast) {
  const Problem problem = make_problem("goddard");
  const ArcStructure arcs = detect_arcs(problem, solve(problem));
  ASSERT_EQ(arcs.count(), 3);
  EXPECT_EQ(arcs.phases[0][0].controls[0], U);
  EXPECT_EQ(arcs.phases[0][1].controls[0], I);
  EXPECT_EQ(arcs.phases[0][2].controls[0], L);
  EXPECT_NEAR(arcs.phases[0][1].start, 0.0235, 3e-3);
  EXPECT_NEAR(arcs.phases[0][2].start, 0.0727, 3e-3);
}

// H is quadratic in the force: where it stays within its bounds or goes along them, it does not jump.
TEST(DetectArcs, LeavesAControlAloneInWhichHIsCurved) {
  const Problem problem = test::problem_with("double-integrator-energy", {{"max_force", 5.0}});
  const ArcStructure arcs = detect_arcs(problem, test::solved(problem, 40));
  EXPECT_TRUE(arcs.is_trivial());
  EXPECT_EQ(arcs.phases[0][0].controls[0], I);
}

}  // namespace tandem::detect_arcs_test
