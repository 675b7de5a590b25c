#include <tandem/ocp/search/homotopy/exact_solves.hpp>

#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::homotopy::exact_solves_test {

struct Asked {
  SolveOptions options;
  Problem problem;
  StagedNlp nlp;
  int iterations = 0;
  ExactSolves exact{nlp, options, iterations};

  explicit Asked(const std::string& name)
      : problem(make_problem(name)), nlp(problem, meshes_for(problem, options), options.derivatives) {}
};

TEST(ExactSolves, CountsTheIterationsOfAllAnswers) {
  Asked asked("double-integrator-energy");
  const Guess guess = asked.exact.measure();
  const NlpSolution first = asked.exact.solve(asked.nlp.unknowns_from(guess));
  const NlpSolution second = asked.exact.solve(asked.nlp.unknowns_from(guess));
  EXPECT_TRUE(is_solved(first));
  EXPECT_EQ(asked.iterations, first.iterations + second.iterations);
}

TEST(ExactSolves, TakeFewIterationsFromTheAnswerItself) {
  Asked asked("cart-pole-swing-up");
  const NlpSolution answer = asked.exact.solve(asked.nlp.unknowns_from(asked.exact.measure()));
  const NlpSolution again = asked.exact.solve_from_near(answer.unknowns);
  EXPECT_TRUE(is_solved(again));
  EXPECT_NEAR(again.objective, answer.objective, 1e-9 * answer.objective);
  EXPECT_LT(2 * again.iterations, answer.iterations);
}

TEST(ExactSolves, ChooseTheBetterOfTwoMinima) {
  Asked asked("cart-pole-swing-up");
  const Eigen::VectorXd guess = asked.nlp.unknowns_from(asked.exact.measure()),
                        zeros = Eigen::VectorXd::Zero(guess.size());
  const NlpSolution one = asked.exact.solve(guess), other = asked.exact.solve(zeros);
  ASSERT_TRUE(is_solved(one));
  for (const auto& starts : {std::vector{guess, zeros}, std::vector{zeros, guess}}) {
    const auto best = asked.exact.best_from(starts);
    ASSERT_TRUE(best.has_value());
    EXPECT_EQ(best->objective, is_solved(other) ? std::min(one.objective, other.objective) : one.objective);
  }
}

TEST(ExactSolves, HaveNoBestWhereNothingIsSolved) {
  Asked asked("double-integrator-energy");
  asked.problem.set("max_force", 3.0);
  asked.nlp.set_number("max_force", 3.0);
  asked.exact.measure();
  EXPECT_FALSE(asked.exact.best_from({Eigen::VectorXd::Zero(asked.nlp.unknowns_from(asked.exact.measure()).size())}));
}

}  // namespace tandem::homotopy::exact_solves_test
