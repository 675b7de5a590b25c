#include <tandem/ocp/search/continuation/follow.hpp>

#include <gtest/gtest.h>
#include <ocp/search/continuation/curves.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::continuation::follow_test {

using test::one;

const SpecialPoint& first_of(const Curve& curve, Special kind) {
  for (const SpecialPoint& special : curve.specials) {
    if (special.kind == kind) return special;
  }
  throw std::runtime_error("nothing of that kind: " + curve.reason);
}

/// The real root of x^3 - x + lambda = 0 above both folds.
double cubic_start() {
  double x = -1.5;
  for (int i = 0; i < 50; ++i) x -= (x * x * x - x + 1.0) / (3.0 * x * x - 1.0);
  return x;
}

TEST(Follow, PassesBothFoldsOfACubicAndLocatesThem) {
  const auto system = test::cubic();
  FollowOptions options;
  options.direction = -1.0;
  options.lower = -1.0;
  const Curve curve = follow(*system, one(cubic_start()), 1.0, options);
  EXPECT_EQ(curve.end, CurveEnd::bound) << curve.reason;
  ASSERT_EQ(curve.specials.size(), 2U);
  const double at = 2.0 / (3.0 * std::sqrt(3.0));
  EXPECT_NEAR(curve.specials[0].point.lambda, -at, 1e-10);
  EXPECT_NEAR(curve.specials[0].point.x(0), -1.0 / std::sqrt(3.0), 1e-10);
  EXPECT_NEAR(curve.specials[1].point.lambda, at, 1e-10);
  EXPECT_NEAR(curve.specials[1].point.x(0), 1.0 / std::sqrt(3.0), 1e-10);
  EXPECT_LT(std::abs(curve.specials[1].point.rate()), 1e-10);
  EXPECT_EQ(curve.points.back().lambda, -1.0);
}

TEST(Follow, FindsAndPassesTheBranchPointOfAPitchfork) {
  const auto system = test::pitchfork();
  FollowOptions options;
  options.goal = 1.0;
  const Curve curve = follow(*system, one(0.0), -0.93, options);
  EXPECT_EQ(curve.end, CurveEnd::reached);
  EXPECT_EQ(curve.points.back().lambda, 1.0);
  EXPECT_EQ(curve.points.back().x(0), 0.0);
  ASSERT_EQ(curve.count(Special::branch_point), 1);
  EXPECT_NEAR(first_of(curve, Special::branch_point).point.lambda, 0.0, 1e-10);
  EXPECT_EQ(curve.count(Special::fold), 0);
}

TEST(Follow, FindsTheFoldOfAPitchforksOtherBranchOnce) {
  // On x^2 = lambda the branch point is the fold.
  const auto system = test::pitchfork();
  FollowOptions options;
  options.direction = -1.0;
  options.upper = 1.0;
  const Curve curve = follow(*system, one(std::sqrt(0.9)), 0.9, options);
  EXPECT_EQ(curve.end, CurveEnd::bound);
  EXPECT_NEAR(curve.points.back().x(0), -1.0, 1e-10);
  EXPECT_EQ(curve.count(Special::fold), 1);
  EXPECT_NEAR(first_of(curve, Special::fold).point.lambda, 0.0, 1e-10);
}

TEST(Follow, FindsAndPassesATranscriticalPoint) {
  const auto system = test::transcritical();
  FollowOptions options;
  options.goal = 1.0;
  const Curve curve = follow(*system, one(-0.7), -0.7, options);
  EXPECT_EQ(curve.end, CurveEnd::reached);
  EXPECT_NEAR(curve.points.back().x(0), 1.0, 1e-10);  // stays on x = lambda
  ASSERT_EQ(curve.count(Special::branch_point), 1);
  EXPECT_NEAR(first_of(curve, Special::branch_point).point.lambda, 0.0, 1e-10);
}

TEST(Follow, ClosesACircleAndCountsItsTwoFolds) {
  const auto system = test::circle();
  const Curve curve = follow(*system, one(0.8), 0.6);
  EXPECT_EQ(curve.end, CurveEnd::closed) << curve.reason;
  EXPECT_NEAR(curve.points.back().lambda, 0.6, 1e-10);
  EXPECT_NEAR(curve.points.back().x(0), 0.8, 1e-10);
  ASSERT_EQ(curve.count(Special::fold), 2);
  EXPECT_NEAR(curve.specials[0].point.lambda, 1.0, 1e-10);
  EXPECT_NEAR(curve.specials[1].point.lambda, -1.0, 1e-10);
}

