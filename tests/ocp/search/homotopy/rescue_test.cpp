#include <tandem/ocp/search/homotopy/rescue.hpp>

#include <tandem/ocp/statement/random_guess.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

namespace tandem::rescue_test {

TEST(Rescue, KnowsEasierProblemsByTheNamesOfNumbers) {
  const std::vector<Easing> easings = easings_of(make_problem("acrobot-swing-up"));
  ASSERT_EQ(easings.size(), 3U);
  EXPECT_EQ(easings[0].number, "max_torque");
  EXPECT_EQ(easings[0].easy, 60.0);
  EXPECT_EQ(easings[0].stated, 20.0);
  EXPECT_EQ(easings[1].number, "gravity");
  EXPECT_EQ(easings[1].easy, 0.5 * 9.81);
  EXPECT_EQ(easings[2].number, "duration");
  EXPECT_EQ(easings[2].easy, 3.0);
}

TEST(Rescue, LeavesDesignNumbersAndZerosAlone) {
  for (const Easing& easing : easings_of(make_problem("solar-array"))) EXPECT_NE(easing.number, "stiffness");
  for (const Easing& easing : easings_of(test::problem_with("acrobot-swing-up", {{"gravity", 0.0}}))) {
    EXPECT_NE(easing.number, "gravity");
  }
}

// From its start 30 IPOPT has not solved the acrobot after 500 iterations.
TEST(Rescue, ReachesASwingUpThatDirectSolvingMisses) {
  const Problem problem = make_problem("acrobot-swing-up");
  SolveOptions options;
  options.guess = random_guess(problem, straight_line_guess(problem), 1, 30);
  options.solver.max_iterations = 150;
  EXPECT_FALSE(solve(problem, options).is_solved());
  const Rescue found = rescue(problem, options);
  ASSERT_TRUE(found.solution.has_value());
  EXPECT_TRUE(found.solution->is_solved());
  EXPECT_TRUE(found.solution->certificate.passes());
  EXPECT_EQ(found.solution->numbers.at("max_torque"), 20.0);
  EXPECT_EQ(found.solution->numbers.at("gravity"), 9.81);
  EXPECT_TRUE(found.attempts.back().worked);
  EXPECT_EQ(found.attempts.back().outcome, "certified");
}

TEST(Rescue, SaysHowEachAttemptEndedWhereNothingHelps) {
  const Problem impossible = test::problem_with("double-integrator-energy", {{"max_force", 1.0}});  // 4 are wanted
  const Rescue found = rescue(impossible);
  EXPECT_FALSE(found.solution.has_value());
  ASSERT_EQ(found.attempts.size(), 3U);
  EXPECT_EQ(found.attempts[0].words, "max_force from 3 to 1");
  EXPECT_EQ(found.attempts[1].words, "duration from 1.5 to 1");
  EXPECT_EQ(found.attempts[2].words, "ends of states opened and closed again");
  for (const RescueAttempt& attempt : found.attempts) {
    EXPECT_FALSE(attempt.worked);
    EXPECT_FALSE(attempt.outcome.empty());
  }
}

// The swing-up of start 30 again, now in the place of the answer that failed.
TEST(RescueAnswer, PutsTheRescueInThePlaceOfTheAnswerAndSaysWhatWasTried) {
  const Problem problem = make_problem("acrobot-swing-up");
  SolveOptions options;
  options.guess = random_guess(problem, straight_line_guess(problem), 1, 30);
  options.solver.max_iterations = 150;
  Solution solution = solve(problem, options);
  const int before = solution.iterations;
  const std::vector<std::string> tried = rescue_answer(problem, solution, options);
  ASSERT_FALSE(tried.empty());
  EXPECT_TRUE(test::says(tried.back(), "max_torque from 60 to 20: certified ("));
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_GT(solution.iterations, before);  // all that it took
}

TEST(RescueAnswer, LeavesWhatNothingHelpsAndSaysHowEachAttemptEnded) {
  const Problem impossible = test::problem_with("double-integrator-energy", {{"max_force", 1.0}});
  Solution solution = solve(impossible);
  const Status status = solution.status;
  EXPECT_EQ(rescue_answer(impossible, solution).size(), 3U);
  EXPECT_EQ(solution.status, status);
}

TEST(RescueAnswer, LeavesACertifiedAnswerAndOneThatWantsAFinerMesh) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Solution right = solve(problem), coarse = test::solved(problem, 20);
  ASSERT_TRUE(right.certificate.passes());
  EXPECT_TRUE(rescue_answer(problem, right).empty());
  ASSERT_FALSE(coarse.certificate.passes());
  EXPECT_EQ(rescue_answer(problem, coarse), std::vector<std::string>{"nothing: the answer wants a finer mesh"});
}

TEST(Rescue, OpensTheEndsOfStatesByTheirDistance) {
  const Problem problem = make_problem("double-integrator-energy");
  const Problem open = with_open_ends(problem, 0.25);
  const std::vector<double> numbers = open.number_values();
  const std::vector<State>& states = open.phases()[0].states;
  EXPECT_DOUBLE_EQ(states[0].end->lower.at(numbers), 0.75);  // from 0 to 1
  EXPECT_DOUBLE_EQ(states[0].end->upper.at(numbers), 1.25);
  EXPECT_DOUBLE_EQ(states[1].end->lower.at(numbers), -0.25);  // from rest to rest
  EXPECT_LT(solve(open).objective, solve(problem).objective);
}

}  // namespace tandem::rescue_test
