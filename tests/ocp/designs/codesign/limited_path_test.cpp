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
  ASSERT_TRUE(path.is_complete) << path.reason;
  ASSERT_EQ(path.points.size(), 2U);
  EXPECT_NEAR(path.points[0].limits.response, std::sqrt(0.5 * 0.2), 1e-12);
  problem.set("effort", 0.1);
  problem.set("response", 0.2);
  const LimitedDesign there = lightest_design(problem, problem.start());
  EXPECT_LE((path.points[1].design - there.design).norm(), 1e-7 * there.design.norm());
  EXPECT_TRUE(path.points[1].certificate.passes());
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
  EXPECT_FALSE(path.is_complete);
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
  ASSERT_TRUE(path.is_complete) << path.reason;
  EXPECT_GE(path.restarts, 1);
  EXPECT_EQ(path.points[0].design, problem.lower());
  EXPECT_GT(path.points[1].multiplier, 0.0);
  const Codesign there = spring_problem();
  EXPECT_NEAR(path.points[2].structure_cost, lightest_design(there, there.start()).structure_cost, 1e-7);
}

TEST(FollowLimits, RefusesWhatMakesNoSense) {
  const Codesign problem = spring_problem();
  EXPECT_TRUE(refuses([&] { follow_limits(problem, {}, {1.0, 1.0}); }, "needs one that meets its limits"));
  const LimitedDesign from = lightest_design(problem, problem.start());
  EXPECT_TRUE(refuses([&] { follow_limits(problem, from, {1.0, 0.0}); }, "should be positive"));
  EXPECT_TRUE(refuses([&] { follow_limits(problem, from, {1.0, 1.0}, {0.5}); }, "should rise from above 0 to 1"));
}

}  // namespace tandem::limited_path_test
