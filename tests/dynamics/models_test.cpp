#include <cmath>
#include <string>

#include <gtest/gtest.h>
#include <Eigen/Cholesky>
#include <support/refusal.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/models.hpp>

#include "random_tree.hpp"

namespace tandem {
namespace {

using testing::Dice;

TEST(Models, AreAllMadeByTheNamesTheyAreListedWith) {
  const std::vector<ModelEntry> entries = model_entries();
  EXPECT_GE(entries.size(), 15U);
  for (const ModelEntry& entry : entries) {
    const ModelExample example = make_model_example(entry.example);
    EXPECT_EQ(example.q.size(), example.model.nq()) << entry.name;
    EXPECT_EQ(example.v.size(), example.model.nv()) << entry.name;
    EXPECT_FALSE(entry.title.empty()) << entry.name;
    EXPECT_FALSE(entry.source.empty()) << entry.name;
    EXPECT_NO_THROW(example.model.check(example.model.parameters())) << entry.name;
    for (const Body& body : example.model.bodies().subspan(1)) EXPECT_FALSE(body.shapes.empty()) << body.name;
  }
}

TEST(Models, HavePositiveDefiniteMassAndForwardDynamicsThatInvertsInverseDynamics) {
  Dice dice(5);
  for (const ModelEntry& entry : model_entries()) {
    const Model model = make_model(entry.example);
    Workspace<double> ws(model);
    const int nv = model.nv();
    for (int sample = 0; sample < 20; ++sample) {
      const Eigen::VectorXd q = testing::random_configuration(model, dice), v = dice.vector(nv);
      const Eigen::VectorXd tau = dice.vector(nv);
      Eigen::VectorXd a(nv), back(nv);
      Eigen::MatrixXd M(nv, nv);
      mass_matrix(model, ws, q, M);
      const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(M, Eigen::EigenvaluesOnly);
      ASSERT_GT(eigen.eigenvalues()(0), 0) << entry.name;
      const double cond = eigen.eigenvalues()(nv - 1) / eigen.eigenvalues()(0);
      forward_dynamics(model, ws, q, v, tau, a);
      inverse_dynamics(model, ws, q, v, a, back);
      EXPECT_LT((back - tau).norm(), 1e-13 * (10 + cond) * (1 + tau.norm())) << entry.name;
    }
  }
}

TEST(Models, HaveTheFreedomsTheirNamesSay) {
  EXPECT_EQ(make_model("arm-7").nv(), 7);
  EXPECT_EQ(make_model("quadruped-18").nv(), 18);
  EXPECT_EQ(make_model("humanoid-36").nv(), 36);
  EXPECT_EQ(make_model("spinning-body").nv(), 6);
  EXPECT_EQ(make_model("spacecraft-with-booms").nv(), 10);
  EXPECT_EQ(make_model("chain-17").nv(), 17);
  EXPECT_EQ(make_model("pendulum-3").nv(), 3);
  EXPECT_EQ(make_model("binary-tree-12").nv(), 12);
}

TEST(Models, OfTreesBranchAsTheirNamesSay) {
  const Model binary = make_model("binary-tree-7");
  const std::vector<int> parents{0, 1, 1, 2, 2, 3, 3};
  for (int i = 1; i <= 7; ++i) EXPECT_EQ(binary.body(i).parent, parents[i - 1]) << i;
  const Model ternary = make_model("tree-10-3");
  for (int i = 2; i <= 10; ++i) EXPECT_EQ(ternary.body(i).parent, (i - 2) / 3 + 1) << i;
  const Model line = make_model("tree-5-1");
  for (int i = 1; i <= 5; ++i) EXPECT_EQ(line.body(i).parent, i - 1);
}

double mass_of(const Model& model) {
  double mass = 0;
  for (int i = 1; i < model.body_count(); ++i) mass += model.parameters().inertia(i).mass;
  return mass;
}

TEST(Models, WeighWhatTheirSourcesSay) {
  // Winter's fractions sum to 1.000 with two of each limb's segments.
  EXPECT_NEAR(mass_of(make_model("humanoid-36")), 75, 1e-12);
  EXPECT_NEAR(mass_of(make_model("quadruped-18")), 3.3 + 4 * (0.54 + 0.634 + 0.064), 1e-12);
  EXPECT_NEAR(mass_of(make_model("spacecraft-with-booms")), 240, 1e-12);
}

TEST(Models, OfTheHumanoidStandsOnItsSoles) {
  const ModelExample e = make_model_example("humanoid-36");
  Workspace<double> ws(e.model);
  Eigen::VectorXd q = e.model.neutral_configuration();
  q(6) = e.q(6);
  FrameMotion<double> motion;
  for (const char* sole : {"left_sole", "right_sole"}) {
    frame_motion(e.model, ws, q, e.v, e.v, e.model.find_frame(sole), motion);
    EXPECT_NEAR(motion.placement.translation.z, 0, 1e-14) << sole;
  }
}

/// Cart-pole of Kelly, SIAM Review 59(4), 2017, (6.1) and (6.2).
TEST(Models, OfTheCartPoleMovesByKellysEquations) {
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
TEST(Models, OfTheAcrobotMovesByTheEquationsInAbsoluteAngles) {
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
TEST(Models, OfThePendubotHasThePrintedParameters) {
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

TEST(Models, OfTheFurutaPendulumHasItsClosedMassMatrix) {
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

TEST(Models, OfUnknownNamesAreRefusedWithTheNearest) {
  EXPECT_EQ(test::refusal([] { make_model("acrobat"); }), "no model is called 'acrobat'; did you mean 'acrobot'?");
  EXPECT_TRUE(test::says(test::refusal([] { make_model("chain"); }), "'chain-N'"));
  EXPECT_TRUE(test::says(test::refusal([] { make_model("chain-6x"); }), "no model is called 'chain-6x'"));
  EXPECT_EQ(test::refusal([] { make_model("chain-0"); }), "model 'chain-0': its numbers go from 1 to 4096");
  EXPECT_EQ(test::refusal([] { make_model("tree-5-99999999999"); }),
            "model 'tree-5-99999999999': its numbers go from 1 to 4096");
  EXPECT_TRUE(test::says(test::refusal([] { make_model(""); }), "no model is called ''"));
}

}  // namespace
}  // namespace tandem
