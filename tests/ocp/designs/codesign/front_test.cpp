#include <tandem/ocp/designs/codesign/front.hpp>

#include <gtest/gtest.h>

namespace tandem::front_test {

const std::vector<NamedNumber> kNumbers{{"width", 0.5}};

TEST(Front, GoesOverItsWeightsAndMeasuresBothCosts) {
  const Path front = front_over("lambda", {0.1, 0.5}, "hub", kNumbers);
  EXPECT_TRUE(front.is_front);
  EXPECT_EQ(front.from, 0.1);
  EXPECT_EQ(front.to, 0.5);
  EXPECT_EQ(front.numbers.at("width"), 0.5);
  const PathPoint point = on_front({0.25, 1.0, 3.0, 1.5, Eigen::Vector2d(0.1, 0.2), {}});
  EXPECT_EQ(point.value, 0.25);
  EXPECT_EQ(point.objective, 1.5);
  EXPECT_EQ(front.measure("structure_cost", point), 1.0);
  EXPECT_EQ(front.measure("control_cost", point), 3.0);
  EXPECT_EQ(point.designs, Eigen::Vector2d(0.1, 0.2));
}

TEST(Front, SaysHowManyOfItsPointsAreThere) {
  Path front = front_over("lambda", {0.1, 0.5}, "hub", kNumbers);
  Certificate passes;
  passes.lines = {{"stationarity", 1e-9, 1e-6, true, true, ""}};
  front.points = {on_front({0.1, 1.0, 1.0, 1.0, Eigen::Vector2d::Ones(), passes})};
  sum_up(front, 2, PathStatus::stopped);
  EXPECT_EQ(front.status, PathStatus::stopped);
  EXPECT_EQ(front.reason, "1 of 2 points found, 1 of them certified");
  front.points.push_back(on_front({0.5, 1.0, 1.0, 1.0, Eigen::Vector2d::Ones(), {}}));
  sum_up(front, 2, PathStatus::stopped);
  EXPECT_EQ(front.status, PathStatus::reached);
  EXPECT_EQ(front.reason, "2 of 2 points found, 1 of them certified");
}

}  // namespace tandem::front_test
