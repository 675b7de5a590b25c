#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/dynamics/simulation.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace tandem::spacecraft_test {

// Moments of a box: 2/12 of the other edges' squares. Euler: I w' = I w x w; with w in the box's own axes.
TEST(SpinningBody, TumblesByEulersEquations) {
  const Model model = make_model("spinning-body");
  Workspace<double> ws(model);
  const Eigen::Vector3d I = Eigen::Vector3d(0.04 + 0.01, 0.16 + 0.01, 0.16 + 0.04) / 6, w(0.3, 5.0, -0.7);
  Eigen::VectorXd v = Eigen::VectorXd::Zero(6), a(6);
  v.head<3>() = w;
  forward_dynamics(model, ws, model.neutral_configuration(), v, Eigen::VectorXd::Zero(6), a);
  const Eigen::Vector3d expected = I.cwiseProduct(w).cross(w).cwiseQuotient(I);
  EXPECT_LT((a.head<3>() - expected).norm(), 1e-14 * expected.norm());
  EXPECT_LT(a.tail<3>().norm(), 1e-15);  // nothing pulls at its centre
}

TEST(SpinningBody, SpinsNearlyAboutItsMiddleMoment) {
  const ModelExample e = make_model_example("spinning-body");
  const SymMat3<double> I = e.model.parameters().inertia(1).rotational;
  EXPECT_LT(I.xx, I.yy);
  EXPECT_LT(I.yy, I.zz);
  EXPECT_GT(e.v(1), 100 * std::abs(e.v(0)));
}

TEST(SpacecraftWithBooms, FloatsAndWeighsItsHubAndFourBooms) {
  const Model model = make_model("spacecraft-with-booms");
  double mass = 0;
  for (int i = 1; i < model.body_count(); ++i) mass += model.parameters().inertia(i).mass;
  EXPECT_EQ(mass, 200 + 4 * 10);
  EXPECT_TRUE(floats_freely(model));
  EXPECT_EQ(model.parameters().gravity().eigen(), Eigen::Vector3d::Zero());
}

TEST(SpacecraftWithBooms, ReachesOutToFourSides) {
  const Model model = make_model("spacecraft-with-booms");
  Workspace<double> ws(model);
  const Eigen::VectorXd rest = Eigen::VectorXd::Zero(10);
  const Eigen::Vector3d sides[] = {{4.5, 0, 0}, {0, 4.5, 0}, {-4.5, 0, 0}, {0, -4.5, 0}};
  FrameMotion<double> motion;
  for (int i = 0; i < 4; ++i) {
    const Frame tip = model.find_frame("tip" + std::to_string(i + 1));
    frame_motion(model, ws, model.neutral_configuration(), rest, rest, tip, motion);
    EXPECT_LT((motion.placement.translation.eigen() - sides[i]).norm(), 1e-15) << i;
  }
}

// A boom alone, its hub held: 20 N m/rad on 10 kg * 16 m^2/3. Springs at the example's angles hold 10 sum q^2.
TEST(SpacecraftWithBooms, HasBoomsOnSprings) {
  const ModelExample e = make_model_example("spacecraft-with-booms");
  Workspace<double> ws(e.model);
  Eigen::MatrixXd M(10, 10);
  mass_matrix(e.model, ws, e.q, M);
  for (int i = 6; i < 10; ++i) EXPECT_NEAR(M(i, i), 160.0 / 3, 1e-13) << i;
  EXPECT_NEAR(potential_energy(e.model, ws, e.q), 10 * (0.2 * 0.2 + 0.1 * 0.1 + 0.3 * 0.3), 1e-14);
}

}  // namespace tandem::spacecraft_test
