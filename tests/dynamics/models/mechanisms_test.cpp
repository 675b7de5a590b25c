#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/models.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>

namespace tandem::mechanisms_test {

constexpr double kGravity = 9.81;

// Worked by hand: trunk 1/3 + 2 fingers at its tip, each cos(pi/4) of its lever.
TEST(YTree, HasTheMassMatrixOfThreeRods) {
  const ModelExample y = make_model_example("y-tree");
  Workspace<double> ws(y.model);
  Eigen::MatrixXd M(3, 3);
  mass_matrix(y.model, ws, y.q, M);
  const double third = 1.0 / 3.0, coupling = third + std::sqrt(2.0) / 4;
  Eigen::Matrix3d expected;
  expected << 3 + std::sqrt(2.0), coupling, coupling, coupling, third, 0, coupling, 0, third;
  EXPECT_LT((M - expected).cwiseAbs().maxCoeff(), 1e-14);
}

// The nut's formula with the spindle's inertia alone to turn, as the table swivels, and both to lift.
TEST(JackScrew, FallsAsItsThreadLetsIt) {
  const ModelExample jack = make_model_example("jack-screw");
  Workspace<double> ws(jack.model);
  const double h = 0.02 / (2 * std::numbers::pi), m = 104, I = 4 * 0.02 * 0.02 / 2;
  Eigen::VectorXd a(2);
  forward_dynamics(jack.model, ws, jack.q, jack.v, Eigen::VectorXd::Zero(2), a);
  EXPECT_NEAR(-h * a(0), m * kGravity * h * h / (I + m * h * h), 1e-13);
  EXPECT_NEAR(a(0) + a(1), 0, 1e-12);  // the table keeps its turn
}

// Hanging straight, the energy of a line of rods.
TEST(BallAndHookeChains, HangWithTheEnergyOfALineOfRods) {
  for (const std::string family : {"ball-chain-", "hooke-chain-"}) {
    const Model model = make_model(family + "6");
    Workspace<double> ws(model);
    EXPECT_NEAR(potential_energy(model, ws, model.neutral_configuration()), -0.5 * kGravity * 36, 1e-12) << family;
  }
}

// Rotors 1 and 3 turn one way, 2 and 4 the other: no spin is left, and what falls falls.
TEST(Quadrotor, FallsWithRotorsThatBalance) {
  const ModelExample example = make_model_example("quadrotor");
  Workspace<double> ws(example.model);
  Eigen::VectorXd v = example.v, a(10);
  v.head<6>().setZero();
  EXPECT_LT(momentum(example.model, ws, example.q, v).torque.eigen().norm(), 1e-15);
  forward_dynamics(example.model, ws, example.q, example.v, Eigen::VectorXd::Zero(10), a);
  const CentreOfMass<double> centre = centre_of_mass(example.model, ws, example.q, example.v);
  EXPECT_NEAR(centre.mass, 0.5 + 4 * (0.05 + 0.01), 1e-14);
}

}  // namespace tandem::mechanisms_test
