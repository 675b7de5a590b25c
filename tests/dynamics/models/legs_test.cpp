#include <tandem/dynamics/cluster.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/models.hpp>

#include <gtest/gtest.h>

#include <string>

namespace tandem::legs_test {

Eigen::Vector3d place(const Model& model, const Eigen::VectorXd& q, const std::string& frame) {
  Workspace<double> ws(model);
  FrameMotion<double> motion;
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(model.nv());
  frame_motion(model, ws, q, still, still, model.find_frame(frame), motion);
  return motion.placement.translation.eigen();
}

TEST(FourBarLeg, HoldsItsRodOnItsShank) {
  const ModelExample leg = make_model_example("four-bar-leg");
  EXPECT_EQ(leg.model.nv(), 2);
  EXPECT_LT((place(leg.model, leg.q, "lever") - place(leg.model, leg.q, "rod end")).norm(), 1e-12);
}

TEST(FourBarQuadruped, IsATrunkOnFourOfThem) {
  const ModelExample quadruped = make_model_example("four-bar-quadruped");
  EXPECT_EQ(quadruped.model.nv(), 6 + 4 * 3);
  EXPECT_EQ(quadruped.model.clusters().all.size(), 4U);
  for (const char* leg : {"front_left_", "front_right_", "hind_left_", "hind_right_"}) {
    const Eigen::Vector3d lever = place(quadruped.model, quadruped.q, std::string(leg) + "lever");
    EXPECT_LT((lever - place(quadruped.model, quadruped.q, std::string(leg) + "rod end")).norm(), 1e-12) << leg;
  }
}

}  // namespace tandem::legs_test
