#include <tandem/ocp/search/polish/held_vertices.hpp>

#include <tandem/ocp/search/polish/detect_jumps.hpp>

#include <gtest/gtest.h>
#include <ocp/search/polish/closed_forms.hpp>
#include <ocp/support/solved.hpp>

namespace tandem::held_vertices_test {

constexpr Hold I = Hold::inside, U = Hold::upper;

/// The first tank is filled until 1.65, on 40 intervals.
Arc held_first_arc(const Problem& problem, const std::vector<bool>& tied = {true, true}) {
  const Solution solution = test::solved(problem, 40);
  const Played replay(problem, solution);
  Arc arc{0.0, 1.65, {I, I}};
  hold_vertex(replay, interval_means(replay), tied, arc);
  return arc;
}

// u + v = 1 with u = 1 and v = 0: u is held at its bound, the sum says what v is.
TEST(HeldVertices, AreAsManyEquationsAsControls) {
  const Arc arc = held_first_arc(test::two_tanks(false));
  ASSERT_EQ(arc.held_paths.size(), 1U);
  EXPECT_NE(arc.held_paths[0].at, I);
  EXPECT_EQ(arc.controls, (std::vector<Hold>{U, I}));
  EXPECT_EQ(arc.driven_controls, (std::vector<int>{1}));
}

// u + v = 1 and u - v = 1: both are at their upper bounds.
TEST(HeldVertices, MayBeOfPathConstraintsAlone) {
  const Arc arc = held_first_arc(test::two_tanks(true));
  EXPECT_EQ(arc.held_paths, (std::vector<Held>{{0, U}, {1, U}}));
  EXPECT_EQ(arc.controls, (std::vector<Hold>{I, I}));
  EXPECT_EQ(arc.driven_controls, (std::vector<int>{0, 1}));
}

TEST(HeldVertices, LeaveOthersAlone) {
  const Arc arc = held_first_arc(test::two_tanks(false), {false, false});
  EXPECT_TRUE(arc.held_paths.empty() && arc.driven_controls.empty());
  Arc both{0.0, 2.0, {I, I}};  // two vertices, one after the other
  const Problem problem = test::two_tanks(true);
  const Solution solution = test::solved(problem, 40);
  const Played replay(problem, solution);
  hold_vertex(replay, interval_means(replay), {true, true}, both);
  EXPECT_TRUE(both.held_paths.empty() && both.driven_controls.empty());
  EXPECT_EQ(both.controls, (std::vector<Hold>{I, I}));
}

}  // namespace tandem::held_vertices_test