TEST(Follow, GoesEitherWay) {
  const auto system = test::circle();
  for (const double direction : {1.0, -1.0}) {
    FollowOptions options;
    options.direction = direction;
    options.stops_at_fold = true;
    const Curve curve = follow(*system, one(0.8), 0.6, options);
    EXPECT_EQ(curve.end, CurveEnd::fold);
    EXPECT_NEAR(curve.points.back().lambda, direction, 1e-10);
  }
}

TEST(Follow, GoesBySecantsAsWell) {
  const auto system = test::circle();
  FollowOptions options;
  options.predictor = Predictor::secant;
  options.parametrisation = Parametrisation::arclength;
  const Curve curve = follow(*system, one(0.8), 0.6, options);
  EXPECT_EQ(curve.end, CurveEnd::closed) << curve.reason;
}

TEST(Follow, RecoversItsStepAfterOneWasRejected) {
  // A bend of width 1e-3 at lambda = 0 between straight lines: x = sqrt(lambda^2 + 1e-6).
  const auto system =
      test::curve([](double x, double p) { return x - std::sqrt(p * p + 1e-6); }, [](double, double) { return 1.0; },
                  [](double, double p) { return -p / std::sqrt(p * p + 1e-6); });
  FollowOptions options;
  options.goal = 10.0;
  std::vector<StepReport> log;
  options.log = [&](const StepReport& report) { return log.push_back(report), true; };
  const Curve curve = follow(*system, one(std::sqrt(9.0 + 1e-6)), -3.0, options);
  EXPECT_EQ(curve.end, CurveEnd::reached);
  EXPECT_GE(curve.rejected, 1);
  double shortest = 1.0;
  for (const StepReport& report : log) {
    if (report.was_accepted) shortest = std::min(shortest, report.length);
  }
  EXPECT_LT(shortest, 0.01);
  EXPECT_EQ(curve.step, options.steps.greatest);
  EXPECT_EQ(log.size(), curve.points.size() - 1 + curve.rejected);
}

TEST(Follow, HitsTargetsExactlyAndLocatesEvents) {
  const auto system = test::cubic();
  FollowOptions options;
  options.direction = -1.0;
  options.lower = -1.0;
  options.targets = {0.25, -0.125};
  options.events = {{"x is 0.2", [](const Eigen::VectorXd& x, double) { return x(0) - 0.2; }}};
  const Curve curve = follow(*system, one(cubic_start()), 1.0, options);
  std::vector<double> seen;
  for (const SpecialPoint& special : curve.specials) {
    if (special.kind == Special::target) seen.push_back(special.point.lambda);
    const double x = special.point.x(0);
    EXPECT_NEAR(x * x * x - x + special.point.lambda, 0.0, 1e-13);
  }
  // Down the first branch, up the middle one, down the last: each target three times.
  EXPECT_EQ(seen, (std::vector<double>{0.25, -0.125, -0.125, 0.25, 0.25, -0.125}));
  const CurvePoint& event = first_of(curve, Special::event).point;
  EXPECT_EQ(first_of(curve, Special::event).name, "x is 0.2");
  EXPECT_NEAR(event.x(0), 0.2, 1e-12);
  EXPECT_NEAR(event.lambda, 0.2 - 0.008, 1e-12);
}

TEST(Follow, HitsTargetsThatFollowOneAnotherStepByStep) {
  // Each step ends at the next target: to be at one says nothing of the next.
  const auto system = test::curve([](double x, double p) { return x - p; }, [](double, double) { return 1.0; },
                                  [](double, double) { return -1.0; });
  FollowOptions options;
  options.targets = {0.1, 0.2, 0.3, 0.4};
  options.goal = 0.5;
  const Curve curve = follow(*system, one(0.0), 0.0, options);
  EXPECT_EQ(curve.count(Special::target), 4);
  EXPECT_EQ(curve.end, CurveEnd::reached);
  EXPECT_EQ(curve.points.back().lambda, 0.5);
}

TEST(Follow, ReachesAGoalBeyondFolds) {
  const auto system = test::cubic();
  FollowOptions options;
  options.direction = -1.0;
  options.goal = 0.0;
  const double ends[] = {-1.0, 0.0, 1.0};  // x^3 = x
  for (const int folds : {0, 1, 2}) {
    options.folds_first = folds;
    const Curve curve = follow(*system, one(cubic_start()), 1.0, options);
    EXPECT_EQ(curve.end, CurveEnd::reached);
    EXPECT_EQ(curve.points.back().lambda, 0.0);
    EXPECT_NEAR(curve.points.back().x(0), ends[folds], 1e-10);
  }
}

