#include <tandem/ocp/search/continuation/watch.hpp>

#include <gtest/gtest.h>

namespace tandem::continuation::watch_test {

CurvePoint point_at(double lambda, double rate) {
  CurvePoint point;
  point.x = Eigen::VectorXd::Zero(1);
  point.lambda = lambda;
  point.tangent = Eigen::Vector2d(std::sqrt(1.0 - rate * rate), rate);
  return point;
}

const Watch& watch_for(const std::vector<Watch>& watches, Special kind) {
  for (const Watch& watch : watches) {
    if (watch.kind == kind) return watch;
  }
  throw std::runtime_error("none of that kind");
}

TEST(Watch, SeesWhatIsPassedAndWhatIsComeToButNotWhatIsLeft) {
  FollowOptions options;
  options.targets = {0.5};
  const std::vector<Watch> watches = watches_for(options, {});
  const Watch& target = watch_for(watches, Special::target);
  EXPECT_TRUE(is_passed(target, point_at(0.4, 1.0), point_at(0.6, 1.0)));
  EXPECT_TRUE(is_passed(target, point_at(0.6, 1.0), point_at(0.5, 1.0)));
  EXPECT_FALSE(is_passed(target, point_at(0.5, 1.0), point_at(0.6, 1.0)));
  EXPECT_FALSE(is_passed(target, point_at(0.6, 1.0), point_at(0.7, 1.0)));
  EXPECT_TRUE(is_passed(watch_for(watches, Special::fold), point_at(0.4, 0.1), point_at(0.4, -0.1)));
}

TEST(Watch, CountsTheGoalOnlyAfterItsFolds) {
  FollowOptions options;
  options.goal = 2.0;
  options.folds_first = 1;
  Curve curve;
  EXPECT_TRUE(marks_of(options, curve).empty());
  EXPECT_EQ(watches_for(options, curve).size(), 2U);  // folds and branch points
  curve.specials.push_back({Special::fold, "", point_at(1.0, 0.0), true});
  EXPECT_EQ(marks_of(options, curve), std::vector<double>{2.0});
  const std::vector<Watch> watches = watches_for(options, curve);
  EXPECT_EQ(watches.back().end, CurveEnd::reached);
  EXPECT_EQ(watches.back().reason, "reached 2");
}

TEST(Watch, LetsTheBoundsAndChosenEventsEndThePath) {
  FollowOptions options;
  options.lower = -1.0;
  options.events = {{"a", [](const Eigen::VectorXd&, double) { return 1.0; }, true},
                    {"b", [](const Eigen::VectorXd&, double) { return 1.0; }, false}};
  const std::vector<Watch> watches = watches_for(options, {});
  ASSERT_EQ(watches.size(), 5U);
  EXPECT_EQ(watches[2].end, CurveEnd::bound);
  EXPECT_EQ(watches[3].end, CurveEnd::event);
  EXPECT_EQ(watches[4].end, CurveEnd::open);
  EXPECT_EQ(marks_of(options, {}), std::vector<double>{-1.0});
}

}  // namespace tandem::continuation::watch_test
