#include <tandem/ocp/search/polish/solve_certified.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

namespace tandem::solve_certified_test {

using test::problem_with;
using test::says;

CertifiedSolve certified_from(const std::string& name, int intervals, const std::string& transcription) {
  CertifiedOptions options;
  options.solve.intervals = intervals;
  options.solve.transcription = transcription;
  return solve_certified(make_problem(name), options);
}

TEST(SolveCertified, DoesNothingMoreWhereTheFirstAnswerPasses) {
  const CertifiedSolve found = solve_certified(make_problem("cart-pole-swing-up"));
  EXPECT_TRUE(found.solution.certificate.passes());
  EXPECT_TRUE(found.done.empty());
  EXPECT_TRUE(found.solution.rounds.empty());
}

TEST(SolveCertified, RefinesACoarseMeshUntilItPasses) {
  const CertifiedSolve found = certified_from("cart-pole-swing-up", 20, "hermite-simpson");
  EXPECT_TRUE(found.solution.certificate.passes());
  ASSERT_FALSE(found.done.empty());
  EXPECT_TRUE(says(found.done[0], "refined in "));
  EXPECT_NEAR(found.solution.objective, 58.80766747, 1e-5 * 58.8);
  EXPECT_LT(found.solution.intervals(), 200);
}

TEST(SolveCertified, PassesWhereAJunctionOrASwitchLiesInsideAnInterval) {
  for (const char* name : {"bryson-denham", "double-integrator-time", "two-mass-spring"}) {
    const CertifiedSolve found = certified_from(name, 17, "radau");
    EXPECT_TRUE(found.solution.certificate.passes()) << name;
    const ReferenceValue reference = *make_problem(name).reference();
    EXPECT_NEAR(found.solution.objective, reference.objective, 2e-5 * reference.objective) << name;
  }
}

TEST(SolveCertified, KeepsTheFirstAnswerWhereTheBudgetHasEnded) {
  CertifiedOptions options;
  options.solve.intervals = 20;
  options.budget = 1e-9;
  const CertifiedSolve found = solve_certified(make_problem("cart-pole-swing-up"), options);
  EXPECT_FALSE(found.solution.certificate.passes());
  EXPECT_TRUE(found.done.empty());
}

// IPOPT takes the straight line, twenty times too dear, for an answer: its tolerance is larger than the objective.
TEST(SolveCertified, MeasuresATinyObjectiveByItsOwnSize) {
  const CertifiedSolve found = solve_certified(problem_with("hypersensitive", {{"start", 1e-5}, {"end", 1e-5}}));
  EXPECT_TRUE(found.solution.certificate.passes());
  EXPECT_NEAR(found.solution.objective, 1e-10, 1e-15);
  ASSERT_EQ(found.done.size(), 1U);
  EXPECT_TRUE(says(found.done[0], "measured by its own size"));
}

// Its first answer is an extremal of nine arcs whose switch times are a saddle.
TEST(SolveCertified, LeavesABangBangMotionThatIsNoMinimum) {
  const CertifiedSolve found = certified_from("bilimoria-wie", 100, "hermite-simpson");
  EXPECT_TRUE(found.solution.certificate.passes());
  EXPECT_NEAR(found.solution.objective, 3.24308327745, 1e-4 * 3.24);
  ASSERT_FALSE(found.done.empty());
  EXPECT_TRUE(says(found.done[0], "the first answer is no minimum"));
}

TEST(SolveCertified, RefusesABudgetOfNothing) {
  CertifiedOptions options;
  options.budget = 0.0;
  EXPECT_TRUE(
      test::refuses([&] { solve_certified(make_problem("bratu"), options); }, "the budget of 0 s must be positive"));
}

}  // namespace tandem::solve_certified_test
