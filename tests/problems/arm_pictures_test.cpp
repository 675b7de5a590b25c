#include <tandem/problems/arm_pictures.hpp>

#include <gtest/gtest.h>

#include <numbers>

namespace tandem::problems::arm_pictures_test {

TEST(DrawingArmPicture, PutsLinksEndToEndAndTracesTheHand) {
  constexpr double kRight = 0.5 * std::numbers::pi;
  const Picture picture = picture_of(DrawingArmPose{{kRight, -kRight}, {1.0, 0.5}, {0.0, 1.0}, {0.5, 1.0}});
  ASSERT_EQ(picture.traced.size(), 1U);
  EXPECT_NEAR(picture.traced[0][0], 0.5, 1e-15);
  EXPECT_NEAR(picture.traced[0][1], 1.0, 1e-15);
  EXPECT_EQ(picture.shapes.front().points, (std::vector<Picture::Point>{{0.0, 1.0, 0.0}, {0.5, 1.0, 0.0}}));
  EXPECT_FALSE(picture.view);
}

}  // namespace tandem::problems::arm_pictures_test
