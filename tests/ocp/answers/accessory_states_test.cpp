#include <tandem/ocp/answers/accessory_states.hpp>

#include <gtest/gtest.h>
#include <ocp/support/oscillators.hpp>
#include <ocp/support/solved.hpp>
#include <ocp/support/steady_push.hpp>
#include <support/refusal.hpp>

namespace tandem::accessory_states_test {

using test::Oscillator;
using test::says;

AccessoryStates states_of(const Problem& problem, int intervals = 4) {
  return accessory_states(problem, test::solved(problem, intervals), 0);
}

std::string why(const Problem& problem, const Solution& solution) {
  return why_no_accessory_problem(problem, solution, Played(problem, solution), accessory_states(problem, solution, 0));
}

TEST(AccessoryStates, AreTheStatesWhereNothingElseIsFree) {
  const AccessoryStates states = states_of(Oscillator{.duration = 1.0}.problem());
  EXPECT_EQ(states.size(), 1);
  EXPECT_TRUE(states.integrals.empty());
  EXPECT_FALSE(states.start_time || states.end_time);
}

TEST(AccessoryStates, AddIntegralsThatAreHeldAndTimesThatAreFree) {
  const AccessoryStates states = states_of(
      Oscillator{.duration = 1.0, .end = Range(0.8), .price_of_time = 0.5, .has_integral = true, .free_end_time = true}
          .problem(),
      10);
  EXPECT_EQ(states.integrals, std::vector<int>{0});
  EXPECT_TRUE(states.end_time);
  EXPECT_EQ(states.size(), 3);
  EXPECT_EQ(states.parameter_row(), 2);
  EXPECT_EQ(states.number_row(), 3);
}

// The integral is 1 and may be 5; a price that lies at its bound is held.
TEST(AccessoryStates, LeaveOutWhatNothingOrEverythingHolds) {
  const Problem problem = test::SteadyPush{.has_integral = true}.problem();
  Solution solution = test::steady_answer();
  solution.phases.front().integrals = solution.phases.front().states;
  EXPECT_TRUE(accessory_states(problem, solution, 0).integrals.empty());
  EXPECT_EQ(accessory_states(problem, solution, 0).numbers, std::vector<int>{0});
  solution.numbers["price"] = 0.5;
  EXPECT_TRUE(accessory_states(problem, solution, 0).numbers.empty());
}

TEST(AccessoryStates, HoldAValueOnlyWhereItIsPushedAgainstItsBound) {
  const Range range(-1.0, 2.0);
  EXPECT_TRUE(is_held(2.0, range, {}, 1e-3, 1.0));
  EXPECT_FALSE(is_held(2.0, range, {}, -1e-3, 1.0));  // pushed away
  EXPECT_FALSE(is_held(2.0, range, {}, 1e-9, 1.0));   // not pushed
  EXPECT_FALSE(is_held(1.0, range, {}, 1e-3, 1.0));   // not there
  EXPECT_TRUE(is_held(-1.0, range, {}, -1e-3, 1.0));
  EXPECT_TRUE(is_held(3.0, Range(3.0), {}, 0.0, 1.0));
}

TEST(AccessoryStates, MeasurePushesByTheLargestProductOfCostateAndRange) {
  PhaseSolution series;
  series.states = Eigen::MatrixXd{{0.0, 10.0}, {1.0, 1.5}};
  series.costates = series.costates_before = Eigen::MatrixXd{{2.0, -3.0}, {0.0, 0.0}};
  EXPECT_TRUE(push_sizes(series).isApprox(Eigen::Vector2d(3.0, 60.0), 1e-15));
}

TEST(AccessoryStates, SayWhichStateBoundPushesAndWhen) {
  const Problem problem = test::problem_with("bryson-denham", {{"limit", 0.2}});
  EXPECT_TRUE(says(why(problem, test::solved(problem, 54)), "bound of state 'position' pushes at 0.5"));
  const Problem free = test::problem_with("bryson-denham", {{"limit", 0.3}});  // the motion stays below 0.25
  EXPECT_EQ(why(free, test::solved(free, 54)), "");
}

TEST(AccessoryStates, SayWhichPathConstraintPushes) {
  const Problem problem = test::SteadyPush{.has_path = true}.problem();
  Solution solution = test::steady_answer();
  EXPECT_EQ(why(problem, solution), "");
  solution.phases.front().path_multipliers(0, 3) = 0.1;
  EXPECT_TRUE(says(why(problem, solution), "path constraint 'slow' pushes"));
}

}  // namespace tandem::accessory_states_test
