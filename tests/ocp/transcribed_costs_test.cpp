#include <tandem/ocp/transcribed_costs.hpp>

#include <gtest/gtest.h>
#include <ocp/solved.hpp>
#include <ocp/steady_push.hpp>

namespace tandem {
namespace {

// Sums of a hundred intervals in another order: some roundings.
TEST(TranscribedCosts, AreThoseOfTheNlpForEveryTranscription) {
  const Problem problem = make_problem("cart-pole-swing-up");
  for (const std::string& name : transcription_names()) {
    SolveOptions options{.transcription = name, .intervals = 40};
    options.certify = CertifyLevel::none;
    const Solution solution = solve(problem, options);
    const Eigen::VectorXd& expected = solution.phases[0].interval_costs;
    const Eigen::VectorXd costs = transcribed_costs(Played(problem, solution));
    ASSERT_EQ(costs.size(), 40) << name;
    EXPECT_LT((costs - expected).cwiseAbs().maxCoeff(), 1e-14 * expected.cwiseAbs().sum()) << name;
  }
}

// The trapezoid of u^2 = 1 on quarters of a second; whatever the answer says of it.
TEST(TranscribedCosts, AskOnlyStatesAndControls) {
  const Problem problem = test::SteadyPush{}.problem();
  Solution solution = test::steady_answer();
  EXPECT_TRUE(transcribed_costs(Played(problem, solution)).isApproxToConstant(0.25, 1e-15));
  solution.phases[0].interval_costs = Eigen::VectorXd::Constant(4, 7.0);
  EXPECT_TRUE(transcribed_costs(Played(problem, solution)).isApproxToConstant(0.25, 1e-15));
  solution.phases[0].controls(0, 2) = 3.0;  // (1 + 9) / 2 in the two intervals beside it
  const Eigen::Vector4d expected(0.25, 1.25, 1.25, 0.25);
  EXPECT_LT((transcribed_costs(Played(problem, solution)) - expected).norm(), 1e-15);
}

TEST(TranscribedCosts, AreNoneWithoutARunningCost) {
  Problem problem("end-only");
  auto phase = problem.phase<1, 1>("push");
  phase.state("x", {.start = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.end_cost([](const auto& k) { return k.x[0]; });
  EXPECT_EQ(transcribed_costs(Played(problem, test::steady_answer())), Eigen::Vector4d::Zero());
}

}  // namespace
}  // namespace tandem
