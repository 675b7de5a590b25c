#include <tandem/ocp/search/warm_start.hpp>

#include <tandem/ocp/search/solve.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>

namespace tandem::warm_start_test {

Solution shot(int intervals) {
  SolveOptions options{.transcription = "shooting-rk4", .intervals = intervals};
  return solve(make_problem("cart-pole-swing-up"), options);
}

// On its own mesh an answer gives the multipliers of its steps back: the Lagrangian's gradient by states between the
// ends is that of the steps alone, and vanishes.
TEST(WarmStart, GivesTheMultipliersOfTheStepsBack) {
  const Solution solution = shot(30);
  StagedNlp nlp(make_problem("cart-pole-swing-up"), uniform_mesh("shooting-rk4", 30));
  const Guess guess = guess_from(solution);
  const Eigen::VectorXd z = nlp.unknowns_from(guess), multipliers = multipliers_from(nlp, guess);
  ASSERT_EQ(multipliers.size(), nlp.layout().constraints());
  const double scale = multipliers.cwiseAbs().maxCoeff();
  for (int k = 1; k < 30; ++k) {
    const Eigen::VectorXd from_left = nlp.interval_gradients(z, multipliers).col(k).head(4);
    EXPECT_LT((from_left - solution.phases[0].costates.col(k)).cwiseAbs().maxCoeff(), 1e-8 * scale) << k;
  }
}

// A costate on 30 steps read at 60 knots is off by the second order of the step, 1/30.
TEST(WarmStart, ReadsCostatesAtOtherKnots) {
  const Solution coarse = shot(30), fine = shot(60);
  StagedNlp nlp(make_problem("cart-pole-swing-up"), uniform_mesh("shooting-rk4", 60));
  const Eigen::VectorXd read = multipliers_from(nlp, guess_from(coarse)), own = multipliers_from(nlp, guess_from(fine));
  EXPECT_LT((read - own).norm(), 0.1 * own.norm());
  EXPECT_GT((read - own).norm(), 0.0);
}

TEST(WarmStart, KnowsNothingWithoutCostatesOrExplicitSteps) {
  const Problem problem = make_problem("cart-pole-swing-up");
  StagedNlp shooting(problem, uniform_mesh("shooting-rk4", 10)), collocated(problem, uniform_mesh("trapezoid", 10));
  EXPECT_EQ(multipliers_from(shooting, straight_line_guess(problem)).size(), 0);
  EXPECT_EQ(multipliers_from(collocated, guess_from(shot(30))).size(), 0);
}

}  // namespace tandem::warm_start_test
