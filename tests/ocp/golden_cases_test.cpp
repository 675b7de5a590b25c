#include <gtest/gtest.h>
#include <ocp/solved.hpp>
#include <support/refusal.hpp>

/// The certificate's golden cases beyond the smooth one: what must pass, and what it notes.
namespace tandem {
namespace {

using test::says;

std::string notes_of(const Solution& solution) {
  std::string all;
  for (const std::string& note : solution.certificate.notes) all += note + "\n";
  return all;
}

TEST(GoldenCase, OfASecondOrderSingularArcPassesWithArcAndOvershootNoted) {
  const Solution solution = solve(make_problem("singular-regulator"));
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_TRUE(says(notes_of(solution), "control 'force' is singular from 1.4"));
  EXPECT_TRUE(says(notes_of(solution), "the polynomial overshoots"));
}

TEST(GoldenCase, OfABangBangTimePassesWithTheOvershootNoted) {
  const Solution solution = solve(make_problem("two-mass-spring"));
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_TRUE(says(notes_of(solution), "control 'force' at"));
  EXPECT_TRUE(says(notes_of(solution), "the polynomial overshoots"));
}

TEST(GoldenCase, OfAQuaternionKeepsItsLength) {
  const Solution solution = solve(make_problem("bilimoria-wie"));
  EXPECT_TRUE(solution.certificate.passes());
  const Eigen::MatrixXd q = solution.phases.front().states.topRows(4);
  EXPECT_LT((q.colwise().norm().array() - 1.0).abs().maxCoeff(), 1e-8);  // collocation's own drift at 200 intervals
}

TEST(GoldenCase, OfAnIntegralConstraintHoldsTheChainsLength) {
  const Solution solution = solve(make_problem("hanging-chain"));
  EXPECT_TRUE(solution.certificate.passes());
  EXPECT_NEAR(solution.phases.front().states(1, solution.intervals()), 4.0, 1e-12);
}

// The multiplier of a quadrature state is constant: nothing depends on it.
TEST(GoldenCase, OfAnIntegralConstraintHasAConstantCostate) {
  const Eigen::RowVectorXd costate = solve(make_problem("hanging-chain")).phases.front().costates.row(1);
  EXPECT_LT(costate.maxCoeff() - costate.minCoeff(), 1e-9);
}

}  // namespace
}  // namespace tandem
