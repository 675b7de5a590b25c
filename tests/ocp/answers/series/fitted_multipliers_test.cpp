#include <tandem/ocp/answers/series/fitted_multipliers.hpp>

#include <tandem/ocp/search/solve.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <ocp/support/speed_limit_problem.hpp>

namespace tandem::fitted_multipliers_test {

/// A transcribed problem and IPOPT's answer.
struct Answer {
  Answer(const Problem& problem, int intervals, const std::string& transcription = "hermite-simpson")
      : nlp(problem, uniform_mesh(transcription, intervals)) {
    const Guess guess = straight_line_guess(problem);
    solution = solve_transcribed(nlp, guess, nlp.unknowns_from(guess), {}, {});
  }

  StagedNlp nlp;
  NlpSolution solution;
};

/// Largest difference of the multipliers, by their largest.
double difference(const Eigen::VectorXd& found, const Eigen::VectorXd& expected) {
  return (found - expected).cwiseAbs().maxCoeff() / expected.cwiseAbs().maxCoeff();
}

// IPOPT leaves a gradient of 1e-10 of its scaled problem; what it is multiplied by on the way to the multipliers is
// some hundreds.
TEST(FittedMultipliers, AreTheSolversOwnAtItsAnswer) {
  for (const std::string name : {"cart-pole-swing-up", "bouncing-mass", "hanging-chain", "co-design-transfer"}) {
    Answer answer(make_problem(name), 30);
    ASSERT_EQ(answer.solution.status, Status::solved) << name;
    const NlpSolution fitted = fitted_multipliers(answer.nlp, answer.solution.unknowns);
    EXPECT_LT(difference(fitted.multipliers, answer.solution.multipliers), 1e-6) << name;
    EXPECT_EQ(fitted.unknowns, answer.solution.unknowns);
    EXPECT_EQ(fitted.objective, answer.solution.objective);
  }
}

TEST(FittedMultipliers, OfPathConstraintsAreThoseThatPushAndNoOthers) {
  Answer answer(test::speed_limit_problem(test::SpeedLimit::path_constraint), 20, "trapezoid");
  const NlpSolution fitted = fitted_multipliers(answer.nlp, answer.solution.unknowns);
  EXPECT_LT(difference(fitted.multipliers, answer.solution.multipliers), 1e-5);
  const PhaseLayout& layout = answer.nlp.layout(0);
  for (int k = 0; k <= layout.intervals(); ++k) EXPECT_GE(fitted.multipliers(layout.knot_path(k)), -1e-9) << k;
  EXPECT_NEAR(fitted.multipliers(layout.knot_path(0)), 0.0, 1e-12);
}

// Position at its limit from 1/3 to 2/3; its bound pushes upwards only, and nothing pushes off it.
TEST(FittedMultipliers, OfBoundsHaveTheBoundsSign) {
  Answer answer(make_problem("bryson-denham"), 27);
  const NlpSolution fitted = fitted_multipliers(answer.nlp, answer.solution.unknowns);
  const PhaseLayout& layout = answer.nlp.layout(0);
  double most = 0.0;
  for (int k = 1; k < layout.intervals(); ++k) {
    const double push = fitted.bound_multipliers(layout.state(k));
    EXPECT_GE(push, 0.0) << k;
    if (k < 8 || k > 19) {
      EXPECT_EQ(push, 0.0) << k;
    }
    most = std::max(most, push);
  }
  EXPECT_GT(most, 1.0);
}

TEST(FittedMultipliers, LeaveOfASpoiltAnswerWhatNothingExplains) {
  Answer answer(make_problem("cart-pole-swing-up"), 30);
  Eigen::VectorXd z = answer.solution.unknowns;
  z(answer.nlp.layout(0).knot_control(10)) += 1.0;
  const auto slope_left = [&](const Eigen::VectorXd& at) {
    const NlpSolution fitted = fitted_multipliers(answer.nlp, at);
    return answer.nlp.interval_gradients(at, fitted.multipliers)(4, 10);  // by the control at the left knot
  };
  EXPECT_GT(std::abs(slope_left(z)), 100.0 * std::abs(slope_left(answer.solution.unknowns)) + 1e-3);
}

}  // namespace tandem::fitted_multipliers_test
