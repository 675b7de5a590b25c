#include <tandem/problems/pictures.hpp>

#include <tandem/problems/all.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace tandem::pictures_test {

using problems::CartChainPose;
using problems::CartPolePose;
using problems::PendulumPose;
using problems::RotaryPose;
using problems::TwoLegPose;
using problems::TwoLinkPose;
using problems::WheelPose;
using Kind = Picture::Shape::Kind;

constexpr double kRounding = 1e-15;

void expect_near(const Picture::Point& point, double x, double y) {
  EXPECT_NEAR(point[0], x, kRounding);
  EXPECT_NEAR(point[1], y, kRounding);
  EXPECT_EQ(point[2], 0.0);
}

std::vector<std::string> roles_of(const Picture& picture) {
  std::vector<std::string> roles;
  for (const Picture::Shape& shape : picture.shapes) roles.push_back(shape.role);
  return roles;
}

/// Thicknesses, radii and widths.
std::vector<double> sizes_of(const Picture& picture) {
  std::vector<double> sizes;
  for (const Picture::Shape& shape : picture.shapes) sizes.push_back(shape.width);
  return sizes;
}

TEST(CartPolePicture, ShowsTrackTargetCartPoleAndBob) {
  const Picture picture = picture_of(CartPolePose{-0.4, 0.5 * std::numbers::pi, 0.8, 2.0, 1.0});
  EXPECT_EQ(roles_of(picture), (std::vector<std::string>{"ground", "target", "body", "body", "joint"}));
  EXPECT_EQ(sizes_of(picture), (std::vector<double>{0.01, 0.05, 0.24, 0.025, 0.045}));
  EXPECT_EQ(picture.shapes[2].height, 0.12);
  expect_near(picture.shapes[0].points[0], -2.0, -0.06);
  expect_near(picture.shapes[0].points[1], 2.0, -0.06);
  expect_near(picture.shapes[1].points[0], 1.0, 0.8);  // upright over where the cart is to be
  EXPECT_EQ(picture.shapes[2].kind, Kind::rectangle);
  expect_near(picture.shapes[2].points[0], -0.4, 0.0);
  expect_near(picture.shapes[3].points[0], -0.4, 0.0);
  expect_near(picture.shapes[3].points[1], 0.4, 0.0);  // level, to the right
  EXPECT_EQ(picture.shapes[4].points[0], picture.shapes[3].points[1]);
  EXPECT_EQ(picture.traced, std::vector<Picture::Point>{picture.shapes[4].points[0]});
}

TEST(TwoLinkPicture, ShowsTargetLinksPivotAndJoints) {
  const Picture picture = picture_of(TwoLinkPose{0.0, 0.5 * std::numbers::pi, 0.5, 0.7});
  EXPECT_EQ(roles_of(picture), (std::vector<std::string>{"target", "body", "body", "ground", "joint", "joint"}));
  EXPECT_EQ(sizes_of(picture), (std::vector<double>{0.05, 0.03, 0.025, 0.03, 0.045, 0.045}));
  expect_near(picture.shapes[0].points[0], 0.0, 1.2);
  expect_near(picture.shapes[1].points[0], 0.0, 0.0);
  expect_near(picture.shapes[1].points[1], 0.0, -0.5);  // hanging
  EXPECT_EQ(picture.shapes[2].points[0], picture.shapes[1].points[1]);
  expect_near(picture.shapes[2].points[1], 0.7, -0.5);  // level
  EXPECT_EQ(picture.traced, std::vector<Picture::Point>{picture.shapes[2].points[1]});
}

TEST(PendulumPicture, ShowsTargetRodPivotAndBob) {
  const Picture picture = picture_of(PendulumPose{-0.5 * std::numbers::pi, 0.6});
  EXPECT_EQ(roles_of(picture), (std::vector<std::string>{"target", "body", "ground", "joint"}));
  expect_near(picture.shapes[0].points[0], 0.0, 0.6);
  expect_near(picture.shapes[3].points[0], -0.6, 0.0);  // level, to the left
  EXPECT_EQ(picture.traced, std::vector<Picture::Point>{picture.shapes[3].points[0]});
}

TEST(CartChainPicture, HangsEachLinkFromTheOneBefore) {
  const Picture picture = picture_of(CartChainPose{0.5, {0.0, 0.5 * std::numbers::pi}, {0.3, 0.4}, 1.0, -0.2});
  EXPECT_EQ(roles_of(picture),
            (std::vector<std::string>{"ground", "target", "body", "body", "joint", "body", "joint"}));
  expect_near(picture.shapes[1].points[0], -0.2, 0.7);
  expect_near(picture.shapes[3].points[0], 0.5, 0.0);
  expect_near(picture.shapes[3].points[1], 0.5, -0.3);
  expect_near(picture.shapes[5].points[1], 0.9, -0.3);
  EXPECT_EQ(picture.traced, std::vector<Picture::Point>{picture.shapes[5].points[1]});
}

