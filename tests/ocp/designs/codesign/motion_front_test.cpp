#include <tandem/ocp/designs/codesign/motion_front.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::motion_front_test {

using test::refuses;
using test::says;

/// x' = arm u from 0 to 1 within a second takes an effort of 1 / arm^2, so that (1 - w) arm + w effort is least where
/// arm^3 = 2 w / (1 - w).
Problem lever(Role role_of_weight = Role::constant) {
  Problem problem("lever");
  problem.mesh().intervals = 4;
  const Number weight = problem.number({"weight", 0.5, "", "of effort", role_of_weight, 0.0, 1.0});
  const Number arm = problem.number({"arm", 1.0, "m", "", Role::design, 0.1, 10.0});
  auto phase = problem.phase<1, 1>("turn");
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("angle", {.start = 0.0, .end = 1.0});
  phase.control("push", {});
  phase.dynamics([=](const auto& k) { return rates(k[arm] * k.u[0]); });
  phase.running_cost([=](const auto& k) { return k[weight] * square(k.u[0]); });
  phase.end_cost([=](const auto& k) { return (1.0 - k[weight]) * k[arm]; });
  return problem;
}

TEST(MotionFront, IsTheClosedFormOfALever) {
  const Path front = motion_front(lever(), "weight");
  EXPECT_EQ(front.status, PathStatus::reached) << front.reason;
  ASSERT_EQ(front.points.size(), 11U);
  EXPECT_EQ(front.designs, std::vector<std::string>{"arm"});
  for (const PathPoint& point : front.points) {
    const double arm = std::cbrt(2.0 * point.value / (1.0 - point.value));
    EXPECT_NEAR(point.designs(0) / arm, 1.0, 1e-8) << point.value;
    EXPECT_NEAR(front.measure("structure_cost", point) / arm, 1.0, 1e-8);
    EXPECT_NEAR(front.measure("control_cost", point) * arm * arm, 1.0, 1e-8);
    EXPECT_DOUBLE_EQ(point.objective, (1.0 - point.value) * front.measure("structure_cost", point) +
                                          point.value * front.measure("control_cost", point));
    EXPECT_TRUE(point.certificate.passes());
  }
}

/// Any motion, and a place p with (p^2 - 1)^2 + (1 - w) (p + 1)^2 + w (p - 1)^2: two valleys for weights about 0.5, of
/// which the left one is deeper below it and the right one above; one elsewhere.
Problem two_valleys() {
  Problem problem("two-valleys");
  problem.mesh().intervals = 4;
  const Number weight = problem.number({"weight", 0.8, "", "", {}, 0.0, 1.0});
  const Number place = problem.number({"place", 0.9, "", "", Role::design, -2.0, 2.0});
  auto phase = problem.phase<1, 1>("move");
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("x", {.start = 0.0, .end = 1.0});
  phase.control("u", {});
  phase.dynamics([=](const auto& k) { return rates(k.u[0] + 0.0 * k[place]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.end_cost([=](const auto& k) {
    const auto p = k[place];
    return square(p * p - 1.0) + (1.0 - k[weight]) * square(p + 1.0) + k[weight] * square(p - 1.0);
  });
  return problem;
}

// From the right the front would stay in the right valley until that ends, at weights about 0.36.
TEST(MotionFront, HasTheBetterOfTwoValleysOnBothSidesOfTheJump) {
  const Path front = motion_front(two_valleys(), "weight", {.weights = {0.8, 0.6, 0.45, 0.4, 0.3, 0.2}});
  ASSERT_EQ(front.points.size(), 6U) << front.reason;
  for (const PathPoint& point : front.points) {
    const double p = point.designs(0);
    EXPECT_EQ(p > 0.0, point.value > 0.5) << point.value;
    EXPECT_NEAR(4.0 * p * p * p - 2.0 * p + 2.0 * (1.0 - 2.0 * point.value), 0.0, 1e-7) << point.value;
  }
  for (int k = 1; k < 6; ++k) {
    EXPECT_GT(front.measure("structure_cost", front.points[k]), front.measure("structure_cost", front.points[k - 1]));
    EXPECT_LT(front.measure("control_cost", front.points[k]), front.measure("control_cost", front.points[k - 1]));
  }
}

TEST(MotionFront, SaysHowItWentAndCanBeStopped) {
  int solves = 0;
  const Path front =
      motion_front(lever(), "weight", {.weights = {0.1, 0.5, 0.9}, .progress = [&](const ParetoProgress& progress) {
                                         EXPECT_EQ(progress.step, ++solves);
                                         EXPECT_TRUE(progress.was_accepted);
                                         return solves < 2;
                                       }});
  EXPECT_EQ(solves, 2);
  EXPECT_NE(front.status, PathStatus::reached);
  ASSERT_EQ(front.points.size(), 2U);
  EXPECT_EQ(front.points[0].value, 0.5);  // the stated weight is the first
  EXPECT_TRUE(says(front.reason, "2 of 3 points found, 2 of them certified; stopped")) << front.reason;
}

TEST(MotionFront, LeavesOutWhatIsNotSolved) {
  MotionFrontOptions options{.weights = {0.1, 0.5}};
  options.solve.solver.max_iterations = 0;
  const Path front = motion_front(lever(), "weight", options);
  EXPECT_NE(front.status, PathStatus::reached);
  EXPECT_TRUE(front.points.empty());
  EXPECT_TRUE(says(front.reason, "0 of 2 points found")) << front.reason;
}

TEST(MotionFront, RefusesWhatWeighsNoTwoCosts) {
  EXPECT_TRUE(refuses([] { motion_front(lever(), "weigth"); }, "no number called 'weigth'; did you mean 'weight'?"));
  EXPECT_TRUE(refuses([] { motion_front(lever(Role::design), "weight"); }, "'weight' of a front is chosen"));
  EXPECT_TRUE(refuses([] { motion_front(lever(), "weight", {.weights = {1.5}}); }, "lambda = 1.5 should be"));
  EXPECT_TRUE(refuses([] { motion_front(lever(), "weight", {.weights = {std::nan("")}}); }, "lambda = nan"));
  Problem maximised = lever();
  maximised.maximise();
  EXPECT_TRUE(refuses([&] { motion_front(maximised, "weight"); }, "'lever' is maximised: a front is of costs"));

  Problem curved("curved");
  curved.mesh().intervals = 4;
  const Number power = curved.number({"power", 0.5, "", "", {}, 0.0, 1.0});
  auto phase = curved.phase<1, 1>("turn");
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("angle", {.start = 0.0, .end = 1.0});
  phase.control("push", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([=](const auto& k) { return (1.0 + square(k[power])) * square(k.u[0]); });
  EXPECT_TRUE(refuses([&] { motion_front(curved, "power"); }, "'power' is no weight of two costs"));
}

}  // namespace tandem::motion_front_test
