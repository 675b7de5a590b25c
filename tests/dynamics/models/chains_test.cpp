#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/models.hpp>

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <string>
#include <vector>

namespace tandem::chains_test {

constexpr double kGravity = 9.81;

/// How the forces of weight grow with the coordinates where the model hangs: complex steps, exact to rounding.
Eigen::MatrixXd stiffness_hanging(const Model& model) {
  using Complex = std::complex<double>;
  constexpr double step = 1e-20;
  const int nv = model.nv();
  Workspace<Complex> ws(model);
  Eigen::MatrixXd stiffness(nv, nv);
  for (int k = 0; k < nv; ++k) {
    VectorX<Complex> q = model.neutral_configuration().cast<Complex>(), tau(nv);
    q(k) += Complex(0, step);
    gravity_forces<Complex>(model, model.parameters().cast<Complex>(), ws, q, tau);
    stiffness.col(k) = tau.imag() / step;
  }
  return stiffness;
}

/// Squares of the angular frequencies of small swings, the lowest first.
Eigen::VectorXd squared_frequencies(const std::string& name) {
  const Model model = make_model(name);
  Workspace<double> ws(model);
  Eigen::MatrixXd mass(model.nv(), model.nv());
  mass_matrix(model, ws, model.neutral_configuration(), mass);
  return Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::MatrixXd>(stiffness_hanging(model), mass).eigenvalues();
}

// A rod about its end: 3 g/(2 l). Two of them: 3 (1 -+ 2/sqrt 7) g/l, the roots of x^2 - 6 x + 27/7.
TEST(Pendulums, SwingWithTheFrequenciesOfRods) {
  EXPECT_NEAR(squared_frequencies("pendulum")(0), 1.5 * kGravity, 1e-13);
  const Eigen::VectorXd two = squared_frequencies("double-pendulum");
  EXPECT_NEAR(two(0), 3 * (1 - 2 / std::sqrt(7.0)) * kGravity, 1e-12);
  EXPECT_NEAR(two(1), 3 * (1 + 2 / std::sqrt(7.0)) * kGravity, 1e-12);
}

// Every second axis is turned: what swings about y does not see what swings about x.
TEST(Chains, OfTwoSwingInTwoPlanesThatDoNotSeeEachOther) {
  const Eigen::MatrixXd stiffness = stiffness_hanging(make_model("chain-2"));
  EXPECT_NEAR(stiffness(0, 1), 0, 1e-15);
  EXPECT_NEAR(stiffness(0, 0), 2 * kGravity, 1e-13);  // centres of mass at 1/2 and 3/2 below
  EXPECT_NEAR(stiffness(1, 1), 0.5 * kGravity, 1e-13);
  const Model model = make_model("chain-3");
  EXPECT_EQ(model.body(1).joint.axis, -Eigen::Vector3d::UnitY());
  EXPECT_EQ(model.body(2).joint.axis, Eigen::Vector3d::UnitX());
  EXPECT_EQ(model.body(3).joint.axis, -Eigen::Vector3d::UnitY());
}

// Rod i of a hanging line has its middle i - 1/2 below: the sum over N is N^2/2.
TEST(Chains, HangWithTheEnergyOfALineOfRods) {
  for (const int links : {1, 6, 40}) {
    for (const std::string family : {"chain-", "pendulum-"}) {
      const Model model = make_model(family + std::to_string(links));
      Workspace<double> ws(model);
      const double expected = -0.5 * kGravity * links * links;
      EXPECT_NEAR(potential_energy(model, ws, model.neutral_configuration()), expected, -1e-14 * expected) << family;
    }
  }
}

TEST(Chains, AreReleasedFromRestFarFromHanging) {
  const ModelExample example = make_model_example("chain-6");
  for (int i = 0; i < 6; ++i) EXPECT_EQ(example.q(i), 1.0 / (i + 1));
  EXPECT_TRUE(example.v.isZero(0));
}

TEST(Trees, BranchAsTheirNamesSay) {
  const Model binary = make_model("binary-tree-7");
  const std::vector<int> parents{0, 1, 1, 2, 2, 3, 3};
  for (int i = 1; i <= 7; ++i) EXPECT_EQ(binary.body(i).parent, parents[i - 1]) << i;
  const Model ternary = make_model("tree-10-3");
  for (int i = 2; i <= 10; ++i) EXPECT_EQ(ternary.body(i).parent, (i - 2) / 3 + 1) << i;
  const Model line = make_model("tree-5-1");
  for (int i = 1; i <= 5; ++i) EXPECT_EQ(line.body(i).parent, i - 1);
}

/// Where the end of a rod of the model stands.
Eigen::Vector3d end_of(const Model& model, int link, const Eigen::VectorXd& q) {
  Workspace<double> ws(model);
  const Eigen::VectorXd rest = Eigen::VectorXd::Zero(model.nv());
  FrameMotion<double> motion;
  frame_motion(model, ws, q, rest, rest, Frame{"end", link, Transform<double>::translated({0, 0, -1})}, motion);
  return motion.placement.translation.eigen();
}

// Three branches leaned by the same angle stand at thirds of a turn: their ends balance about the vertical.
TEST(Trees, FanTheirBranchesOutEvenly) {
  const Model model = make_model("tree-4-3");
  const Eigen::Vector4d q(0, 0.4, 0.4, 0.4);
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (int link = 2; link <= 4; ++link) {
    const Eigen::Vector3d end = end_of(model, link, q);
    EXPECT_NEAR(end.head<2>().norm(), std::sin(0.4), 1e-15) << link;
    EXPECT_NEAR(end.z(), -1 - std::cos(0.4), 1e-15) << link;
    sum += end;
  }
  EXPECT_NEAR(sum.head<2>().norm(), 0, 1e-15);
}

}  // namespace tandem::chains_test
