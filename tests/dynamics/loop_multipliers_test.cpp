#include <tandem/dynamics/loop_multipliers.hpp>

#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/loop_projection.hpp>
#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/dynamics/spanning.hpp>

#include "linkages.hpp"
#include <gtest/gtest.h>

/// The other way to the motion of models with loops.
namespace tandem::loop_multipliers_test {

void expect_the_models_own_accelerations(test::LinkageCase& c, double tolerance) {
  const Model& model = c.model;
  Eigen::VectorXd tree_q(model.tree().nq()), tree_v(model.tree().nv()), tree_a(model.tree().nv()), a(model.nv());
  span(model, model.parameters(), c.ws, c.q, c.v, tree_q, tree_v);
  forward_dynamics<double>(model, model.parameters(), c.ws, c.q, c.v, c.tau, a, c.wrenches);
  LoopMultipliers multipliers(model);
  multipliers.accelerate(model.parameters(), c.ws, tree_q, tree_v, on_all_joints(model, c.tau), tree_a, c.wrenches);
  EXPECT_LT((own_velocities(model, tree_a) - a).norm(), tolerance * (1 + a.norm())) << model.name();
  const LoopEquations& equations = multipliers.equations();
  EXPECT_LT((equations.jacobian() * tree_a + equations.turning()).norm(), tolerance * (1 + tree_a.norm()));
}

TEST(LoopMultipliers, GiveTheAccelerationsOfRandomLinkages) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    test::LinkageCase c(seed);
    expect_the_models_own_accelerations(c, 1e-10);
  }
}

TEST(LoopMultipliers, GiveTheAccelerationsOfTheCollectionsLinkages) {
  for (const char* name :
       {"four-bar", "parallelogram", "slider-crank", "pin-in-slot", "cardan-shaft", "differential"}) {
    test::LinkageCase c(make_model(name), 1);
    expect_the_models_own_accelerations(c, 1e-10);
  }
}

TEST(LoopMultipliers, AreTheForcesThatAPinTakes) {
  // The rocker hangs at rest on its pin alone: by moments about its pivot the pin carries half of its weight.
  const Model model = test::four_bar();
  Workspace<double> ws(model);
  const ProjectedState state = project(model, model.neutral_configuration(), Eigen::Vector3d::Zero());
  LoopMultipliers multipliers(model);
  Eigen::VectorXd a(3);
  // Torques that hold crank and coupler alone would do so without the rocker, whose own torque is left out.
  multipliers.accelerate(model.parameters(), ws, state.q, state.v, Eigen::Vector3d(2, 0, 0), a);
  const Eigen::MatrixXd& A = multipliers.equations().jacobian();
  Eigen::MatrixXd M(3, 3);
  Eigen::VectorXd bias_force(3);
  Workspace<double> tree_ws(model.tree());
  mass_matrix(model.tree(), tree_ws, state.q, M);
  bias(model.tree(), tree_ws, state.q, state.v, bias_force);
  const Eigen::VectorXd left =
      M * a + bias_force - Eigen::Vector3d(2, 0, 0) - A.transpose() * multipliers.multipliers();
  EXPECT_LT(left.norm(), 1e-11);
}

TEST(LoopMultipliers, NameTheLoopWhoseEquationsFollowFromOthers) {
  const Model model = make_model("cardan-shaft");
  Workspace<double> ws(model);
  Eigen::VectorXd tree_q(3), tree_v(3), tree_a(3);
  span(model, model.parameters(), ws, model.neutral_configuration(), Eigen::VectorXd::Constant(1, 5.0), tree_q, tree_v);
  LoopMultipliers multipliers(model);
  multipliers.accelerate(model.parameters(), ws, tree_q, tree_v, Eigen::Vector3d(1, 0, 0), tree_a);
  EXPECT_EQ(multipliers.equations().rows(), 5);
  EXPECT_EQ(multipliers.rank(), 2);
  ASSERT_EQ(multipliers.redundant().size(), 1U);
  EXPECT_EQ(multipliers.redundant()[0].loop, "loop 'bearing'");
  EXPECT_EQ(multipliers.redundant()[0].count, 3);
}

TEST(LoopMultipliers, AreNoneOfATree) {
  const Model model = make_model("arm-7");
  test::Dice dice(1);
  const Eigen::VectorXd q = dice.vector(7), v = dice.vector(7), tau = dice.vector(7);
  Workspace<double> ws(model);
  Eigen::VectorXd a(7), expected(7);
  LoopMultipliers multipliers(model);
  multipliers.accelerate(model.parameters(), ws, q, v, tau, a);
  forward_dynamics(model, ws, q, v, tau, expected);
  EXPECT_LT((a - expected).norm(), 1e-10 * expected.norm());
  EXPECT_EQ(multipliers.rank(), 0);
}

}  // namespace tandem::loop_multipliers_test
