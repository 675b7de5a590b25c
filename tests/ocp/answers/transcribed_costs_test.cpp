#include <tandem/ocp/answers/transcribed_costs.hpp>

#include <gtest/gtest.h>
#include <ocp/support/lone_flow.hpp>
#include <ocp/support/solved.hpp>

namespace tandem::transcribed_costs_test {

// What a solver says of its intervals is what its states and controls give, by every transcription in continuous time.
TEST(TranscribedCosts, AreTheSolversOwn) {
  for (const char* transcription :
       {"trapezoid", "hermite-simpson", "hermite-simpson-separated", "gauss", "radau", "midpoint"}) {
    const Problem problem = make_problem("cart-pole-swing-up");
    test::LoneFlow lone(problem, test::solved(problem, 40, transcription));  // in two groups of lanes
    const Eigen::VectorXd costs = transcribed_costs(lone.flow);
    const Eigen::VectorXd& stored = lone.solution.phases[0].interval_costs;
    ASSERT_EQ(costs.size(), 40) << transcription;
    EXPECT_LT((costs - stored).cwiseAbs().maxCoeff(), 1e-12 * stored.maxCoeff()) << transcription;
  }
}

TEST(TranscribedCosts, AreThoseThatAreMinimised) {
  Problem problem = make_problem("scalar-lqr");
  const Solution solution = test::solved(problem, 4);
  problem.maximise();
  test::LoneFlow lone(problem, solution);
  EXPECT_LT((transcribed_costs(lone.flow) + solution.phases[0].interval_costs).norm(), 1e-15);
}

TEST(TranscribedCosts, FollowTheControlsAndNotWhatIsStored) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = test::solved(problem, 8);
  solution.phases[0].controls *= 2.0;
  test::LoneFlow lone(problem, solution);
  EXPECT_NEAR(transcribed_costs(lone.flow).sum(), 4.0 * 12.0, 1e-12);
}

TEST(TranscribedCosts, AreNoneOfAnAnswerThatClaimsNone) {
  const Problem problem = make_problem("scalar-lqr");
  Solution solution = test::solved(problem, 4, "gauss");
  Solution silent = solution, bare = solution;
  silent.phases[0].interval_costs.resize(0);
  bare.phases[0].inner_states.resize(1, 0);
  test::LoneFlow without_costs(problem, silent), without_states(problem, bare);
  EXPECT_EQ(transcribed_costs(without_costs.flow).size(), 0);
  EXPECT_EQ(transcribed_costs(without_states.flow).size(), 0);
}

}  // namespace tandem::transcribed_costs_test