TEST(TwoLegPicture, ShowsTorsoLegsAndFeet) {
  constexpr double kLevel = 0.5 * std::numbers::pi;
  const Picture picture = picture_of(TwoLegPose{0.0, kLevel, -kLevel, 1.0, 0.8});
  EXPECT_EQ(roles_of(picture),
            (std::vector<std::string>{"target", "body", "body", "body", "ground", "joint", "joint", "joint"}));
  expect_near(picture.shapes[0].points[0], 0.0, 1.8);
  expect_near(picture.shapes[1].points[1], 0.0, -1.0);
  expect_near(picture.shapes[2].points[1], 0.8, -1.0);
  expect_near(picture.shapes[3].points[1], -0.8, -1.0);
  ASSERT_EQ(picture.traced.size(), 2U);
  EXPECT_EQ(picture.traced[0], picture.shapes[2].points[1]);
  EXPECT_EQ(picture.traced[1], picture.shapes[3].points[1]);
}

TEST(WheelPicture, TurnsASpokeWithTheWheel) {
  const Picture picture = picture_of(WheelPose{0.0, 0.5 * std::numbers::pi, 0.2, 0.06});
  EXPECT_EQ(roles_of(picture), (std::vector<std::string>{"target", "body", "body", "joint", "ground"}));
  EXPECT_EQ(picture.shapes[2].width, 0.06);
  expect_near(picture.shapes[2].points[0], 0.0, -0.2);
  expect_near(picture.shapes[3].points[0], 0.0, -0.2);
  expect_near(picture.shapes[3].points[1], 0.06, -0.2);
}

/// In the model's axes z is up; in a picture y is, and z comes towards the viewer.
TEST(RotaryPicture, IsInSpace) {
  constexpr double kQuarter = 0.5 * std::numbers::pi;
  const Picture ahead = picture_of(RotaryPose{0.0, kQuarter, 0.3, 0.4});  // arm to the right, pendulum level
  EXPECT_EQ(roles_of(ahead), (std::vector<std::string>{"ground", "target", "body", "body", "joint", "joint"}));
  expect_near(ahead.shapes[1].points[0], 0.3, 0.4);
  expect_near(ahead.shapes[2].points[1], 0.3, 0.0);
  EXPECT_NEAR(ahead.traced[0][0], 0.3, kRounding);
  EXPECT_NEAR(ahead.traced[0][1], 0.0, kRounding);
  EXPECT_NEAR(ahead.traced[0][2], -0.4, kRounding);                        // away from the viewer: along the model's y
  const Picture turned = picture_of(RotaryPose{kQuarter, 0.0, 0.3, 0.4});  // arm away, pendulum hanging
  EXPECT_NEAR(turned.traced[0][0], 0.0, kRounding);
  EXPECT_NEAR(turned.traced[0][1], -0.4, kRounding);
  EXPECT_NEAR(turned.traced[0][2], -0.3, kRounding);
}

Picture drawn(const Problem& problem, const std::vector<double>& x) {
  const std::vector<double> u{0.0}, numbers = problem.number_values();
  return problem.phases().front().drawing(KnotView<double>{x, u, 0.0, numbers});
}

void expect_same(const Picture& one, const Picture& other) {
  ASSERT_EQ(one.shapes.size(), other.shapes.size());
  for (std::size_t i = 0; i < one.shapes.size(); ++i) {
    EXPECT_EQ(one.shapes[i].points, other.shapes[i].points) << i;
    EXPECT_EQ(one.shapes[i].width, other.shapes[i].width) << i;
    EXPECT_EQ(one.shapes[i].role, other.shapes[i].role) << i;
  }
  EXPECT_EQ(one.traced, other.traced);
}

TEST(Pictures, OfATreeOfBodiesAreThoseOfTheEquationsByHand) {
  const std::vector<double> cart{0.3, 1.1, 0.0, 0.0};
  expect_same(drawn(problems::cart_pole_multibody(), cart), drawn(problems::cart_pole_swing_up(), cart));
  // Of the tree, the elbow's angle is that between the links.
  expect_same(drawn(problems::acrobot_multibody(), {0.5, 0.25, 0.0, 0.0}),
              drawn(problems::acrobot_swing_up(), {0.5, 0.75, 0.0, 0.0}));
}

}  // namespace tandem::pictures_test
