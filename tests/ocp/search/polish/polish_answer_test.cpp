#include <tandem/ocp/search/polish/polish_answer.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

namespace tandem::polish_answer_test {

using test::says;
using test::solved;

// T = 2 sqrt(d / u_max), the switch half-way.
TEST(PolishAnswer, PutsThePolishedOnesInThePlaceOfProblemAndAnswer) {
  Problem problem = make_problem("double-integrator-time");
  Solution solution = solved(problem, 21);
  const int before = solution.iterations;
  const std::vector<std::string> done = polish_answer(problem, solution);
  ASSERT_FALSE(done.empty());
  EXPECT_EQ(done.back(), "the minimum principle holds along every arc");
  EXPECT_EQ(problem.phases().size(), 2U);
  EXPECT_EQ(solution.phases.size(), 2U);
  ASSERT_EQ(solution.switches.size(), 1U);
  EXPECT_NEAR(solution.switches[0].time, 1.0, 1e-10);
  EXPECT_NEAR(solution.objective, 2.0, 1e-11);
  EXPECT_GT(solution.iterations, before);  // its own and those of the first solve
}

TEST(PolishAnswer, LeavesASmoothAnswerAndSaysWhy) {
  Problem problem = make_problem("double-integrator-energy");
  Solution solution = solved(problem, 20);
  const double objective = solution.objective;
  EXPECT_EQ(polish_answer(problem, solution),
            std::vector<std::string>{"nothing: it found no time at which a control jumps or a state comes to a bound"});
  EXPECT_EQ(problem.phases().size(), 1U);
  EXPECT_EQ(solution.objective, objective);
}

// From x = 4 the problem is abnormal: polish finds the times, and confirms nothing.
TEST(PolishAnswer, LeavesAnAnswerThatItCouldNotConfirm) {
  Problem problem = make_problem("harmonic-oscillator-time");
  problem.mesh() = {.transcription = "radau", .intervals = 60, .degree = 3};
  Solution solution = solve(problem);
  const std::vector<std::string> done = polish_answer(problem, solution);
  ASSERT_FALSE(done.empty());
  EXPECT_TRUE(says(done.back(), "nothing better was found, the answer is as it was: "));
  EXPECT_EQ(problem.phases().size(), 1U);
  EXPECT_EQ(solution.intervals(), 60);
}

TEST(PolishAnswer, HasNothingToSayOfWhatWasNotSolved) {
  Problem problem = test::problem_with("double-integrator-energy", {{"max_force", 1.0}});
  Solution solution = solved(problem, 20);
  ASSERT_FALSE(solution.is_solved());
  EXPECT_TRUE(polish_answer(problem, solution).empty());
}

}  // namespace tandem::polish_answer_test
