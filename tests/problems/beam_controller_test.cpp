#include <tandem/ocp/designs/controllers/design.hpp>
#include <tandem/ocp/designs/controllers/lqg_controller.hpp>
#include <tandem/problems/controllers.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::problems::beam_controller_test {

TEST(BeamController, IsFoundFromTheControllerOfTheFirstModesWhichDoesNotStabilise) {
  const controllers::Objective objective = beam_controller().objective();
  const auto found = design_controller(objective, objective.form().start());
  EXPECT_GT(found.start_abscissa, 0.0);
  EXPECT_TRUE(found.certificate.passes());
  EXPECT_NEAR(found.value, 2.29502663708, 1e-10);
  EXPECT_LE(optimal_projection(objective.conditions()[0].plant, found.controller).worst(), 1e-8);
}

TEST(BeamController, HasItsStartForItsAnswerWithoutCoupling) {
  ControllerProblem problem = beam_controller();
  problem.set("coupling", 0.0);
  const controllers::Objective objective = problem.objective();
  const auto found = first_order(objective, objective.form().start());
  EXPECT_LE(found->newton_gain, 1e-15);  // the square of a gradient's relative rounding, 1e-10, and its condition
  EXPECT_GT(found->least_curvature, 0.0);
}

TEST(BeamController, RefusesAnOddOrder) {
  ControllerProblem problem = beam_controller();
  problem.set("order", 3.0);
  EXPECT_TRUE(test::refuses([&] { problem.objective(); }, "'order' is 3, it should be an even number"));
}

}  // namespace tandem::problems::beam_controller_test
