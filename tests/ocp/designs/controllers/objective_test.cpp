#include <tandem/ocp/designs/controllers/objective.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/controllers/sample_plant.hpp>
#include <support/refusal.hpp>
#include <support/ridders.hpp>

#include <cmath>

namespace tandem::controllers::objective_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::first_order_plant;
using test::refuses;

/// Two plants and one gain u = k x.
Objective two_plants(double peak) {
  return {static_form(1, 1), {{first_order_plant(1.0), 2.0, peak}, {first_order_plant(3.0), 5.0, 0.0}}};
}

TEST(Objective, WeighsItsConditions) {
  const VectorXd p = VectorXd::Constant(1, -0.5);
  const auto look = two_plants(0.25).look(p);
  ASSERT_TRUE(look);
  EXPECT_NEAR((*look)[1].mean_square, 1.25 / 7.0, 1e-15);
  EXPECT_NEAR((*look)[0].peak, 1.25 / (1.5 * 1.5), 1e-14);
  EXPECT_NEAR((*look)[1].abscissa, -3.5, 1e-14);
  EXPECT_NEAR(two_plants(0.25).value_of(*look), 2.0 * 1.25 / 3.0 + 5.0 * 1.25 / 7.0 + 0.25 * 1.25 / 2.25, 1e-14);
  EXPECT_NEAR(two_plants(0.25).mean_squares(p)->value, 2.0 * 1.25 / 3.0 + 5.0 * 1.25 / 7.0, 1e-14);
}

TEST(Objective, HasTheDerivativesThatDifferencesHave) {
  Plant plant = test::sample_plant();
  plant.sensor_noise.setZero();
  const Objective objective(static_form(2, 2), {{plant, 1.0, 0.5}});
  const VectorXd p = Eigen::Vector4d(0.1, -0.2, 0.3, 0.1), along = Eigen::Vector4d(1.0, -0.5, 0.3, 2.0);
  const auto gradient = [&](double t) -> VectorXd { return objective.mean_squares(p + t * along)->gradient; };
  const MatrixXd hessian = objective.mean_squares(p, true)->hessian;
  EXPECT_LE((test::ridders(gradient, 0.02) - hessian * along).norm(), 1e-9 * hessian.norm());
  const auto peak_gradient = [&](double t) -> VectorXd {
    return objective.peaks_at(p + t * along, 1.0).front().squared.gradient;
  };
  // By central differences of 1e-5 of a number: rounding of 1e-16 / 1e-6.
  const MatrixXd peak_hessian = objective.peaks_at(p, 1.0, true).front().squared.hessian;
  EXPECT_LE((test::ridders(peak_gradient, 0.02) - peak_hessian * along).norm(), 1e-7 * peak_hessian.norm());
}

TEST(Objective, OfAFiniteHorizonIsALowerBoundAndExistsWhereNoOtherDoes) {
  const Objective objective = two_plants(0.0);
  const VectorXd stable = VectorXd::Constant(1, -0.5), unstable = VectorXd::Constant(1, 2.0);
  EXPECT_LT(objective.at_horizon(stable, 1.0)->value, objective.mean_squares(stable)->value);
  EXPECT_FALSE(objective.mean_squares(unstable));
  EXPECT_GT(objective.at_horizon(unstable, 1.0)->value, 0.0);
  EXPECT_FALSE(objective.is_stable(unstable));
  EXPECT_NEAR(objective.abscissa(unstable), 1.0, 1e-15);
}

TEST(Objective, CountsADecayRateAsPartOfTheLoop) {
  const Objective objective(static_form(1, 1), {{first_order_plant(1.0)}}, 0.8);
  EXPECT_NEAR(objective.abscissa(VectorXd::Zero(1)), -0.2, 1e-15);
  EXPECT_FALSE(objective.is_stable(VectorXd::Constant(1, 0.5)));
}

TEST(Objective, RefusesWhatCannotBeAsked) {
  const Plant plant = first_order_plant(1.0);
  EXPECT_TRUE(refuses([&] { Objective(Form(1, 1, 1), {{plant}}); }, "its form has no free number"));
  EXPECT_TRUE(refuses([] { Objective(static_form(1, 1), {}); }, "there is no plant to serve"));
  EXPECT_TRUE(refuses([&] { Objective(static_form(1, 1), {{plant, -1.0}}); }, "the weight -1 of a norm"));
  EXPECT_TRUE(refuses([&] { Objective(static_form(1, 1), {{plant, NAN}}); }, "the weight nan of a norm"));
  EXPECT_TRUE(refuses([&] { Objective(static_form(1, 1), {{plant, 0.0, 0.0}}); }, "all weights of norms are 0"));
  Plant blind = plant;
  blind.watched.setZero();
  EXPECT_TRUE(refuses([&] { Objective(static_form(1, 1), {{blind}}); }, "no state of the plant is watched"));
  EXPECT_TRUE(refuses([&] { Objective(static_form(2, 1), {{plant}}); }, "the plant has 1 controls and 1 sensors"));
  EXPECT_TRUE(refuses([&] { Objective(static_form(1, 1), {{plant}}, -0.1); }, "the decay rate -0.1"));
}

TEST(Objective, RefusesSensorNoiseThatReachesTheEffortDirectly) {
  Plant plant = first_order_plant(1.0);
  plant.sensor_noise(0, 0) = 0.1;
  EXPECT_TRUE(refuses([&] { Objective(static_form(1, 1), {{plant}}); },
                      "'d_1_1' leads white noise of a sensor straight to the effort"));
}

TEST(Objective, RefusesAModeThatNoControllerOfTheFormMoves) {
  // x_2' = 0.5 x_2 is sensed, but no control reaches it.
  Plant plant = first_order_plant(1.0);
  plant.a = Eigen::Vector2d(-1.0, 0.5).asDiagonal();
  plant.b = Eigen::Vector2d(1.0, 0.0);
  plant.noise = Eigen::Vector2d(1.0, 1.0);
  plant.sensors = Eigen::RowVector2d(1.0, 1.0);
  plant.watched = MatrixXd::Identity(2, 2).topRows(1).colwise().replicate(2);
  EXPECT_TRUE(refuses([&] { Objective(static_form(1, 1), {{plant}}); },
                      "no controller of this form moves the plant's mode 0.5"));
  plant.b(1) = 1e-7;  // a weak one, in its units
  EXPECT_EQ(test::refusal([&] { Objective(static_form(1, 1), {{plant}}); }), "");
}

}  // namespace tandem::controllers::objective_test
