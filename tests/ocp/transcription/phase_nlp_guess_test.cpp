#include <tandem/ocp/transcription/phase_nlp.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_phase.hpp>
#include <ocp/support/rich_problem.hpp>
#include <support/refusal.hpp>

namespace tandem::phase_nlp_guess_test {

using test::LonePhase;
using test::two_seconds;

TEST(PhaseNlpGuess, FillsIntegralsSoThatTheirEquationsHold) {
  LonePhase lone(test::rich_problem({.integrals = true}), uniform_mesh("hermite-simpson", 4));
  lone.nlp.fill_integrals(lone.z);
  const Eigen::VectorXd rows = lone.constraints(lone.z);
  for (int k = 0; k < 4; ++k) {
    EXPECT_LT(rows.segment(lone.phase().quadrature(k), 2).cwiseAbs().maxCoeff(), 1e-15) << k;
  }
  EXPECT_EQ(lone.z(lone.phase().integral(0)), 0.0);
}

TEST(PhaseNlpGuess, FillsUnknownsFromATrajectoryOnOtherTimes) {
  LonePhase lone(two_seconds(), uniform_mesh("hermite-simpson", 2));
  PhaseGuess guess;
  guess.time = guess.control_time = Eigen::Vector2d(0.0, 10.0);
  guess.states = Eigen::RowVector2d(1.0, 3.0);
  guess.controls = Eigen::RowVector2d(4.0, 0.0);
  lone.nlp.fill_unknowns(guess, lone.z);
  for (int k = 0; k <= 2; ++k) {
    EXPECT_DOUBLE_EQ(lone.z(lone.phase().state(k)), 1.0 + k);
    EXPECT_DOUBLE_EQ(lone.z(lone.phase().knot_control(k)), 4.0 - 2.0 * k);
  }
  EXPECT_DOUBLE_EQ(lone.z(lone.phase().node_control(0, 1)), 3.0);
}

TEST(PhaseNlpGuess, NamesThePhaseAndTheFunctionThatHasNoValue) {
  Problem problem("root");
  auto phase = problem.phase<1, 1>("dive");
  phase.state("depth", {}).control("u", {});
  phase.dynamics([](const auto& k) { return rates(sqrt(k.x[0]) + k.u[0]); });
  LonePhase lone(problem, uniform_mesh("trapezoid", 1));
  const Eigen::VectorXd z = Eigen::VectorXd::Constant(lone.z.size(), -1.0);
  lone.nlp.evaluate(z, Level::jacobian);
  EXPECT_TRUE(
      test::refuses([&] { lone.nlp.require_finite(problem, z); }, "phase 'dive': the rate of state 'depth' is"));
}

}  // namespace tandem::phase_nlp_guess_test
