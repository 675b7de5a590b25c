#include <tandem/ocp/solvers/ddp/stage_map.hpp>

#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <ocp/support/rich_problem.hpp>
#include <support/refusal.hpp>

#include <set>

namespace tandem::ddp::stage_map_test {

StagedNlp rich(int degree) {
  return StagedNlp(test::rich_problem({.integrals = true, .second_phase = true, .ring = true}),
                   uniform_mesh("shooting-rk4", 5, degree));
}

// Every unknown is a state, a control or of the border once; only repeated controls are two of them.
TEST(StageMap, HasAPlaceForEveryUnknown) {
  for (const int degree : {0, 1}) {
    const StagedNlp nlp = rich(degree);
    const StageMap map(nlp);
    std::set<int> seen;
    for (int k = 0; k <= map.steps(); ++k) {
      for (int i = 0; i < map.states_of(k); ++i) {
        EXPECT_TRUE(seen.insert(map.state_at(k, i)).second);
        EXPECT_EQ(map.local(k, map.state_at(k, i)), i);
      }
    }
    for (int k = 0; k < map.steps(); ++k) {
      for (int i = 0; i < map.controls_of(k); ++i) {
        EXPECT_EQ(seen.insert(map.control_at(k, i)).second, !map.repeats_controls(k));
        EXPECT_EQ(map.local(k, map.control_at(k, i)), map.states() + i);
      }
    }
    for (int i = 0; i < map.border(); ++i) {
      EXPECT_TRUE(seen.insert(map.border_at(i)).second);
      EXPECT_EQ(map.local(3, map.border_at(i)), map.states() + map.controls() + i);
    }
    EXPECT_EQ(static_cast<int>(seen.size()), nlp.layout().variables());
  }
}

TEST(StageMap, PutsAJointBetweenPhases) {
  const StagedNlp nlp = rich(0);
  const StageMap map(nlp);
  EXPECT_EQ(map.steps(), 11);
  EXPECT_EQ(map.states(), 5);    // of the first phase: three and two integrals
  EXPECT_EQ(map.controls(), 3);  // of the joint: the second phase's two states and integral
  for (int k = 0; k < map.steps(); ++k) EXPECT_EQ(map.is_joint(k), k == 5) << k;
  for (int i = 0; i < map.states(); ++i) EXPECT_EQ(map.step_row(5, i), -1);
  EXPECT_EQ(map.step_row(6, 0), nlp.layout(1).defect(0, 0));
  EXPECT_EQ(map.step_row(6, 2), nlp.layout(1).quadrature(0));
  EXPECT_EQ(map.step_row(6, 3), -1);
  EXPECT_EQ(map.own_knot(7), 1);
}

// Each pair of [dx; du; dp] has a place of its own, or shares it with its mirror image.
TEST(LqPlaces, AreOneForEachPair) {
  LqProblem lq({2, 2, 3, 0, 2});
  for (const int knot : {1, 3}) {
    std::set<double*> seen;
    for (int a = 0; a < 6; ++a) {
      for (int b = 0; b <= a; ++b) {
        const auto is_control = [](int i) { return i == 2 || i == 3; };
        if (knot == 3 && (is_control(a) || is_control(b))) continue;
        const LqPlace place = second_order_place(lq, knot, a, b);
        EXPECT_TRUE(seen.insert(place.to).second) << a << ", " << b;
        EXPECT_TRUE(place.mirror == nullptr || seen.insert(place.mirror).second) << a << ", " << b;
        EXPECT_EQ(second_order_place(lq, knot, b, a).to, place.to);
      }
    }
    EXPECT_EQ(seen.size(), knot == 1 ? 4U + 4U + 4U + 4U + 4U + 4U : 4U + 4U + 4U);
    EXPECT_NE(first_order_place(lq, knot, 0), first_order_place(lq, knot, 4));
  }
  EXPECT_EQ(second_order_place(lq, 1, 2, 1).to, &lq.stages[1].S(0, 1));
  EXPECT_EQ(second_order_place(lq, 3, 5, 1).to, &lq.T(1, 1));
  EXPECT_EQ(first_order_place(lq, 1, 3), &lq.stages[1].r(1));
}

TEST(StageMap, RefusesTranscriptionsOfMoreThanOneStepAnInterval) {
  const StagedNlp nlp(make_problem("scalar-lqr"), uniform_mesh("gauss", 10, 3));
  EXPECT_TRUE(
      test::says(test::refusal([&] { const StageMap map(nlp); }), "semi-implicit, midpoint or trapezoid, not gauss"));
}

}  // namespace tandem::ddp::stage_map_test
