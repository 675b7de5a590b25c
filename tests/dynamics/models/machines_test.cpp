#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/dynamics/simulation.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>
#include <vector>

namespace tandem::machines_test {

constexpr std::array<double, 7> kRatio{160, 160, 200, 200, 200, 200, 160};
constexpr std::array<double, 7> kSpin{0.003, 0.003, 0.0003, 0.0003, 0.0002, 0.0002, 0.0002};

Eigen::Vector3d axis_of(const Model& model, int joint) {
  return model.body(model.joint_index("joint " + std::to_string(joint))).joint.axis;
}

// Chen and Ou: rotors add mu^2 J of their own joint, and mu J z . e with each joint that carries them.
TEST(RobotResearchArm, HasItsRotorsInItsMassMatrix) {
  const Model model = make_model("robot-research-7");
  Workspace<double> ws(model), tree_ws(model.tree());
  Eigen::MatrixXd M(7, 7), tree_M(14, 14);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(7);
  mass_matrix(model, ws, zero, M);
  mass_matrix(model.tree(), tree_ws, Eigen::VectorXd::Zero(14), tree_M);
  // With rotors that do not spin in their links.
  std::vector<int> links;
  for (int i = 1; i <= 7; ++i) {
    const int joint = model.tree().joint_index("joint " + std::to_string(i));
    links.push_back(model.tree().links()[joint].v_index);
  }
  const Eigen::MatrixXd rotors = M - Eigen::MatrixXd(tree_M(links, links));
  const std::array<double, 7> diagonal{76.8, 76.8, 12, 12, 8, 8, 5.12};
  for (int i = 0; i < 7; ++i) {
    EXPECT_NEAR(rotors(i, i), diagonal[i], 1e-11) << i;
    for (int r = 0; r < i; ++r) {
      const double along = axis_of(model, r + 1).dot(axis_of(model, i + 1));
      EXPECT_NEAR(rotors(r, i), kRatio[i] * kSpin[i] * along, 1e-12) << r << " " << i;
    }
  }
}

TEST(RobotResearchArm, HasItsLinksAsTheyWeighWithTheirMotors) {
  const Model model = make_model("robot-research-7");
  double mass = 0;
  for (int i = 1; i < model.body_count(); ++i) mass += model.parameters().inertia(i).mass;
  EXPECT_NEAR(mass, 229.3 + 1, 1e-12);  // a kilogram of the first motor, on the ground
}

// Gravity is along the first joint: nothing turns the arm about it.
TEST(RobotResearchArm, KeepsItsEnergyAndItsMomentumAboutTheFirstAxis) {
  const ModelExample arm = make_model_example("robot-research-7");
  SimulationOptions options;
  options.duration = 1;
  const Simulation simulation = simulate(arm.model, arm.q, arm.v, options);
  EXPECT_LT(simulation.audit.energy, 1e-13);
  Workspace<double> ws(arm.model);
  Eigen::MatrixXd M(7, 7);
  double first = 0;
  for (const long k : {0L, simulation.time.size() - 1}) {
    mass_matrix(arm.model, ws, simulation.q.col(k), M);
    const double momentum = M.row(0).dot(simulation.v.col(k));
    if (k == 0) first = momentum;
    EXPECT_NEAR(momentum, first, 1e-12 * std::abs(first));
  }
}

TEST(GearedArm, IsTheArmWithItsMotorsInertias) {
  const Model geared = make_model("geared-arm"), plain = make_model("arm-7");
  ASSERT_EQ(geared.nq(), 7);
  ASSERT_EQ(geared.nv(), 7);
  Workspace<double> ws(geared), plain_ws(plain);
  Eigen::MatrixXd M(7, 7), arm(7, 7);
  const Eigen::VectorXd q = Eigen::VectorXd::LinSpaced(7, -1, 1);
  mass_matrix(geared, ws, q, M);
  mass_matrix(plain, plain_ws, q, arm);
  const double spin = 0.5 * 0.2 * 0.02 * 0.02;
  EXPECT_NEAR(M(6, 6) - arm(6, 6), 1e4 * spin, 1e-12);  // the last motor is all that its joint has more
}

}  // namespace tandem::machines_test
