#include <tandem/core/picture.hpp>

#include <gtest/gtest.h>

namespace tandem::picture_test {

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

TEST(Picture, KeepsABoxByItsCentreAndThreeFaces) {
  Picture picture;
  picture.box({1.0, 2.0, 3.0}, {{{0.5, 0.0, 0.0}, {0.0, 0.2, 0.0}, {0.0, 0.0, 0.1}}}, "wing");
  const Picture::Shape& box = picture.shapes[0];
  EXPECT_EQ(box.kind, Picture::Shape::Kind::box);
  EXPECT_EQ(box.role, "wing");
  const std::vector<Picture::Point> expected{{1.0, 2.0, 3.0}, {1.5, 2.0, 3.0}, {1.0, 2.2, 3.0}, {1.0, 2.0, 3.1}};
  EXPECT_EQ(box.points, expected);
}

TEST(Picture, KeepsCylindersAndArrowsByTheirEnds) {
  Picture picture;
  picture.cylinder({0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, 0.3);
  picture.arrow({0.0, 1.0, 0.0}, {0.0, 2.0, 0.0}, 0.05, "axis-y");
  EXPECT_EQ(picture.shapes[0].kind, Picture::Shape::Kind::cylinder);
  EXPECT_EQ(picture.shapes[0].width, 0.3);
  EXPECT_EQ(picture.shapes[1].kind, Picture::Shape::Kind::arrow);
  EXPECT_EQ(picture.shapes[1].points, (std::vector<Picture::Point>{{0.0, 1.0, 0.0}, {0.0, 2.0, 0.0}}));
  EXPECT_EQ(picture.shapes[1].role, "axis-y");
}

TEST(Picture, IsFlatUnlessItAsksForAView) { EXPECT_FALSE(Picture().view); }

TEST(Picture, RemembersTracedPoints) {
  Picture picture;
  picture.trace({1.0, 2.0, 3.0});
  ASSERT_EQ(picture.traced.size(), 1U);
  EXPECT_EQ(picture.traced[0][2], 3.0);
}

}  // namespace tandem::picture_test
