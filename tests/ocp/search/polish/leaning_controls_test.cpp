#include <tandem/ocp/search/polish/leaning_controls.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>

namespace tandem::leaning_controls_test {

std::vector<Hold> holds(const std::vector<ControlArc>& pieces) {
  std::vector<Hold> all;
  for (const ControlArc& piece : pieces) all.push_back(piece.hold);
  return all;
}

/// Full force down, then up, on two intervals of six points; the nodes are as the test wants them.
struct Leaning {
  Problem problem = make_problem("double-integrator-time");
  Solution solution = [&] {
    SolveOptions options;
    options.transcription = "gauss";
    options.degree = 6;
    options.intervals = 2;
    return solve(problem, options);
  }();

  std::vector<ControlArc> with(const std::vector<double>& nodes) {
    for (int k = 0; k < 12; ++k) solution.phases[0].controls(0, k) = nodes[k];
    return pieces_of_singular(Played(problem, solution), 0);
  }
};

TEST(PiecesOfASingularControl, AreAtABoundWhereHalfAnIntervalIs) {
  Leaning leaning;
  const auto first = leaning.with({-1, -1, -1, -1, 0.2, 0.1, 0, 0, 0, 0, 0, 0});
  ASSERT_EQ(holds(first), (std::vector<Hold>{Hold::lower, Hold::inside}));
  EXPECT_EQ(first[1].start, leaning.solution.phases[0].control_time(4));
  const auto both = leaning.with({1, 1, 1, 0.5, 0.2, 0.1, 0, 0, 0, -1, -1, -1});
  EXPECT_EQ(holds(both), (std::vector<Hold>{Hold::upper, Hold::inside, Hold::lower}));
  EXPECT_EQ(both[2].start, leaning.solution.phases[0].control_time(9));
}

TEST(PiecesOfASingularControl, StayInsideWhereANodeOrTwoTouchABound) {
  Leaning leaning;
  EXPECT_EQ(holds(leaning.with({-1, -1, 0.5, 0.2, -1, -1, -1, -1, 0, 0, 0, 1})), (std::vector<Hold>{Hold::inside}));
  EXPECT_EQ(holds(leaning.with({1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1})), (std::vector<Hold>{Hold::upper}));
}

}  // namespace tandem::leaning_controls_test
