#include <tandem/ocp/search/polish/smooth_junctions.hpp>

#include <tandem/ocp/search/polish/polished_guess.hpp>
#include <tandem/ocp/search/solve.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>

namespace tandem::smooth_junctions_test {

constexpr Hold I = Hold::inside, U = Hold::upper;

/// A mass at most at a speed of 1.25 between these times, and how often it was solved.
struct Limited {
  Problem problem = make_problem("double-integrator-speed-limit");
  Guess guess = guess_from(test::solved(problem, 20));
  int solves = 0;

  ArcStructure arcs(double first, double last) const {
    Arc slow{0.0, first, {I}}, fast{first, last, {I}}, end{last, 1.0, {I}};
    fast.held_states = {{1, U}};
    slow.has_fixed_end = fast.has_fixed_end = true;
    return {{{slow, fast, end}}};
  }
  std::optional<Solution> solve_on(const ArcStructure& arcs) {
    ++solves;
    SolveOptions options;
    options.solver.tolerance = 1e-12;
    options.guess = polished_guess(problem, arcs, guess);
    Solution solution = solve(polished_problem(problem, arcs), options);
    return solution.is_solved() ? std::optional(std::move(solution)) : std::nullopt;
  }
  std::optional<ArcStructure> search(const ArcStructure& from) {
    return smooth_junctions(problem, from, {}, [this](const ArcStructure& arcs) { return solve_on(arcs); });
  }
};

// v = V from 0.3 to 0.7: Newton's method from a twentieth away.
TEST(SmoothJunctions, AreWhereNoControlJumps) {
  Limited limited;
  const std::optional<ArcStructure> found = limited.search(limited.arcs(0.35, 0.66));
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->phases[0][0].end, 0.3, 1e-8);
  EXPECT_NEAR(found->phases[0][1].end, 0.7, 1e-8);
  EXPECT_EQ(found->phases[0][2].start, found->phases[0][1].end);
  EXPECT_LE(limited.solves, 15);
}

TEST(SmoothJunctions, AreNothingWhereNothingIsHeldOrNothingIsSolved) {
  Limited limited;
  ArcStructure free = limited.arcs(0.3, 0.7);
  free.phases[0][1].held_states.clear();
  EXPECT_FALSE(limited.search(free));
  EXPECT_EQ(limited.solves, 0);
  EXPECT_FALSE(smooth_junctions(limited.problem, limited.arcs(0.3, 0.7), {},
                                [](const ArcStructure&) { return std::optional<Solution>(); }));
}

}  // namespace tandem::smooth_junctions_test
