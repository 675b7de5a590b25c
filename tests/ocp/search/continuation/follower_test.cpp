#include <tandem/ocp/search/continuation/follower.hpp>

#include <gtest/gtest.h>
#include <ocp/search/continuation/curves.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

namespace tandem::continuation::follower_test {

using test::one;

/// A curve of one point, ready to be walked.
Curve from(System& system, double x, double lambda, double step, bool is_natural = true) {
  Curve curve;
  curve.points.push_back(survey(system, Metric(system), joined(one(x), lambda), parameter_row(system.size())));
  curve.step = step;
  curve.is_natural = is_natural;
  return curve;
}

/// x = lambda^2.
std::unique_ptr<System> parabola() {
  return test::curve([](double x, double p) { return x - p * p; }, [](double, double) { return 1.0; },
                     [](double, double p) { return -2.0 * p; });
}

TEST(Follower, WritesDownEveryStepThatItTries) {
  const auto system = test::circle();
  Curve curve = from(*system, 1.0, 0.0, 0.1);
  std::vector<StepReport> log;
  FollowOptions options;
  options.steps.first = 0.1;
  options.log = [&](const StepReport& report) {
    log.push_back(report);
    return true;
  };
  Follower(*system, curve, options).run();
  EXPECT_EQ(curve.end, CurveEnd::closed);
  const auto accepted = std::count_if(log.begin(), log.end(), [](const auto& one) { return one.was_accepted; });
  EXPECT_EQ(accepted + 1, std::ssize(curve.points));
  EXPECT_EQ(std::ssize(log) - accepted, curve.rejected);
  EXPECT_GT(curve.rejected, 0);  // lambda cannot be held at a fold
  for (const CurvePoint& point : curve.points) {
    EXPECT_NEAR(point.x(0) * point.x(0) + point.lambda * point.lambda, 1.0, 1e-9);
  }
}

// The length of a step is what Newton's method makes of it: along a line it only ever grows, to the greatest.
TEST(Follower, TakesLongerStepsWhereThePredictionIsTrue) {
  const auto line = test::curve([](double x, double p) { return x - 2.0 * p; }, [](double, double) { return 1.0; },
                                [](double, double) { return -2.0; });
  Curve curve = from(*line, 0.0, 0.0, 0.01);
  FollowOptions options;
  options.goal = 10.0;
  std::vector<double> lengths;
  options.log = [&](const StepReport& report) {
    lengths.push_back(report.length);
    return true;
  };
  Follower(*line, curve, options).run();
  EXPECT_EQ(curve.end, CurveEnd::reached);
  EXPECT_EQ(curve.points.back().lambda, 10.0);
  EXPECT_EQ(curve.rejected, 0);
  EXPECT_EQ(lengths.front(), 0.01);
  EXPECT_TRUE(std::is_sorted(lengths.begin(), lengths.end() - 1));  // the last one ends at the goal
  EXPECT_EQ(*(lengths.end() - 2), options.steps.greatest);
}

// A mark makes one step short; the next one is as long as it would have been.
TEST(Follower, KeepsItsLengthBeyondAMark) {
  const auto system = parabola();
  Curve curve = from(*system, 0.0, 0.0, 0.1);
  FollowOptions options;
  options.targets = {0.103};
  options.goal = 0.5;
  options.steps.greatest = 0.1;
  std::vector<double> lengths;
  options.log = [&](const StepReport& report) {
    if (report.was_accepted) lengths.push_back(report.length);
    return true;
  };
  Follower(*system, curve, options).run();
  ASSERT_GT(lengths.size(), 3U);
  const auto shortest = std::min_element(lengths.begin() + 1, lengths.end() - 1);
  EXPECT_LT(*shortest, 0.02);
  EXPECT_GT(*(shortest + 1), 0.05);
  EXPECT_EQ(curve.count(Special::target), 1);
  EXPECT_EQ(curve.specials[0].point.lambda, 0.103);  // exactly
}

TEST(Follower, StopsAfterTheStepThatTheCallerStopsItAt) {
  const auto system = parabola();
  Curve curve = from(*system, 0.0, 0.0, 0.1);
  FollowOptions options;
  options.log = [&](const StepReport& report) { return report.step < 3; };
  Follower(*system, curve, options).run();
  EXPECT_EQ(curve.end, CurveEnd::stopped);
  EXPECT_EQ(curve.reason, "stopped by the caller");
  EXPECT_EQ(curve.points.size(), 4U);
}

TEST(Follower, TakesNoMoreStepsThanItMay) {
  const auto system = parabola();
  Curve curve = from(*system, 0.0, 0.0, 0.1);
  FollowOptions options;
  options.most_steps = 5;
  Follower(*system, curve, options).run();
  EXPECT_EQ(curve.end, CurveEnd::step_limit);
  EXPECT_EQ(curve.reason, "took all of its 5 steps");
  EXPECT_EQ(curve.points.size(), 6U);
}

// Beyond lambda = 1 there is no x with x^2 = 1 - lambda: held at fixed lambda, steps shorten until there is none.
TEST(Follower, GivesUpWhereEvenTheShortestStepFails) {
  const auto system = test::curve([](double x, double p) { return x * x + p - 1.0; },
                                  [](double x, double) { return 2.0 * x; }, [](double, double) { return 1.0; });
  Curve curve = from(*system, 1.0, 0.0, 0.1);
  FollowOptions options;
  options.parametrisation = Parametrisation::natural;
  options.steps.least = 1e-3;
  Follower(*system, curve, options).run();
  EXPECT_EQ(curve.end, CurveEnd::corrector_failure);
  EXPECT_LT(curve.step, options.steps.least);
  EXPECT_NEAR(curve.points.back().lambda, 1.0, 0.05);
  EXPECT_LT(curve.points.back().lambda, 1.0);
}

// What ended with an event may go on, and does not find the same zero again.
TEST(Follower, DoesNotFindAgainWhatItStoppedAt) {
  const auto system = parabola();
  Curve curve = from(*system, 0.0, 0.0, 0.1);
  FollowOptions options;
  options.goal = 1.0;
  options.events = {{"quarter", [](const Eigen::VectorXd& x, double) { return x(0) - 0.25; }, true}};
  Follower(*system, curve, options).run();
  ASSERT_EQ(curve.end, CurveEnd::event);
  EXPECT_NEAR(curve.points.back().lambda, 0.5, 1e-12);
  curve.end = CurveEnd::open;
  Follower(*system, curve, options).run();
  EXPECT_EQ(curve.end, CurveEnd::reached);
  EXPECT_EQ(curve.count(Special::event), 1);
}

}  // namespace tandem::continuation::follower_test
