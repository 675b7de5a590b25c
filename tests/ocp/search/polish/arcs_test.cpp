#include <tandem/ocp/search/polish/arcs.hpp>

#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::arcs_test {

constexpr Hold L = Hold::lower, I = Hold::inside, U = Hold::upper;

TEST(ArcStructure, CountsEveryControlsSwitches) {
  const ArcStructure arcs{{{{0.0, 1.0, {L, U}}, {1.0, 2.0, {U, U}}, {2.0, 3.0, {L, L}}}, {{3.0, 4.0, {I, L}}}}};
  EXPECT_EQ(arcs.count(), 4);
  EXPECT_EQ(arcs.switches(), 3);
  EXPECT_FALSE(arcs.is_trivial());
}

TEST(ArcStructure, IsTrivialWithoutASwitchEvenAtABound) {
  EXPECT_TRUE((ArcStructure{{{{0.0, 1.0, {U}}}}}.is_trivial()));
}

TEST(ArcStructure, IsComparedByWhatIsHeldNotWhen) {
  const ArcStructure early{{{{0.0, 1.0, {L}}, {1.0, 2.0, {U}}}}}, late{{{{0.0, 1.5, {L}}, {1.5, 2.0, {U}}}}};
  const ArcStructure other{{{{0.0, 1.0, {U}}, {1.0, 2.0, {L}}}}};
  EXPECT_TRUE(early == late);
  EXPECT_FALSE(early == other);
}

TEST(MergedArcs, JoinsNeighboursThatHoldTheSame) {
  const ArcStructure arcs = merged({{{{0.0, 1.0, {L}}, {1.0, 2.0, {L}}, {2.0, 3.0, {U}}, {3.0, 4.0, {U}}}}});
  ASSERT_EQ(arcs.phases[0].size(), 2U);
  EXPECT_EQ(arcs.phases[0][0].end, 2.0);
  EXPECT_EQ(arcs.phases[0][1].start, 2.0);
  EXPECT_EQ(arcs.phases[0][1].end, 4.0);
}

TEST(ArcName, SaysWhichOfHowMany) {
  EXPECT_EQ(arc_name("slew", 1, 4), "slew-arc-2-of-4");
  EXPECT_EQ(arc_name("slew", 0, 1), "slew");
}

TEST(SwitchesOfArcs, NameTheControlWhenAndWhereItGoes) {
  const Problem problem = make_problem("bilimoria-wie");
  const ArcStructure arcs{{{{0.0, 1.0, {L, L, U}}, {1.0, 2.0, {U, L, U}}, {2.0, 3.0, {U, I, U}}}}};
  const std::vector<Switch> switches = switches_of(problem, arcs);
  ASSERT_EQ(switches.size(), 2U);
  EXPECT_EQ(switches[0].time, 1.0);
  EXPECT_EQ(switches[0].phase, "slew-arc-2-of-3");
  EXPECT_EQ(switches[0].control, "tx");
  EXPECT_EQ(switches[0].from, "lower");
  EXPECT_EQ(switches[0].to, "upper");
  EXPECT_EQ(switches[1].control, "ty");
  EXPECT_EQ(switches[1].to, "inside");
}

TEST(ArcTimes, AreThoseOfThePolishedPhases) {
  Solution solution;
  solution.phases.resize(2);
  solution.phases[0].time = Eigen::Vector3d(0.0, 0.5, 1.25);
  solution.phases[1].time = Eigen::Vector2d(1.25, 2.0);
  const ArcStructure arcs = with_times({{{{0.0, 1.0, {L}}, {1.0, 2.0, {U}}}}}, solution);
  EXPECT_EQ(arcs.phases[0][0].end, 1.25);
  EXPECT_EQ(arcs.phases[0][1].start, 1.25);
  solution.phases.pop_back();
  EXPECT_TRUE(test::refuses([&] { with_times(arcs, solution); }, "there are 2, the answer of '' has 1 phases"));
}

}  // namespace tandem::arcs_test
