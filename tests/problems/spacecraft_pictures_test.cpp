#include <tandem/problems/spacecraft_pictures.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace tandem::problems::spacecraft_pictures_test {

using Point = Picture::Point;
using Kind = Picture::Shape::Kind;

constexpr double kPi = std::numbers::pi;
constexpr double kRounding = 1e-14;
const std::array<double, 4> kUpright{1.0, 0.0, 0.0, 0.0};

void expect_near(const Point& point, const Point& expected) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(point[i], expected[i], kRounding) << i;
}

/// The first shape of a role.
const Picture::Shape& shape_of(const Picture& picture, const std::string& role) {
  for (const Picture::Shape& shape : picture.shapes) {
    if (shape.role == role) return shape;
  }
  ADD_FAILURE() << "no shape is a " << role;
  return picture.shapes.front();
}

TEST(SpacecraftPicture, StandsWithItsZAxisUp) {
  const Picture picture = picture_of(SpacecraftPose{kUpright, kUpright});
  EXPECT_TRUE(picture.view);
  const auto& z = shape_of(picture, "axis-z").points;
  expect_near(z[0], {0.0, 0.6, 0.0});
  expect_near(z[1], {0.0, 1.25, 0.0});
  expect_near(shape_of(picture, "axis-x").points[1], {1.25, 0.0, 0.0});
  expect_near(shape_of(picture, "axis-y").points[1], {0.0, 0.0, -2.4});  // away from the viewer
}

TEST(SpacecraftPicture, TurnsWithItsQuaternion) {
  const double c = std::cos(0.25 * kPi), s = std::sin(0.25 * kPi);
  const Picture picture = picture_of(SpacecraftPose{{c, 0.0, 0.0, s}, kUpright});  // a quarter turn about z
  expect_near(shape_of(picture, "axis-x").points[1], {0.0, 0.0, -1.25});
  expect_near(shape_of(picture, "axis-z").points[1], {0.0, 1.25, 0.0});
  expect_near(picture.traced.front(), {0.0, 0.0, -1.25});
  const auto& target = shape_of(picture, "target").points;  // stays: centre, then faces along x, y and z
  expect_near(target[1], {0.5, 0.0, 0.0});
  expect_near(target[3], {0.0, 0.6, 0.0});
}

TEST(WheeledSpacecraftPicture, ShowsSpeedsByTheLengthOfArrows) {
  const WheeledSpacecraftPose pose{kUpright, kUpright, {0.0, 0.0, 0.0}, {1.0, -0.5, 0.0}};
  const Picture picture = picture_of(pose);
  const auto length_of = [&](const char* role) {
    const auto& ends = shape_of(picture, role).points;
    return std::hypot(ends[1][0] - ends[0][0], ends[1][1] - ends[0][1], ends[1][2] - ends[0][2]);
  };
  EXPECT_NEAR(length_of("axis-x"), 0.9, kRounding);
  EXPECT_NEAR(length_of("axis-y"), 0.45, kRounding);
  EXPECT_NEAR(length_of("axis-z"), 0.018, kRounding);  // a stump, so that the shapes stay the same over time
}

TEST(BoomedHubPicture, TurnsItsBoomsAndTracesTheirTips) {
  const auto straight = bent_boom(0.5, 2.0, [](double) { return 0.0; });
  const Picture picture = picture_of(BoomedHubPose{0.5 * kPi, 0.0, 0.5, {straight, turned(straight, kPi)}});
  ASSERT_EQ(picture.traced.size(), 2U);
  expect_near(picture.traced[0], {0.0, 0.0, -2.5});
  expect_near(picture.traced[1], {0.0, 0.0, 2.5});
  const auto& line = shape_of(picture, "wing");
  EXPECT_EQ(line.kind, Kind::line);
  expect_near(line.points.front(), {0.0, 0.0, -0.5});
}

// Blevins, table 8-1: clamped at the root (no deflection, no slope), node of the second mode at 0.783 of the length.
TEST(CantileverMode, IsClampedAtTheRootAndOneAtTheTip) {
  for (int mode = 1; mode <= 4; ++mode) {
    EXPECT_NEAR(cantilever_mode(mode, 0.0), 0.0, 1e-15) << mode;
    EXPECT_NEAR(cantilever_mode(mode, 1e-6) / 1e-6, 0.0, 1e-3) << mode;
    EXPECT_NEAR(cantilever_mode(mode, 1.0), 1.0, 1e-15) << mode;
  }
  EXPECT_NEAR(cantilever_mode(2, 0.7834), 0.0, 1e-3);
  EXPECT_GT(cantilever_mode(1, 0.7834), 0.5);
}

TEST(ArmedSatellitePicture, ChainsTheLinksFromTheShoulder) {
  const ArmedSatellitePose pose{{0.1, 0.2}, 0.5 * kPi, 0.0, 0.7, {0.5 * kPi, -0.5 * kPi}, {1.0, 2.0}};
  const Picture picture = picture_of(pose);
  // The base looks along y, the upper link along -x, the forearm along y again; y is away from the viewer.
  expect_near(picture.traced.front(), {0.1 - 1.0, 0.62, -(0.2 + 0.7 + 2.0)});
  const auto& target = shape_of(picture, "target").points;
  expect_near(target[0], {0.1, 0.0, -0.2});
  expect_near(target[1], {0.6, 0.0, -0.2});  // its x face: not turned
}

}  // namespace tandem::problems::spacecraft_pictures_test
