#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/models.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace tandem::robots_test {

double mass_of(const Model& model) {
  double mass = 0;
  for (int i = 1; i < model.body_count(); ++i) mass += model.parameters().inertia(i).mass;
  return mass;
}

/// Where a frame stands in the neutral configuration.
Eigen::Vector3d place_of(const Model& model, const std::string& frame) {
  Workspace<double> ws(model);
  const Eigen::VectorXd rest = Eigen::VectorXd::Zero(model.nv());
  FrameMotion<double> motion;
  frame_motion(model, ws, model.neutral_configuration(), rest, rest, model.find_frame(frame), motion);
  return motion.placement.translation.eigen();
}

TEST(Arm7, WeighsAndReachesTheSumOfItsSegments) {
  const Model model = make_model("arm-7");
  EXPECT_NEAR(mass_of(model), 4.0 + 4.0 + 3.0 + 2.7 + 1.7 + 1.8 + 0.3, 1e-14);
  const double reach = 0.20 + 0.16 + 0.21 + 0.21 + 0.20 + 0.20 + 0.08 + 0.046;
  EXPECT_LT((place_of(model, "flange") - Eigen::Vector3d(0, 0, reach)).norm(), 1e-15);
}

// Upright, all weights stand over the joints; leaned at the shoulder only the lifts feel them.
TEST(Arm7, BalancesUpright) {
  const Model model = make_model("arm-7");
  Workspace<double> ws(model);
  Eigen::VectorXd tau(7);
  gravity_forces(model, ws, Eigen::VectorXd::Zero(7), tau);
  EXPECT_LT(tau.norm(), 1e-14);
  gravity_forces(model, ws, Eigen::VectorXd::Unit(7, 1) * 0.5, tau);
  for (const int lift : {1, 3, 5}) EXPECT_LT(tau(lift), -0.1) << lift;
  for (const int turn : {0, 2, 4, 6}) EXPECT_NEAR(tau(turn), 0, 1e-14) << turn;
}

TEST(Arm7, MayTurnBothWaysAlike) {
  const Model model = make_model("arm-7");
  for (const Body& body : model.bodies().subspan(1)) {
    EXPECT_EQ(body.joint.limits.lower, -body.joint.limits.upper) << body.joint.name;
    EXPECT_GT(body.joint.limits.effort, 0) << body.joint.name;
  }
}

TEST(Quadruped, WeighsItsTrunkAndFourLegs) {
  EXPECT_NEAR(mass_of(make_model("quadruped-18")), 3.3 + 4 * (0.54 + 0.634 + 0.064), 1e-14);
}

TEST(Quadruped, StandsOnTheCornersOfARectangle) {
  const Model model = make_model("quadruped-18");
  for (const std::string front : {"front", "hind"}) {
    for (const std::string side : {"left", "right"}) {
      const Eigen::Vector3d corner(front == "front" ? 0.19 : -0.19, (side == "left" ? 1 : -1) * (0.049 + 0.062),
                                   -0.209 - 0.195);
      EXPECT_LT((place_of(model, front + "_" + side + "_foot") - corner).norm(), 1e-15) << front << " " << side;
    }
  }
}

}  // namespace tandem::robots_test
