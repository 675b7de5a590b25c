#include <tandem/ocp/search/polish/held_states.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>

namespace tandem::held_states_test {

/// A mass that stays at 1/9 from a third to two thirds, on 18 intervals.
struct Turned {
  Problem problem = test::problem_with("bryson-denham");
  Solution solution = test::solved(problem, 18);
  Played replay{problem, solution};
};

TEST(HeldRuns, AreKnotsAtABound) {
  const Turned turned;
  const std::vector<HeldRun> runs = held_runs(turned.replay);
  ASSERT_EQ(runs.size(), 1U);
  EXPECT_EQ(runs[0].held, (Held{0, Hold::upper}));
  EXPECT_NEAR(turned.solution.phases[0].time(runs[0].first), 1.0 / 3.0, 1.01 / 18.0);
  EXPECT_NEAR(turned.solution.phases[0].time(runs[0].last), 2.0 / 3.0, 1.01 / 18.0);
  EXPECT_EQ(runs[0].knots_within(turned.solution.phases[0].time, 0.4, 0.5 - 1e-9), 1);
}

TEST(ArcsOfStates, AreCutWhereABoundIsReachedAndLeft) {
  const Turned turned;
  const std::vector<Arc> arcs = arcs_of_states(turned.replay, {0.0, 1.0, {Hold::inside}});
  ASSERT_EQ(arcs.size(), 3U);
  EXPECT_TRUE(arcs[0].held_states.empty() && arcs[2].held_states.empty());
  ASSERT_EQ(arcs[1].held_states.size(), 1U);
  EXPECT_TRUE(arcs[0].has_fixed_end && arcs[1].has_fixed_end && !arcs[2].has_fixed_end);
  EXPECT_EQ(arcs[0].end, arcs[1].start);
  EXPECT_EQ(arcs[2].end, 1.0);
}

// limit 0.2: the mass touches the limit, there is no arc.
TEST(ArcsOfStates, LeaveATouchAlone) {
  const Problem problem = test::problem_with("bryson-denham", {{"limit", 0.2}});
  const Solution solution = test::solved(problem, 18);
  EXPECT_EQ(arcs_of_states(Played(problem, solution), {0.0, 1.0, {Hold::inside}}).size(), 1U);
}

}  // namespace tandem::held_states_test
