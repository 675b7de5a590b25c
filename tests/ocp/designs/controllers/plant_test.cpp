#include <tandem/ocp/designs/controllers/plant.hpp>

#include <Eigen/LU>
#include <gtest/gtest.h>
#include <ocp/designs/controllers/sample_plant.hpp>
#include <support/random_matrix.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::controllers::plant_test {

using Eigen::MatrixXd;
using test::refuses;

TEST(Plant, WithAControllersStatesMakesADynamicControllerAGain) {
  const Plant plant = test::sample_plant();
  const MatrixXd gain = test::random_matrix(4, 4, 1);  // [D, C; B, A] of two states
  const MatrixXd d = gain.topLeftCorner(2, 2), c = gain.topRightCorner(2, 2), b = gain.bottomLeftCorner(2, 2),
                 a = gain.bottomRightCorner(2, 2);
  const Loop loop = closed(augmented(plant, 2), gain);
  MatrixXd expected(6, 6), noise(6, 3), watched(3, 6);
  expected << plant.a + plant.b * d * plant.sensors, plant.b * c, b * plant.sensors, a;
  noise << plant.noise + plant.b * d * plant.sensor_noise, b * plant.sensor_noise;
  watched << plant.watched + plant.effort * d * plant.sensors, plant.effort * c;
  EXPECT_LE((loop.a - expected).norm(), 1e-14);
  EXPECT_LE((loop.b - noise).norm(), 1e-14);
  EXPECT_LE((loop.c - watched).norm(), 1e-14);
}

TEST(Plant, IsStableOrNotWhateverTheUnitsOfItsStates) {
  const MatrixXd stable{{-1.0, 1.0}, {-1.0, -1.0}}, edge{{0.0, 1.0}, {-1.0, -1e-13}};
  for (const double unit : {1.0, 1e7, 1e-7}) {
    const MatrixXd d = Eigen::Vector2d(unit, 1.0 / unit).asDiagonal(), back = d.inverse();
    EXPECT_TRUE(is_stable(lq::Lyapunov(d * stable * back))) << unit;
    EXPECT_FALSE(is_stable(lq::Lyapunov(d * edge * back))) << unit;
  }
}

TEST(Plant, IsShiftedByADecayRate) {
  const Plant plant = test::sample_plant();
  EXPECT_LE((augmented(plant, 0, 0.5).a - plant.a - 0.5 * MatrixXd::Identity(4, 4)).norm(), 1e-15);
}

TEST(Plant, WeightsStackTheirRoots) {
  const MatrixXd root = test::random_matrix(3, 2, 2), r = MatrixXd::Constant(1, 1, 4.0);
  const auto [watched, effort] = weighted(root * root.transpose(), r);
  EXPECT_LE((watched.transpose() * watched - root * root.transpose()).norm(), 1e-14);
  EXPECT_EQ(effort(3, 0), 2.0);
}

TEST(Plant, RefusesWeightsThatAreIndefiniteOrNotSymmetric) {
  const MatrixXd one = MatrixXd::Ones(1, 1);
  EXPECT_TRUE(refuses([&] { weighted(Eigen::Vector2d(1.0, -1.0).asDiagonal(), one); }, "'Q' is indefinite"));
  EXPECT_TRUE(refuses([&] { weighted(one, -one); }, "'R' is indefinite: it has the eigenvalue -1"));
  EXPECT_TRUE(refuses([&] { weighted(Eigen::Matrix2d{{1.0, 0.5}, {0.0, 1.0}}, one); }, "'Q' is not symmetric"));
  EXPECT_TRUE(refuses([&] { weighted(one * NAN, one); }, "'Q' is not finite"));
}

TEST(Plant, RefusesMatricesThatDoNotFitOrAreNotFinite) {
  Plant plant = test::sample_plant();
  plant.sensors.resize(2, 3);
  EXPECT_TRUE(refuses([&] { check(plant); }, "'sensors' is 2 x 3, it should be 2 x 4"));
  plant = test::sample_plant();
  plant.noise(1, 1) = NAN;
  EXPECT_TRUE(refuses([&] { check(plant); }, "'noise' is not finite"));
  plant = test::sample_plant();
  plant.b.resize(4, 0);
  EXPECT_TRUE(refuses([&] { check(plant); }, "0 controls"));
  EXPECT_TRUE(refuses([&] { closed(test::sample_plant(), MatrixXd::Zero(1, 2)); }, "the gain is 1 x 2"));
}

TEST(Plant, BetweenTwoOthersIsAStraightLine) {
  Plant to = test::sample_plant();
  to.a *= 2.0;
  EXPECT_LE((between(test::sample_plant(), to, 0.25).a - 1.25 * test::sample_plant().a).norm(), 1e-15);
  EXPECT_LE((difference(test::sample_plant(), to).a - test::sample_plant().a).norm(), 1e-15);
  EXPECT_TRUE(refuses([&] { between(to, test::first_order_plant(1.0), 0.5); }, "4 x 4 in one and 1 x 1 in the other"));
}

}  // namespace tandem::controllers::plant_test
