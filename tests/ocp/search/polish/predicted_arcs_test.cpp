#include <tandem/ocp/search/polish/predicted_arcs.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <vector>

namespace tandem::predicted_arcs_test {

constexpr Hold kMinus = Hold::lower, kPlus = Hold::upper, kFree = Hold::inside;

/// One phase, one control, arcs that meet at these edges.
ArcStructure arcs_at(const std::vector<double>& edges, const std::vector<Hold>& holds) {
  std::vector<Arc> phase;
  for (std::size_t a = 0; a < holds.size(); ++a) phase.push_back({edges[a], edges[a + 1], {holds[a]}, {}});
  return {{phase}};
}

std::vector<double> edges_of(const ArcStructure& arcs) {
  std::vector<double> edges{arcs.phases[0].front().start};
  for (const Arc& arc : arcs.phases[0]) edges.push_back(arc.end);
  return edges;
}

TEST(PredictedArcs, LieOnTheLineThroughTwoStructures) {
  const std::vector<Hold> holds{kPlus, kMinus};
  const ArcStructure beyond = extrapolated_arcs(arcs_at({0.0, 1.0, 2.0}, holds), arcs_at({0.0, 1.5, 2.25}, holds), 3.0);
  EXPECT_EQ(edges_of(beyond), (std::vector<double>{0.0, 2.5, 2.75}));
}

TEST(PredictedArcs, OfDifferentStructuresAreRefused) {
  EXPECT_TRUE(test::refuses(
      [] {
        extrapolated_arcs(arcs_at({0.0, 1.0}, {kPlus}), arcs_at({0.0, 1.0}, {kMinus}), 2.0);
      },
      "the same holds"));
}

TEST(PredictedArcs, AreKeptWhereAllLengthsArePositive) {
  const ArcStructure arcs = arcs_at({0.0, 1.0, 2.0, 3.0}, {kPlus, kFree, kMinus});
  EXPECT_TRUE(unfolded(arcs) == arcs);
  EXPECT_EQ(edges_of(unfolded(arcs)), edges_of(arcs));
}

TEST(PredictedArcs, DropAnArcThatHasPassedThroughZeroBetweenEqualNeighbours) {
  const ArcStructure one = unfolded(arcs_at({0.0, 1.2, 1.0, 2.0}, {kPlus, kMinus, kPlus}));
  EXPECT_TRUE(one == arcs_at({0.0, 2.0}, {kPlus}));
  EXPECT_EQ(edges_of(one), (std::vector<double>{0.0, 2.0}));
}

// The hub at a frequency of 2 pi k: its two inner arcs pass through zero together and come out in the other order.
TEST(PredictedArcs, TurnTwoNegativeArcsIntoTheirMirrorImage) {
  const std::vector<Hold> holds{kPlus, kMinus, kPlus, kMinus};
  const ArcStructure folded = arcs_at({0.0, 1.1, 1.0, 0.9, 2.0}, holds);
  EXPECT_TRUE(unfolded(folded) == arcs_at({0.0, 0.9, 1.0, 1.1, 2.0}, holds));
  EXPECT_EQ(edges_of(unfolded(folded)), (std::vector<double>{0.0, 0.9, 1.0, 1.1, 2.0}));
}

TEST(PredictedArcs, DropAFirstOrLastArcThatLeavesThePhase) {
  const ArcStructure late = unfolded(arcs_at({0.0, -0.1, 2.0}, {kMinus, kPlus}));
  EXPECT_TRUE(late == arcs_at({0.0, 2.0}, {kPlus}));
  const ArcStructure early = unfolded(arcs_at({0.0, 2.1, 2.0}, {kMinus, kPlus}));
  EXPECT_TRUE(early == arcs_at({0.0, 2.0}, {kMinus}));
}

TEST(PredictedArcs, KeepTheIntegralOfAControlWhereNoBoundIsExceeded) {
  const std::vector<Hold> holds{kPlus, kMinus, kPlus, kMinus};
  const ArcStructure folded = arcs_at({0.0, 1.3, 1.0, 0.8, 2.0}, holds), forward = unfolded(folded);
  const auto integral = [](const ArcStructure& arcs) {
    double sum = 0.0;
    for (const Arc& arc : arcs.phases[0]) sum += arc.length() * (arc.controls[0] == kPlus ? 1.0 : -1.0);
    return sum;
  };
  EXPECT_NEAR(integral(forward), integral(folded), 1e-15);
}

TEST(PredictedArcs, PutAnEarlierStructureIntoTheOrderOfALaterOne) {
  const std::vector<Hold> holds{kPlus, kMinus, kPlus, kMinus};
  const ArcStructure before = arcs_at({0.0, 0.7, 1.0, 1.3, 2.0}, holds);
  const ArcStructure folded = arcs_at({0.0, 1.1, 1.0, 0.9, 2.0}, holds);
  const ArcStructure signed_before = reordered(before, folded);
  EXPECT_EQ(edges_of(signed_before), (std::vector<double>{0.0, 1.3, 1.0, 0.7, 2.0}));
  // half way between "before" and "after" all inner arcs are zero
  const ArcStructure middle = extrapolated_arcs(signed_before, arcs_at({0.0, 0.7, 1.0, 1.3, 2.0}, holds), 0.5);
  EXPECT_EQ(edges_of(middle), (std::vector<double>{0.0, 1.0, 1.0, 1.0, 2.0}));
}

Guess trajectory() {
  PhaseGuess phase;
  phase.time = phase.control_time = Eigen::Vector3d(0.0, 1.0, 2.0);
  phase.states = phase.controls = Eigen::RowVector3d(1.0, 2.0, 3.0);
  return {phase};
}

TEST(PredictedArcs, StretchATrajectoryWithThem) {
  const std::vector<Hold> holds{kPlus, kMinus};
  const Guess moved = stretched_guess(trajectory(), arcs_at({0.0, 1.0, 2.0}, holds), arcs_at({0.0, 1.5, 4.0}, holds));
  EXPECT_EQ(moved.phases[0].time, Eigen::Vector3d(0.0, 1.5, 4.0));
  EXPECT_EQ(moved.phases[0].control_time, Eigen::Vector3d(0.0, 1.5, 4.0));
}

TEST(PredictedArcs, StretchAWholePhaseAlikeWhereTheStructureChanges) {
  const Guess moved =
      stretched_guess(trajectory(), arcs_at({0.0, 1.0, 2.0}, {kPlus, kMinus}), arcs_at({0.0, 3.0}, {kPlus}));
  EXPECT_EQ(moved.phases[0].time, Eigen::Vector3d(0.0, 1.5, 3.0));
}

}  // namespace tandem::predicted_arcs_test
