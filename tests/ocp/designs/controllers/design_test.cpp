#include <tandem/ocp/designs/controllers/design.hpp>

#include <tandem/problems/controllers.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/controllers/sample_plant.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::controllers::design_test {

using Eigen::VectorXd;
using test::first_order_plant;
using test::refuses;

/// One gain for a plant that is not stable by itself: the regulator's is 1 + sqrt(2).
Objective unstable() { return {static_form(1, 1), {{first_order_plant(-1.0)}}}; }

TEST(DesignController, StartsFromAnUnstableLoopByTheCostOfAFiniteHorizon) {
  const ControllerDesign found = design_controller(unstable(), VectorXd::Zero(1));
  EXPECT_TRUE(found.is_solved);
  EXPECT_NEAR(found.start_abscissa, 1.0, 1e-15);
  ASSERT_FALSE(found.horizons.empty());
  EXPECT_LT(found.horizons.back().abscissa, 0.0);
  EXPECT_NEAR(found.numbers(0), -1.0 - std::sqrt(2.0), 1e-12);
}

TEST(DesignController, ServesSeveralPlantsAtOnce) {
  // (1 + k^2) (w / (2 (a + k)) + v / (2 (b + k))): its derivative is 0.
  const double w = 2.0, v = 3.0, a = -1.0, b = 0.5;
  const ControllerDesign found =
      design_controller({static_form(1, 1), {{first_order_plant(a), w}, {first_order_plant(b), v}}}, VectorXd::Zero(1));
  EXPECT_TRUE(found.is_solved);
  const double k = -found.numbers(0);
  const auto slope = [k](double weight, double rate) {
    return weight * (2.0 * k * (rate + k) - 1.0 - k * k) / std::pow(rate + k, 2);
  };
  EXPECT_NEAR(slope(w, a) + slope(v, b), 0.0, 1e-11);
  EXPECT_EQ(found.conditions.size(), 2U);
}

TEST(DesignController, SaysSoWhereNoControllerStabilises) {
  // A double integrator has no static gain of its place alone; both modes move, so nothing is wrong with the statement.
  Plant plant = first_order_plant(1.0);
  plant.a = Eigen::Matrix2d{{0.0, 1.0}, {0.0, 0.0}};
  plant.b = Eigen::Vector2d(0.0, 1.0), plant.noise = plant.b, plant.sensors = Eigen::RowVector2d(1.0, 0.0);
  plant.watched = Eigen::Matrix2d::Identity().col(0) * plant.sensors;
  const ControllerDesign found =
      design_controller({static_form(1, 1), {{plant}}}, VectorXd::Constant(1, 0.3), {.most_horizons = 4});
  EXPECT_FALSE(found.is_solved);
  EXPECT_EQ(found.horizons.size(), 4U);
  EXPECT_TRUE(test::says(found.message, "no controller was found that stabilises: after a horizon of"));
}

TEST(DesignController, RefusesAStartThatDoesNotFit) {
  EXPECT_TRUE(refuses([] { design_controller(unstable(), VectorXd::Zero(2)); }, "2 numbers are given, it has 1"));
  EXPECT_TRUE(refuses([] { design_controller(unstable(), VectorXd::Constant(1, NAN)); }, "'d_1_1' is not finite"));
  EXPECT_TRUE(refuses([] { design_controller(unstable(), VectorXd::Zero(1), {.growth = 1.0}); }, "growing by 1"));
  EXPECT_TRUE(refuses([] { design_controllers(unstable(), VectorXd::Zero(1), 0, 1); }, "0 starts"));
}

TEST(DesignControllers, KeepEachMinimumOnceTheBestFirst) {
  const Objective objective = problems::gust_alleviation().objective();
  const auto minima = design_controllers(objective, objective.form().start(), 4, 1);
  ASSERT_FALSE(minima.empty());
  EXPECT_NEAR(minima.front().value, 1.360558e-4, 1e-10);  // as many digits as are known
  for (std::size_t k = 1; k < minima.size(); ++k) EXPECT_GT(minima[k].value, minima[k - 1].value);
  for (const ControllerDesign& one : minima) EXPECT_TRUE(one.certificate.passes());
}

}  // namespace tandem::controllers::design_test
