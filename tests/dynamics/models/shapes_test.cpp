#include <tandem/dynamics/models.hpp>
#include <tandem/dynamics/models/all.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::shapes_test {

const Vec3<double> kOrigin = Vec3<double>::zero();

// m (3 r^2 + l^2)/12 across, m r^2/2 along: of 2 kg, 3 m and a radius of 1/2.
TEST(Shapes, OfASolidCylinderHaveItsMoments) {
  const Inertia<double> upright = models::cylinder(2, kOrigin, {0, 0, 3}, 0.5);
  const Inertia<double> lying = models::cylinder(2, {1, 0, 0}, {4, 0, 0}, 0.5);
  EXPECT_EQ(upright.mass, 2);
  EXPECT_LT((upright.com() - Vec3<double>(0, 0, 1.5)).eigen().norm(), 1e-15);
  EXPECT_LT((lying.com() - Vec3<double>(2.5, 0, 0)).eigen().norm(), 1e-15);
  EXPECT_NEAR(upright.about_com().xx, 1.625, 1e-14);
  EXPECT_NEAR(upright.about_com().zz, 0.25, 1e-14);
  EXPECT_NEAR(lying.about_com().xx, 0.25, 1e-14);
  EXPECT_NEAR(lying.about_com().yy, 1.625, 1e-14);
  EXPECT_NEAR(lying.about_com().xy, 0, 1e-14);
}

TEST(Shapes, OfACylinderWithoutRadiusAreThoseOfARod) {
  const Vec3<double> from{0.1, -0.2, 0.3}, to{0.7, 0.4, -0.5};
  const Inertia<double> thin = models::cylinder(1.5, from, to, 0), rod = Inertia<double>::rod(1.5, from, to);
  EXPECT_NEAR(thin.rotational.xx, rod.rotational.xx, 1e-15);
  EXPECT_NEAR(thin.rotational.xy, rod.rotational.xy, 1e-15);
  EXPECT_NEAR(thin.rotational.yz, rod.rotational.yz, 1e-15);
  EXPECT_NEAR(thin.rotational.zz, rod.rotational.zz, 1e-15);
}

TEST(Shapes, OfABarRunFromOnePointToTheOther) {
  const Vec3<double> from{1, 2, 3}, to{1, 2 + 0.3, 3 - 0.4};
  const VisualShape bar = models::bar_shape(from, to, 0.05);
  EXPECT_NEAR(std::get<CapsuleShape>(bar.geometry).length, 0.5, 1e-15);
  EXPECT_EQ(std::get<CapsuleShape>(bar.geometry).radius, 0.05);
  const Vec3<double> end = bar.placement.translation + bar.placement.rotation * Vec3<double>(0, 0, 0.25);
  EXPECT_LT((end - to).eigen().norm(), 1e-15);
}

TEST(Examples, SetCoordinatesAndVelocitiesByName) {
  const ModelExample acrobot = models::example(make_model("acrobot"), {{"elbow", 0.4}}, {{"shoulder", -2.0}});
  EXPECT_EQ(acrobot.q, Eigen::Vector2d(0, 0.4));
  EXPECT_EQ(acrobot.v, Eigen::Vector2d(-2, 0));
}

TEST(Examples, RefuseANameThatTheModelDoesNotHave) {
  EXPECT_TRUE(test::refuses(
      [] {
        models::example(make_model("acrobot"), {{"knee", 1.0}});
      },
      "model 'acrobot' has no number 'knee'"));
}

}  // namespace tandem::shapes_test