// ---- stops ----------------------------------------------------------------------------------------------------------

TEST(Follow, NamesTheReasonOfItsStop) {
  const auto end_with = [](const FollowOptions& options) { return follow(*test::circle(), one(0.8), 0.6, options); };
  FollowOptions options;
  options.goal = 0.9;
  EXPECT_EQ(end_with(options).reason, "reached 0.9");
  options = {};
  options.upper = 0.7;
  EXPECT_EQ(end_with(options).reason, "came to the bound 0.7");
  options = {};
  options.stops_at_fold = true;
  EXPECT_EQ(end_with(options).reason, "the path turned back at a fold");
  options = {};
  options.events = {{"noon", [](const Eigen::VectorXd& x, double) { return x(0) - 0.5; }, true}};
  EXPECT_EQ(end_with(options).end, CurveEnd::event);
  EXPECT_EQ(end_with(options).reason, "came to 'noon'");
  options = {};
  options.most_steps = 3;
  EXPECT_EQ(end_with(options).end, CurveEnd::step_limit);
  EXPECT_EQ(end_with(options).points.size(), 4U);
  options = {};
  options.log = [](const StepReport& report) { return report.step < 2; };
  EXPECT_EQ(end_with(options).end, CurveEnd::stopped);
  EXPECT_EQ(end_with(options).points.size(), 3U);
}

TEST(Follow, FailsWhereItMayNotTurn) {
  FollowOptions options;
  options.parametrisation = Parametrisation::natural;
  const Curve curve = follow(*test::circle(), one(0.8), 0.6, options);
  EXPECT_EQ(curve.end, CurveEnd::corrector_failure);
  EXPECT_NEAR(curve.points.back().lambda, 1.0, 1e-6);
  EXPECT_NE(curve.reason.find("however short the step"), std::string::npos);
}

TEST(Follow, FailsWhereFHasNoValueFurtherOn) {
  // x = sqrt(1 - lambda) as it stands: no value beyond 1, and no fold on the way.
  const auto system =
      test::curve([](double x, double p) { return x - std::pow(1.0 - p, 1.5); }, [](double, double) { return 1.0; },
                  [](double, double p) { return 1.5 * std::sqrt(1.0 - p); });
  const Curve curve = follow(*system, one(1.0), 0.0);
  EXPECT_EQ(curve.end, CurveEnd::corrector_failure);
  EXPECT_NEAR(curve.points.back().lambda, 1.0, 1e-5);
}

TEST(Follow, SaysThatItIsThereWhenTheStartIsTheGoal) {
  FollowOptions options;
  options.goal = 0.6;
  const Curve curve = follow(*test::circle(), one(0.8), 0.6, options);
  EXPECT_EQ(curve.end, CurveEnd::reached);
  EXPECT_EQ(curve.points.size(), 1U);
}

// ---- refusals -------------------------------------------------------------------------------------------------------

TEST(Follow, RefusesWhatCannotBeFollowed) {
  using tandem::test::refuses;
  const auto system = test::circle();
  const auto from = [&](const Eigen::VectorXd& x, double lambda, const FollowOptions& options = {}) {
    return [=, &system] { follow(*system, x, lambda, options); };
  };
  EXPECT_TRUE(refuses(from(one(0.8), 0.7), "the start is not on the path: F is off by 0.13"));
  EXPECT_TRUE(refuses(from(one(std::nan("")), 0.6), "the start is not finite"));
  EXPECT_TRUE(refuses(from(one(0.8), kInfinity), "the start is not finite"));
  EXPECT_TRUE(refuses(from(Eigen::VectorXd::Zero(2), 0.6), "the start has 2 unknowns, the system 1"));
  FollowOptions options;
  options.upper = 0.5;
  EXPECT_TRUE(refuses(from(one(0.8), 0.6, options), "lambda = 0.6, is outside [-inf, 0.5]"));
  options.lower = 0.7;
  EXPECT_TRUE(refuses(from(one(0.8), 0.6, options), "crossed bounds"));
  options = {};
  options.direction = 0.0;
  EXPECT_TRUE(refuses(from(one(0.8), 0.6, options), "no sign"));
  options = {};
  options.steps.first = 2.0;
  EXPECT_TRUE(refuses(from(one(0.8), 0.6, options), "not in order"));
  options = {};
  options.goal = std::nan("");
  EXPECT_TRUE(refuses(from(one(0.8), 0.6, options), "the goal nan is not a finite number"));
  Curve empty;
  EXPECT_TRUE(refuses([&] { go_on(*system, empty); }, "a path without points"));
}

}  // namespace tandem::continuation::follow_test
