#include <tandem/problems/sliding_pictures.hpp>

#include <gtest/gtest.h>

namespace tandem::problems::sliding_pictures_test {

using Kind = Picture::Shape::Kind;

TEST(SlidingMassesPicture, ShowsTrackTargetsSpringMassesAndForce) {
  const Picture picture = picture_of(SlidingMassesPose{{0.25, 1.5}, {1.0, 2.0}, -0.5, 0.0, 2.0});
  std::vector<std::string> roles;
  for (const auto& shape : picture.shapes) roles.push_back(shape.role);
  EXPECT_EQ(roles, (std::vector<std::string>{"ground", "target", "target", "joint", "body", "body", "joint"}));
  const auto& spring = picture.shapes[3].points;
  EXPECT_GT(spring.front()[0], 0.25);  // between the masses' edges
  EXPECT_LT(spring.back()[0], 1.5);
  for (std::size_t i = 1; i < spring.size(); ++i) EXPECT_GT(spring[i][0], spring[i - 1][0]);
  EXPECT_EQ(picture.shapes[5].points[0][0], 1.5);
  const auto& force = picture.shapes[6];
  EXPECT_EQ(force.kind, Kind::arrow);
  EXPECT_EQ(force.points[0][0], 0.25);
  EXPECT_LT(force.points[1][0], 0.25);  // it pushes to the left
}

TEST(SlidingMassesPicture, KeepsItsTrackWhileMassesMove) {
  const Picture before = picture_of(SlidingMassesPose{{0.0}, {1.0}, 1.0, 0.0, 1.0});
  const Picture after = picture_of(SlidingMassesPose{{0.7}, {1.0}, 0.2, 0.0, 1.0});
  EXPECT_EQ(before.shapes[0].points, after.shapes[0].points);
  EXPECT_EQ(before.shapes[2].width, after.shapes[2].width);
}

}  // namespace tandem::problems::sliding_pictures_test
