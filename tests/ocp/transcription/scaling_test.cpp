#include <tandem/ocp/transcription/scaling.hpp>

#include <tandem/ocp/search/solve.hpp>
#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <ocp/support/rich_problem.hpp>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

namespace tandem::scaling_test {

using test::refuses;

Scaling scaling_of(const Problem& problem, const std::map<std::string, double>& given = {}) {
  const StagedNlp nlp(problem, uniform_mesh("hermite-simpson", 4));
  return make_scaling(nlp, straight_line_guess(problem), given);
}

double size_of(const Scaling& scaling, const std::string& name) {
  for (const NamedSize& one : scaling.names) {
    if (one.name == name) return one.size;
  }
  return std::nan("");
}

TEST(Scaling, LeavesWhatIsWithinAFactorOfAHundredOfOne) {
  EXPECT_TRUE(scaling_of(make_problem("cart-pole-swing-up")).is_one());
  EXPECT_TRUE(scaling_of(test::rich_problem({.integrals = true, .second_phase = true})).is_one());
}

TEST(Scaling, TakesSizesFromEndsAndGuesses) {
  const Scaling scaling = scaling_of(test::problem_with("double-integrator-energy", {{"distance", 3e5}}));
  EXPECT_EQ(size_of(scaling, "position"), 1e5);
  EXPECT_EQ(size_of(scaling, "velocity"), 1.0);
  EXPECT_EQ(scaling.unknowns(0), 1e5);
  EXPECT_EQ(scaling.rows(0), 1e5);
  EXPECT_EQ(scaling.rows(1), 1.0);
}

TEST(Scaling, IsOverriddenByName) {
  const Problem two = test::rich_problem({.integrals = true, .second_phase = true});
  const Scaling scaling = scaling_of(two, {{"b", 10.0},
                                           {"second/d", 0.5},
                                           {"work", 4.0},
                                           {"jump", 3.0},
                                           {"mass", 2.0},
                                           {"objective", 7.0},
                                           {"only/end-time", 6.0}});
  EXPECT_EQ(size_of(scaling, "only/b"), 10.0);
  EXPECT_EQ(size_of(scaling, "second/b"), 10.0);
  EXPECT_EQ(size_of(scaling, "second/d"), 0.5);
  EXPECT_EQ(size_of(scaling, "only/work"), 4.0);
  EXPECT_EQ(size_of(scaling, "jump"), 3.0);
  EXPECT_EQ(size_of(scaling, "mass"), 2.0);
  EXPECT_EQ(size_of(scaling, "only/end-time"), 6.0);
  EXPECT_EQ(scaling.objective, 7.0);
}

TEST(Scaling, RefusesAnUnknownNameAndASizeThatIsNotPositive) {
  const Problem problem = make_problem("double-integrator-energy");
  EXPECT_TRUE(refuses(
      [&] {
        scaling_of(problem, {{"positon", 1.0}});
      },
      "scale 'positon': nothing of that name is scaled; did you mean 'position'?"));
  EXPECT_TRUE(refuses([&] { scaling_of(problem, {{"position", 0.0}}); }, "scale 'position': the size 0 must be"));
}

// In millimetres and megaseconds the problem is the same one: the answer scales, and is found.
TEST(Scaling, FindsTheSameAnswerInOtherUnits) {
  const double distance = 1e6, duration = 1e4;
  const Solution solution =
      solve(test::problem_with("double-integrator-energy", {{"distance", distance}, {"duration", duration}}));
  const double expected = 12.0 * distance * distance / (duration * duration * duration);
  EXPECT_EQ(solution.status, Status::solved);
  EXPECT_NEAR(solution.objective / expected, 1.0, 1e-9);
}

// Sizes change the way to the answer, not the answer or its multipliers.
TEST(Scaling, DoesNotMoveTheAnswer) {
  SolveOptions options;
  options.scales = {{"position", 10.0}, {"force", 5.0}, {"objective", 100.0}};
  const Problem problem = make_problem("cart-pole-swing-up");
  const Solution plain = solve(problem), scaled = solve(problem, options);
  EXPECT_NEAR(scaled.objective, plain.objective, 1e-7);
  EXPECT_TRUE(scaled.certificate.passes());
  EXPECT_LT((scaled.phases[0].costates - plain.phases[0].costates).cwiseAbs().maxCoeff(), 1e-4);
}

}  // namespace tandem::scaling_test
