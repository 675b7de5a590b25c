/// The certificate's line left_over: jumps of costates and multipliers that nothing explains.
#include <tandem/ocp/answers/certify.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <ocp/support/speed_limit_problem.hpp>
#include <ocp/support/steady_push.hpp>

namespace tandem::certificate_left_over_test {

using test::solved;
using test::SpeedLimit;
using test::steady_answer;
using test::SteadyPush;

// ---- jumps of costates ----------------------------------------------------------------------------------------------

TEST(LeftOver, AllowsCostatesToJumpWhereABoundPushes) {
  EXPECT_LT(solved("bryson-denham", 54).certificate.line("left_over").value, 1e-6);
}

TEST(LeftOver, RefusesAJumpTheWrongWay) {
  const Problem problem = test::problem_with("bryson-denham", {{"limit", 0.2}});
  Solution solution = solved(problem, 54);
  EXPECT_LT(certify(problem, solution).line("left_over").value, 1e-6);
  solution.phases.front().costates(0, 27) += 20.0;  // the fall of 9.6 becomes a rise
  const CertificateLine line = certify(problem, solution).line("left_over");
  EXPECT_GT(line.value, 0.1);
  EXPECT_EQ(line.where, "jump of the costate of 'position' at 0.5");
}

TEST(LeftOver, RefusesAJumpWhereNoBoundPushes) {
  const Problem problem = make_problem("double-integrator-energy");
  Solution solution = solved(problem, 10);
  solution.phases.front().costates_before(0, 4) += 1.0;
  const CertificateLine line = certify(problem, solution).line("left_over");
  EXPECT_NEAR(line.value, 1.0 / 12.0, 1e-8);  // times the range of 1, over the cost
  EXPECT_EQ(line.where, "jump of the costate of 'position' at 0.4");
}

TEST(LeftOver, NamesAJumpThatNoBoundExplains) {
  Solution solution = steady_answer();
  solution.phases[0].costates(0, 2) = -2.25;
  const CertificateLine line = certify(SteadyPush{}.problem(), solution).line("left_over");
  EXPECT_NEAR(line.value, 0.25 / 2.0, 1e-14);
  EXPECT_EQ(line.where, "jump of the costate of 'x' at 0.5");
}

// ---- multipliers of path constraints --------------------------------------------------------------------------------

TEST(LeftOver, BalancesCostatesWithTheMultipliersOfPathConstraints) {
  const Certificate certificate = solved(test::speed_limit_problem(SpeedLimit::path_constraint), 20).certificate;
  EXPECT_LT(certificate.line("costates").value, 1e-6);
  EXPECT_LT(certificate.line("left_over").value, 1e-6);
  EXPECT_LT(certificate.line("transversality").value, 1e-6);
}

// A multiplier of 0.4 where the push of 1 is 1 below its limit of 2, over one second.
TEST(LeftOver, RefusesAPathConstraintThatPushesOffItsBounds) {
  Solution solution = steady_answer();
  solution.phases[0].path_multipliers.setConstant(0.4);
  const CertificateLine line = certify(SteadyPush{.has_path = true}.problem(), solution).line("left_over");
  EXPECT_NEAR(line.value, 0.4 * 1.0 / 2.0, 1e-14);
  EXPECT_EQ(line.where, "the multiplier of path constraint 'slow', off its bounds");
}

/// The speed limit as 1.25 - v within `bounds`: at the limit this is 0.
Problem gap_problem(const Range& bounds) {
  Problem problem("gap");
  auto phase = problem.phase<2, 1>("move");
  phase.state("position", {.start = 0.0, .end = 1.0});
  phase.state("speed", {.start = 0.0, .end = 0.0});
  phase.control("force", {});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.path_constraint("gap", bounds, [](const auto& k) { return 1.25 - k.x[1]; });
  return problem;
}

// The motion along the limit, certified for a statement whose bound is elsewhere: every series agrees with every
// other, only the multiplier has no right to push.
TEST(LeftOver, RefusesAPathConstraintThatPushesAwayFromItsBounds) {
  const Solution solution = solved(gap_problem({0.0, kInfinity}), 60);
  EXPECT_TRUE(certify(gap_problem({0.0, kInfinity}), solution).passes());
  const Certificate certificate = certify(gap_problem({-1.0, 1.25}), solution);
  EXPECT_FALSE(certificate.passes());
  EXPECT_GT(certificate.line("left_over").value, 0.1);
  EXPECT_GT(certify(gap_problem({-1.0, kInfinity}), solution).line("left_over").value, 0.1);
}

}  // namespace tandem::certificate_left_over_test
