#include <tandem/dynamics/cluster.hpp>
#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/models.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <utility>

namespace tandem::backhoe_test {

// Yae, Hwang and Chern: four hinges, four that slide along their pins, four balls and three pistons leave the machine,
// its swing locked, three freedoms.
TEST(Backhoe, HasTheJointsAndFreedomsOfItsSource) {
  const Model model = make_model("backhoe");
  EXPECT_EQ(model.body_count() - 1, 11);
  EXPECT_EQ(model.nv(), 3);
  int hinges = 0, sliding_pins = 0, pistons = 0, balls = 0;
  for (const Body& body : model.bodies()) {
    if (body.name == "world") continue;
    hinges += body.joint.type == JointType::revolute;
    sliding_pins += body.joint.type == JointType::cylindrical;
    pistons += body.joint.type == JointType::prismatic;
  }
  for (const Cluster& cluster : model.clusters().all) {
    for (const Loop& loop : cluster.loops) balls += loop.stated.size() == 3;
  }
  EXPECT_EQ(hinges, 4);
  EXPECT_EQ(sliding_pins, 4);
  EXPECT_EQ(pistons, 3);
  EXPECT_EQ(balls, 4);
}

// At rest, a piston pushes what its arm and the work of the weights say: force times rate is the power of weight.
TEST(Backhoe, IsHeldByItsPistons) {
  const ModelExample backhoe = make_model_example("backhoe");
  Workspace<double> ws(backhoe.model);
  Eigen::VectorXd force(3);
  gravity_forces(backhoe.model, ws, backhoe.q, force);
  double height[2];
  const double h = 1e-5;
  for (const int side : {0, 1}) {
    Eigen::VectorXd q(backhoe.model.nq());
    integrate<double>(backhoe.model, backhoe.q, Eigen::Vector3d(side == 0 ? -h : h, 0, 0), q);
    height[side] = potential_energy(backhoe.model, ws, q);
  }
  EXPECT_NEAR((height[1] - height[0]) / (2 * h), force(0), 1e-5 * std::abs(force(0)));
}

TEST(Backhoe, KeepsItsEyesOnTheirPins) {
  const ModelExample backhoe = make_model_example("backhoe");
  Workspace<double> ws(backhoe.model);
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(3);
  FrameMotion<double> eye, piston;
  for (const auto& [frame, body] : {std::pair{"boom eye", "boom_piston piston"},
                                    {"dipper eye", "dipper_piston piston"},
                                    {"link eye", "bucket_piston piston"},
                                    {"link ball", "short link end"}}) {
    frame_motion(backhoe.model, ws, backhoe.q, still, still, backhoe.model.find_frame(frame), eye);
    frame_motion(backhoe.model, ws, backhoe.q, still, still, backhoe.model.find_frame(body), piston);
    EXPECT_LT((eye.placement.translation.eigen() - piston.placement.translation.eigen()).norm(), 1e-12) << frame;
  }
}

}  // namespace tandem::backhoe_test
