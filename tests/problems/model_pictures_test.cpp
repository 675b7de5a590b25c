#include <tandem/problems/model_pictures.hpp>

#include <tandem/dynamics/models/all.hpp>

#include <gtest/gtest.h>

#include <array>
#include <numbers>

namespace tandem::problems::model_pictures_test {

using Kind = Picture::Shape::Kind;

TEST(ModelPicture, DrawsEveryShapeOfAModel) {
  const Model model = models::quadrotor().model;
  std::size_t shapes = 0;
  for (const Body& body : model.bodies()) shapes += body.shapes.size();
  Picture picture;
  const Eigen::VectorXd q = model.neutral_configuration();
  draw(picture, model, {q.data(), static_cast<std::size_t>(q.size())});
  EXPECT_EQ(picture.shapes.size(), shapes);
}

// The world's z is the picture's y: a rod along x that is turned up by a right angle about -y.
TEST(ModelPicture, PutsShapesWhereTheBodiesStand) {
  ModelBuilder builder("rod");
  builder
      .add_body("rod", "world", models::at(0.5, 0.0, 1.0), Joint::revolute("hinge", models::kPlanarAxis),
                Inertia<double>::rod(1.0, models::kOrigin, {2.0, 0.0, 0.0}))
      .add_shape("rod", models::bar_shape(models::kOrigin, {2.0, 0.0, 0.0}, 0.1))
      .add_shape("rod", models::box_shape({0.2, 0.4, 0.6}))
      .add_frame("tip", "rod", models::at(2.0, 0.0, 0.0));
  const Model model = builder.build();
  const std::array q{0.5 * std::numbers::pi};
  Picture picture;
  draw(picture, model, q);
  ASSERT_EQ(picture.shapes.size(), 2U);
  EXPECT_EQ(picture.shapes[0].kind, Kind::cylinder);
  EXPECT_EQ(picture.shapes[1].kind, Kind::box);
  const auto expect_near = [](const Picture::Point& point, const Picture::Point& wanted) {
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(point[i], wanted[i], 1e-15);
  };
  expect_near(picture.shapes[0].points[0], {0.5, 1.0, 0.0});
  expect_near(picture.shapes[0].points[1], {0.5, 3.0, 0.0});
  expect_near(place_of(model, q, model.find_frame("tip")), {0.5, 3.0, 0.0});
}

}  // namespace tandem::problems::model_pictures_test
