#include <tandem/ocp/search/polish/path_values.hpp>

#include <gtest/gtest.h>
#include <ocp/search/polish/closed_forms.hpp>
#include <ocp/support/solved.hpp>

namespace tandem::path_values_test {

TEST(PathValue, IsThatOfTheKnotWithTheControlsAsked) {
  const Problem problem = test::two_tanks(true);
  const Solution solution = test::solved(problem, 10);
  const Played replay(problem, solution);
  EXPECT_EQ(path_value(replay, problem.phases()[0].path_constraints[1], 3, Eigen::Vector2d(0.75, 0.25)), 0.5);
  EXPECT_TRUE(depends_on(replay, problem.phases()[0].path_constraints[1], 0));
}

TEST(StateOf, IsTheStateThatAPathConstraintIs) {
  const Problem speed = test::least_time_below(0.5, true), tied = test::two_tanks(true);
  EXPECT_EQ(state_of(speed.phases()[0], speed.phases()[0].path_constraints[0], {}), 1);
  EXPECT_FALSE(state_of(tied.phases()[0], tied.phases()[0].path_constraints[0], {}));
}

TEST(TiedControls, StandInPathConstraints) {
  const Problem tied = test::two_tanks(true), speed = test::least_time_below(0.5, true);
  EXPECT_EQ(tied_controls(Played(tied, test::solved(tied, 10))), (std::vector<bool>{true, true}));
  EXPECT_EQ(tied_controls(Played(speed, test::solved(speed, 10))), (std::vector<bool>{false}));
}

}  // namespace tandem::path_values_test
