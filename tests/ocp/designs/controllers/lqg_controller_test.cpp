#include <tandem/ocp/designs/controllers/lqg_controller.hpp>

#include <tandem/ocp/designs/controllers/mean_square.hpp>
#include <tandem/problems/controllers.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/controllers/sample_plant.hpp>
#include <support/refusal.hpp>

namespace tandem::controllers::lqg_controller_test {

using Eigen::MatrixXd;
using test::refuses;

/// The beam of `beam-controller` with a tame controller, whose truncations stabilise.
Plant beam() {
  ControllerProblem problem = problems::beam_controller();
  problem.set("sensor_noise", 0.3);
  problem.set("effort_weight", 1.0);
  return problem.objective().conditions()[0].plant;
}

double cost(const Plant& plant, const Controller& controller) {
  return MeanSquare::of(augmented(plant, controller.order()), gain_of(controller))->value();
}

TEST(LqgController, CostsWhatItsClosedLoopSays) {
  const FullOrder full = lqg_controller(beam());
  EXPECT_NEAR(cost(beam(), full.controller), full.cost, 1e-11 * full.cost);
}

TEST(LqgController, MeetsTheConditionsOfOptimalProjection) {
  // tau = 1: the Riccati equations. 10 states, of which the covariances of the fast ones are 1e-5 of the others'.
  EXPECT_LE(optimal_projection(beam(), lqg_controller(beam()).controller).worst(), 1e-8);
}

TEST(LqgController, TruncatedCostsMoreAndWholeTheSame) {
  const double least = lqg_controller(beam()).cost;
  EXPECT_GT(cost(beam(), truncated_lqg(beam(), 2)), 1.1 * least);
  EXPECT_GT(cost(beam(), truncated_lqg(beam(), 6)), least);
  EXPECT_NEAR(cost(beam(), truncated_lqg(beam(), 10)), least, 1e-9 * least);
}

TEST(LqgController, TruncatedDoesNotMeetTheConditionsOfOptimalProjection) {
  EXPECT_GT(optimal_projection(beam(), truncated_lqg(beam(), 4)).worst(), 1e-3);
}

TEST(LqgController, RefusesWhatItsEquationsHaveNoPlaceFor) {
  Plant plant = beam();
  plant.watched(1, 0) = 1.0;
  EXPECT_TRUE(refuses([&] { weights_of(plant); }, "weighs states and controls together"));
  plant = beam();
  plant.sensor_noise(0, 0) = 0.1;
  EXPECT_TRUE(refuses([&] { weights_of(plant); }, "a noise reaches both states and sensors"));
  plant = beam();
  plant.sensor_noise.setZero();
  EXPECT_TRUE(refuses([&] { lqg_controller(plant); }, "estimator: the sensors' noise is not positive definite"));
  EXPECT_TRUE(refuses([&] { truncated_lqg(beam(), 11); }, "its order is 11, it should be 1 to 10"));
  const MatrixXd none = MatrixXd::Zero(1, 1);
  EXPECT_TRUE(refuses([&] { optimal_projection(beam(), {none, none, none, MatrixXd::Ones(1, 1)}); }, "direct part D"));
}

}  // namespace tandem::controllers::lqg_controller_test
