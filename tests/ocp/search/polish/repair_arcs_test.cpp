#include <tandem/ocp/search/polish/repair_arcs.hpp>

#include <tandem/ocp/search/polish/polished_problem.hpp>

#include <gtest/gtest.h>

namespace tandem::repair_arcs_test {

constexpr Hold L = Hold::lower, U = Hold::upper;

/// minimise the end of x,  x' = u,  -1 <= u <= upper: H = lambda u.
Problem downhill(double upper = 2.0, Range states = {}) {
  Problem problem("downhill");
  auto phase = problem.phase<1, 1>("go");
  phase.state("x", {.bounds = states, .start = 0.0});
  phase.control("u", {.bounds = {-1.0, upper}});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.end_cost([](const auto& k) { return k.x[0]; });
  return problem;
}

/// An answer with a costate that is linear along each arc, from one of these values to the next.
Solution answer(const ArcStructure& arcs, const std::vector<std::pair<double, double>>& costates) {
  constexpr int kIntervals = 8;
  Solution solution;
  solution.problem = "downhill";
  solution.transcription = "trapezoid";
  for (std::size_t a = 0; a < costates.size(); ++a) {
    const Arc& arc = arcs.phases[0][a];
    const double u = arc.controls[0] == L ? -1.0 : 2.0;
    PhaseSolution series;
    series.time = series.control_time = Eigen::VectorXd::LinSpaced(kIntervals + 1, arc.start, arc.end);
    series.states = u * series.time.transpose();
    series.controls = Eigen::RowVectorXd::Constant(kIntervals + 1, u);
    series.costates = Eigen::RowVectorXd::LinSpaced(kIntervals + 1, costates[a].first, costates[a].second);
    series.costates_before = series.costates;
    solution.phases.push_back(series);
  }
  return solution;
}

RepairedArcs repaired(const Problem& problem, const ArcStructure& arcs,
                      const std::vector<std::pair<double, double>>& costates) {
  return repaired_arcs(problem, arcs, polished_problem(problem, arcs), answer(arcs, costates), 1e-4);
}

TEST(RepairedArcs, AreTheSameWhereEverySignIsRight) {
  const ArcStructure arcs{{{{0.0, 1.0, {L}}, {1.0, 2.0, {U}}}}};
  const RepairedArcs found = repaired(downhill(), arcs, {{1.0, 0.0}, {0.0, -1.0}});
  EXPECT_TRUE(found.changes.empty());
  EXPECT_TRUE(found.arcs == arcs);
}

TEST(RepairedArcs, LoseAnArcThatHasShrunkToNothing) {
  const ArcStructure arcs{{{{0.0, 1.0, {L}}, {1.0, 1.0 + 1e-8, {U}}, {1.0 + 1e-8, 2.0, {L}}}}};
  const RepairedArcs found = repaired(downhill(), arcs, {{1.0, 1.0}, {1.0, 1.0}, {1.0, 1.0}});
  ASSERT_EQ(found.arcs.phases[0].size(), 1U);
  EXPECT_EQ(found.arcs.phases[0][0].controls[0], L);
  EXPECT_EQ(found.arcs.phases[0][0].end, 2.0);
  ASSERT_EQ(found.changes.size(), 1U);
  EXPECT_EQ(found.changes[0], "an arc of phase 'go' at 1 has shrunk to nothing and is dropped");
}

TEST(RepairedArcs, LoseAFirstArcThatHasShrunkToNothing) {
  const ArcStructure arcs{{{{0.0, 1e-9, {U}}, {1e-9, 1.0, {L}}, {1.0, 2.0, {U}}}}};
  const RepairedArcs found = repaired(downhill(), arcs, {{1.0, 1.0}, {1.0, 0.0}, {0.0, -1.0}});
  ASSERT_EQ(found.arcs.phases[0].size(), 2U);
  EXPECT_EQ(found.arcs.phases[0][0].start, 0.0);
  EXPECT_EQ(found.arcs.phases[0][0].controls[0], L);
}

// The costate goes from 1 to -1 along an arc at the lower bound: from its middle on the upper one is better.
TEST(RepairedArcs, GainAnArcWhereTheSignIsWrong) {
  const ArcStructure arcs{{{{0.0, 2.0, {L}}}}};
  const RepairedArcs found = repaired(downhill(), arcs, {{1.0, -1.0}});
  ASSERT_EQ(found.arcs.phases[0].size(), 2U);
  EXPECT_EQ(found.arcs.phases[0][1].controls[0], U);
  EXPECT_NEAR(found.arcs.phases[0][1].start, 1.0, 1e-2);  // the costate between knots is a cubic without slope
  ASSERT_EQ(found.changes.size(), 1U);
  EXPECT_EQ(found.changes[0].find("control 'u' must not be at its lower bound at"), 0U);
}

// At the lower bound x falls to -2 along the arc.
TEST(RepairedArcs, BindAStateThatLeavesItsBounds) {
  const ArcStructure arcs{{{{0.0, 2.0, {L}}}}};
  const RepairedArcs found = repaired(downhill(2.0, {-1.5, 9.0}), arcs, {{1.0, 1.0}});
  ASSERT_EQ(found.arcs.phases[0].size(), 1U);
  EXPECT_TRUE(found.arcs.phases[0][0].binds(0));
  ASSERT_EQ(found.changes.size(), 1U);
  EXPECT_EQ(found.changes[0], "state 'x' leaves its bounds between 0 and 2: they are held");
}

TEST(RepairedArcs, GoInsideWhereThereIsNoOtherBound) {
  const ArcStructure arcs{{{{0.0, 2.0, {L}}}}};
  const RepairedArcs found = repaired(downhill(kInfinity), arcs, {{1.0, -1.0}});
  ASSERT_EQ(found.arcs.phases[0].size(), 2U);
  EXPECT_EQ(found.arcs.phases[0][1].controls[0], Hold::inside);
}

TEST(RepairedArcs, TurnAroundAnArcThatIsWrongAllAlong) {
  const ArcStructure arcs{{{{0.0, 1.0, {L}}, {1.0, 2.0, {U}}}}};
  const RepairedArcs found = repaired(downhill(), arcs, {{1.0, 1.0}, {1.0, 1.0}});
  ASSERT_EQ(found.arcs.phases[0].size(), 1U);
  EXPECT_EQ(found.arcs.phases[0][0].controls[0], L);
}

}  // namespace tandem::repair_arcs_test
