#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/models.hpp>

#include "../random_tree.hpp"
#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace tandem::underactuated_test {

using test::Dice;

/// Cart-pole of Kelly, SIAM Review 59(4), 2017, (6.1) and (6.2).
TEST(CartPole, MovesByKellysEquations) {
  constexpr double m1 = 1, m2 = 0.3, l = 0.5, g = 9.81;
  const Model model = make_model("cart-pole");
  Workspace<double> ws(model);
  Dice dice(1);
  for (int sample = 0; sample < 100; ++sample) {
    const Eigen::VectorXd q = dice.vector(2) * 3, v = dice.vector(2) * 5;
    const double u = dice.number(-20, 20), s = std::sin(q(1)), c = std::cos(q(1)), w = v(1);
    const Eigen::Vector2d expected((l * m2 * s * w * w + u + m2 * g * c * s) / (m1 + m2 * s * s),
                                   -(l * m2 * c * s * w * w + u * c + (m1 + m2) * g * s) / (l * (m1 + m2 * s * s)));
    Eigen::VectorXd a(2);
    forward_dynamics(model, ws, q, v, Eigen::Vector2d(u, 0), a);
    EXPECT_LT((a - expected).norm(), 1e-12 * (1 + expected.norm()));
  }
}

/// Acrobot of Kelly's OptimTraj in absolute angles: the model's elbow angle is the difference of the two.
TEST(Acrobot, MovesByTheEquationsInAbsoluteAngles) {
  constexpr double m = 1, l = 0.5, g = 9.81;
  const Model model = make_model("acrobot");
  Workspace<double> ws(model);
  Dice dice(2);
  for (int sample = 0; sample < 100; ++sample) {
    const double p1 = dice.number(-3, 3), p2 = dice.number(-3, 3), w1 = dice.number(-5, 5), w2 = dice.number(-5, 5);
    const double u = dice.number(-20, 20), s = std::sin(p1 - p2), c = std::cos(p1 - p2);
    Eigen::Matrix2d M;
    M << 2 * m * l * l, m * l * l * c, m * l * l * c, m * l * l;
    const Eigen::Vector2d right(-m * l * l * s * w2 * w2 - 2 * m * g * l * std::sin(p1) - u,
                                m * l * l * s * w1 * w1 - m * g * l * std::sin(p2) + u);
    const Eigen::Vector2d absolute = M.ldlt().solve(right);
    Eigen::VectorXd a(2);
    forward_dynamics(model, ws, Eigen::Vector2d(p1, p2 - p1), Eigen::Vector2d(w1, w2 - w1), Eigen::Vector2d(0, u), a);
    EXPECT_LT((a - Eigen::Vector2d(absolute(0), absolute(1) - absolute(0))).norm(), 1e-12 * (1 + absolute.norm()));
  }
}

/// The five parameters printed by Fantoni, Lozano and Spong are those of their masses and lengths, to their digits.
TEST(Pendubot, HasThePrintedParameters) {
  const Model model = make_model("pendubot");
  Workspace<double> ws(model);
  Eigen::MatrixXd M(2, 2);
  mass_matrix(model, ws, Eigen::Vector2d(0, M_PI / 2), M);  // M = [t1 + t2 + 2 t3 c, t2 + t3 c; ., t2], c = 0
  EXPECT_NEAR(M(1, 1), 0.0106, 1e-4);
  EXPECT_NEAR(M(0, 0) - M(1, 1), 0.0308, 1e-4);
  mass_matrix(model, ws, Eigen::Vector2d(0, 0), M);
  EXPECT_NEAR(M(0, 1) - M(1, 1), 0.0095, 1e-4);
  Eigen::VectorXd tau(2);
  gravity_forces(model, ws, Eigen::Vector2d(M_PI / 2, 0), tau);  // t4 g sin q1 + t5 g sin(q1 + q2), t5 g sin(q1 + q2)
  EXPECT_NEAR((tau(0) - tau(1)) / 9.81, 0.2086, 1e-3 * 0.2086);
  EXPECT_NEAR(tau(1) / 9.81, 0.0630, 1e-3 * 0.0630);
}

TEST(Furuta, HasItsClosedMassMatrix) {
  const Model model = make_model("furuta");
  Workspace<double> ws(model);
  const double L = 0.278, l = 0.150, m = 0.075;
  const double across = m * (3 * 0.006 * 0.006 + 0.3 * 0.3) / 12, axial = m * 0.006 * 0.006 / 2;
  const double arm = 0.3 * (3 * 0.01 * 0.01 + L * L) / 12 + 0.3 * L * L / 4;
  for (const double angle : {0.0, 0.7, 2.5}) {
    Eigen::MatrixXd M(2, 2);
    mass_matrix(model, ws, Eigen::Vector2d(0.4, angle), M);
    const double s = std::sin(angle), c = std::cos(angle);
    EXPECT_NEAR(M(0, 0), arm + m * L * L + (m * l * l + across) * s * s + axial * c * c, 1e-14);
    EXPECT_NEAR(M(0, 1), m * L * l * c, 1e-14);
    EXPECT_NEAR(M(1, 1), m * l * l + across, 1e-14);
  }
}

/// Rods of 1 kg and 1 m about their ends: 5/3 + cos q2, 1/3 + cos(q2)/2, 1/3.
TEST(TwoLinkArm, HasItsClosedMassMatrix) {
  const Model model = make_model("two-link-arm");
  Workspace<double> ws(model);
  Eigen::MatrixXd M(2, 2);
  for (const double angle : {0.0, 0.5, 2.0}) {
    mass_matrix(model, ws, Eigen::Vector2d(0.3, angle), M);
    EXPECT_NEAR(M(0, 0), 5.0 / 3 + std::cos(angle), 1e-14);
    EXPECT_NEAR(M(0, 1), 1.0 / 3 + 0.5 * std::cos(angle), 1e-14);
    EXPECT_NEAR(M(1, 1), 1.0 / 3, 1e-14);
  }
}

/// The torso's middle is half a rod below the hands, a leg's half a rod below the hips: -g (1/2 + 2 * 3/2) hanging.
TEST(BranchedAcrobot, HasTwoLegsThatWeighTheSame) {
  const Model model = make_model("branched-acrobot");
  Workspace<double> ws(model);
  EXPECT_NEAR(potential_energy(model, ws, Eigen::Vector3d(0, 0, 0)), -9.81 * (0.5 + 2 * 1.5), 1e-13);
  const Eigen::Vector3d one(1.0, 0.6, -0.8), swapped(1.0, -0.8, 0.6);
  EXPECT_NEAR(potential_energy(model, ws, one), potential_energy(model, ws, swapped), 1e-13);
}

TEST(Underactuated, ModelsSayWhichJointHasNoMotor) {
  const std::pair<const char*, const char*> without[] = {{"cart-pole", "hinge"},
                                                         {"acrobot", "shoulder"},
                                                         {"pendubot", "elbow"},
                                                         {"furuta", "hinge"},
                                                         {"branched-acrobot", "hands"}};
  for (const auto& [name, joint] : without) {
    const Model model = make_model(name);
    for (const Body& body : model.bodies().subspan(1)) {
      EXPECT_EQ(body.joint.limits.effort == 0, body.joint.name == joint) << name << ", " << body.joint.name;
    }
  }
}

}  // namespace tandem::underactuated_test
