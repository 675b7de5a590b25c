#include <tandem/ocp/designs/controllers/controller_problem.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/controllers/sample_plant.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::controller_problem_test {

using test::refuses;

ControllerProblem sample() {
  ControllerProblem problem("sample");
  const Number rate = problem.number({"rate", 1.0, "1/s", "", Role::constant, -5.0});
  const Number weight = problem.number({"weight", 2.0, "", "", Role::constant, 0.0});
  problem.objective([=](NumberValues k) {
    return controllers::Objective(controllers::static_form(1, 1), {{test::first_order_plant(k[rate]), k[weight]}});
  });
  return problem;
}

TEST(ControllerProblem, MakesItsObjectiveAtItsNumbers) {
  ControllerProblem problem = sample();
  EXPECT_NEAR(problem.objective().mean_squares(Eigen::VectorXd::Zero(1))->value, 2.0 * 0.5, 1e-15);
  EXPECT_TRUE(problem.is_as_stated());
  problem.set("rate", 4.0);
  EXPECT_FALSE(problem.is_as_stated());
  EXPECT_EQ(problem.value("rate"), 4.0);
  EXPECT_NEAR(problem.objective().mean_squares(Eigen::VectorXd::Zero(1))->value, 2.0 / 8.0, 1e-15);
}

TEST(ControllerProblem, RefusesNumbersThatAreNotThereOrCannotBe) {
  ControllerProblem problem = sample();
  EXPECT_TRUE(refuses([&] { problem.set("rat", 1.0); }, "did you mean 'rate'"));
  EXPECT_TRUE(refuses([&] { problem.set("weight", -1.0); }, "the value -1 is outside its bounds [0, inf]"));
  EXPECT_TRUE(refuses([&] { problem.set("weight", NAN); }, "number 'weight': the value nan is not finite"));
  EXPECT_TRUE(refuses([&] { problem.number({"rate", 1.0}); }, "problem 'sample': two numbers are called 'rate'"));
  EXPECT_TRUE(refuses([&] { problem.number({"a b", 1.0}); }, "a number has the name 'a b'; use letters"));
  EXPECT_TRUE(refuses([&] { problem.value("x"); }, "problem 'sample' has no number called 'x'"));
}

TEST(ControllerProblem, AddsItsNameToWhatItsObjectiveRefuses) {
  ControllerProblem problem = sample();
  problem.set("weight", 0.0);
  EXPECT_TRUE(refuses([&] { problem.objective(); }, "sample: controller: all weights of norms are 0"));
  EXPECT_TRUE(refuses([] { ControllerProblem("empty").objective(); }, "empty: it has no objective"));
}

}  // namespace tandem::controller_problem_test
