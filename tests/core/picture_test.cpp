#include <tandem/core/picture.hpp>

#include <gtest/gtest.h>

namespace tandem {
namespace {

TEST(Picture, KeepsShapesInTheOrderTheyWereDrawn) {
  Picture picture;
  picture.line({{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}, 0.01, "ground");
  picture.circle({0.5, 0.5, 0.0}, 0.1);
  picture.rectangle({1.0, 1.0, 0.0}, 0.4, 0.2, 0.3);
  ASSERT_EQ(picture.shapes.size(), 3U);
  EXPECT_EQ(picture.shapes[0].kind, Picture::Shape::Kind::line);
  EXPECT_EQ(picture.shapes[0].points.size(), 2U);
  EXPECT_EQ(picture.shapes[0].role, "ground");
  EXPECT_EQ(picture.shapes[1].kind, Picture::Shape::Kind::circle);
  EXPECT_EQ(picture.shapes[1].width, 0.1);
  EXPECT_EQ(picture.shapes[1].role, "body");
  EXPECT_EQ(picture.shapes[2].kind, Picture::Shape::Kind::rectangle);
  EXPECT_EQ(picture.shapes[2].height, 0.2);
  EXPECT_EQ(picture.shapes[2].angle, 0.3);
}

TEST(Picture, RemembersTracedPoints) {
  Picture picture;
  picture.trace({1.0, 2.0, 3.0});
  ASSERT_EQ(picture.traced.size(), 1U);
  EXPECT_EQ(picture.traced[0][2], 3.0);
}

}  // namespace
}  // namespace tandem
