#include <tandem/ocp/search/homotopy/arc_search.hpp>

#include <tandem/problems/registry.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>

namespace tandem::homotopy::arc_search_test {

TEST(ArcSearch, FindsThePolishedAnswerOfAProblem) {
  const ArcSearch search = search_arcs(make_problem("double-integrator-time"), {});
  ASSERT_TRUE(search.polished.has_value()) << search.why;
  EXPECT_TRUE(is_good(*search.polished));
  EXPECT_NEAR(search.polished->solution.objective, 2.0, 1e-11);
  EXPECT_GT(search.iterations, 0);
}

// At a frequency of 12 the two inner switches are 0.03 apart from the middle one: four intervals of 80, one of 20.
TEST(ArcSearch, TakesAFinerMeshWhereSwitchesAreCloseTogether) {
  PolishOptions options;
  options.solve.intervals = 20;
  const ArcSearch search = search_arcs(test::problem_with("flexible-hub", {{"frequency", 12.0}}), options);
  ASSERT_TRUE(search.polished.has_value()) << search.why;
  EXPECT_EQ(search.polished->arcs.switches(), 3);
}

TEST(ArcSearch, SaysWhyThereAreNoArcs) {
  const ArcSearch smooth = search_arcs(make_problem("cart-pole-swing-up"), {});
  EXPECT_FALSE(smooth.polished.has_value());
  EXPECT_NE(smooth.why.find("no control jumps"), std::string::npos) << smooth.why;
  PolishOptions hasty;
  hasty.solve.solver.max_iterations = 1;
  const ArcSearch unsolved = search_arcs(make_problem("double-integrator-time"), hasty);
  EXPECT_FALSE(unsolved.polished.has_value());
  EXPECT_NE(unsolved.why.find("not solved"), std::string::npos) << unsolved.why;
}

}  // namespace tandem::homotopy::arc_search_test
