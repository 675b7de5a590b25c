#include <tandem/ocp/designs/codesign/limited_path.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/codesign/spring_problem.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::limited_path_test {

using test::refuses;
using test::says;
using test::spring_problem;

TEST(FollowLimits, ComesToWhatASolutionThereIs) {
  Codesign problem = spring_problem();
  const LimitedDesign from = lightest_design(problem, problem.start());
  const LimitedPath path = follow_limits(problem, from, {0.1, 0.2}, {0.5, 1.0});
  ASSERT_EQ(path.status, PathStatus::reached) << path.reason;
  ASSERT_EQ(path.points.size(), 2U);
  EXPECT_NEAR(path.lightest[0].limits.response, std::sqrt(0.5 * 0.2), 1e-12);
  problem.set("effort", 0.1);
  problem.set("response", 0.2);
  const LimitedDesign there = lightest_design(problem, problem.start());
  EXPECT_LE((path.lightest[1].design - there.design).norm(), 1e-7 * there.design.norm());
  EXPECT_TRUE(path.lightest[1].certificate.passes());
}

TEST(FollowLimits, ReportsEachStepByItsLimitsAndCanBeStopped) {
  const Codesign problem = spring_problem();
  const LimitedDesign from = lightest_design(problem, problem.start());
  int steps = 0;
  const LimitedPath path = follow_limits(problem, from, {0.1, 0.2}, {1.0}, [&](const LimitedProgress& progress) {
    EXPECT_GT(progress.limits.effort, 0.05);
    EXPECT_LE(progress.limits.effort, 0.1);
    EXPECT_GE(progress.limits.response, 0.2 * (1.0 - 1e-12));
    return ++steps < 2;
  });
  EXPECT_EQ(steps, 2);
  EXPECT_EQ(path.status, PathStatus::stopped);
  EXPECT_TRUE(says(path.reason, "stopped at the limits 0.0")) << path.reason;
  EXPECT_TRUE(says(path.reason, "of response: stopped by the caller")) << path.reason;
}

TEST(FollowLimits, BeginsAnewWhereTheLimitsComeToHoldTheDesign) {
  Codesign problem = spring_problem();
  problem.set("effort", 1e3);
  problem.set("response", 1e3);
  const LimitedDesign from = lightest_design(problem, problem.start());
  ASSERT_EQ(from.multiplier, 0.0);
  const LimitedPath path = follow_limits(problem, from, {0.05, 0.5}, {0.01, 0.9, 1.0});
  ASSERT_EQ(path.status, PathStatus::reached) << path.reason;
  EXPECT_FALSE(path.at(Mark::restart).empty());
  EXPECT_EQ(path.lightest[0].design, problem.lower());
  EXPECT_GT(path.lightest[1].multiplier, 0.0);
  const Codesign there = spring_problem();
  EXPECT_NEAR(path.lightest[2].structure_cost, lightest_design(there, there.start()).structure_cost, 1e-7);
}

TEST(FollowLimit, GoesOverOneLimitFromTheProblemsOwn) {
  Codesign problem = spring_problem();
  const LimitedPath path = follow_limit(problem, "response", 0.25);
  EXPECT_TRUE(is_certified(path)) << path.reason;
  EXPECT_EQ(path.over, "response");
  ASSERT_EQ(path.points.size(), 11U);
  EXPECT_EQ(path.points.front().value, 0.5);
  EXPECT_NEAR(path.points.back().value, 0.25, 1e-15);
  for (std::size_t k = 1; k < path.points.size(); ++k) {
    EXPECT_NEAR(path.points[k].value / path.points[k - 1].value, std::pow(0.5, 0.1), 1e-12);
    EXPECT_GT(path.points[k].objective, path.points[k - 1].objective);
    EXPECT_NEAR(path.measure("response", path.points[k]), path.points[k].value, 1e-8);
  }
  problem.set("response", 0.25);
  EXPECT_NEAR(path.points.back().objective, lightest_design(problem, problem.start()).structure_cost, 1e-7);
}

TEST(FollowLimit, RefusesNumbersThatAreNoLimits) {
  EXPECT_TRUE(refuses([] { follow_limit(spring_problem(), "p1", 1.0); },
                      "over its limits, 'effort' or 'response' of 'springs', not over 'p1'"));
  EXPECT_TRUE(refuses([] { follow_limit(spring_problem(), "effort", -1.0); }, "the value -1 is outside its bounds"));
}

TEST(FollowLimits, RefusesWhatMakesNoSense) {
  const Codesign problem = spring_problem();
  EXPECT_TRUE(refuses([&] { follow_limits(problem, {}, {1.0, 1.0}); }, "needs one that meets its limits"));
  const LimitedDesign from = lightest_design(problem, problem.start());
  EXPECT_TRUE(refuses([&] { follow_limits(problem, from, {1.0, 0.0}); }, "should be positive"));
  EXPECT_TRUE(refuses([&] { follow_limits(problem, from, {1.0, 1.0}, {0.5}); }, "should rise from above 0 to 1"));
}

}  // namespace tandem::limited_path_test
