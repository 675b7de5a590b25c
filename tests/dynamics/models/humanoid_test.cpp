#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/models.hpp>

#include <gtest/gtest.h>

#include <string>

namespace tandem::humanoid_test {

constexpr double kHeight = 1.75, kMass = 75;

/// Of all bodies whose name begins like this.
double mass_of(const Model& model, const std::string& beginning) {
  double mass = 0;
  for (int i = 1; i < model.body_count(); ++i) {
    if (model.body(i).name.rfind(beginning, 0) == 0) mass += model.parameters().inertia(i).mass;
  }
  return mass;
}

/// Standing upright on its soles.
Eigen::VectorXd standing(const ModelExample& e) {
  Eigen::VectorXd q = e.model.neutral_configuration();
  q(6) = e.q(6);
  return q;
}

double height_of(const ModelExample& e, const char* frame) {
  Workspace<double> ws(e.model);
  FrameMotion<double> motion;
  frame_motion(e.model, ws, standing(e), e.v, e.v, e.model.find_frame(frame), motion);
  return motion.placement.translation.z;
}

// Winter's fractions sum to 1.000 with two of each limb's segments; legs have 0.161, arms 0.050.
TEST(Humanoid, WeighsWhatItsSourceSays) {
  const Model model = make_model("humanoid-36");
  EXPECT_NEAR(mass_of(model, ""), kMass, 1e-12);
  EXPECT_NEAR(mass_of(model, "head") + mass_of(model, "neck"), 0.081 * kMass, 1e-12);
  for (const std::string side : {"left_", "right_"}) EXPECT_NEAR(mass_of(model, side), 0.211 * kMass, 1e-12);
}

TEST(Humanoid, StandsOnItsSoles) {
  const ModelExample e = make_model_example("humanoid-36");
  EXPECT_NEAR(height_of(e, "left_sole"), 0, 1e-14);
  EXPECT_NEAR(height_of(e, "right_sole"), 0, 1e-14);
}

// Shoulders are half a metre above the pelvis; upper arm, forearm and hand hang by 0.440 of the height.
TEST(Humanoid, LetsItsHandsHang) {
  const ModelExample e = make_model_example("humanoid-36");
  for (const char* palm : {"left_palm", "right_palm"}) {
    EXPECT_NEAR(height_of(e, palm), (0.530 - 0.440) * kHeight + 0.5, 1e-14) << palm;
  }
}

// The mean of all bodies' own centres, by their placements; a standing man's is at 0.55 to 0.58 of his height (Winter).
TEST(Humanoid, HasItsCentreOfMassWhereItsBodiesHaveIt) {
  const ModelExample e = make_model_example("humanoid-36");
  Workspace<double> ws(e.model);
  const Eigen::Vector3d centre = centre_of_mass(e.model, ws, standing(e), e.v).position.eigen();
  Eigen::Vector3d sum = Eigen::Vector3d::Zero();
  for (int i = 1; i < e.model.body_count(); ++i) {
    const Inertia<double>& inertia = e.model.parameters().inertia(i);
    FrameMotion<double> motion;
    Workspace<double> own(e.model);
    frame_motion(e.model, own, standing(e), e.v, e.v, e.model.find_frame(e.model.body(i).name), motion);
    sum += inertia.mass * to_parent(motion.placement, inertia.moment * (1.0 / inertia.mass)).eigen();
  }
  EXPECT_LT((centre - sum / kMass).norm(), 1e-13);
  EXPECT_GT(centre.z(), 0.50 * kHeight);
  EXPECT_LT(centre.z(), 0.60 * kHeight);
}

TEST(Humanoid, IsItsOwnMirrorImage) {
  const ModelExample e = make_model_example("humanoid-36");
  Workspace<double> ws(e.model);
  EXPECT_NEAR(centre_of_mass(e.model, ws, standing(e), e.v).position.y, 0, 1e-15);
  for (int i = 1; i < e.model.body_count(); ++i) {
    const Body& left = e.model.body(i);
    if (left.name.rfind("left_", 0) != 0) continue;
    const int other = e.model.body_index("right_" + left.name.substr(5));
    const Joint& joint = left.joint;
    const JointLimits& limits = joint.limits;
    const JointLimits& mirrored = e.model.body(other).joint.limits;
    EXPECT_EQ(e.model.parameters().inertia(i).mass, e.model.parameters().inertia(other).mass) << left.name;
    const bool turns_sideways = joint.axis != Eigen::Vector3d::UnitY();
    EXPECT_EQ(mirrored.lower, turns_sideways ? -limits.upper : limits.lower) << joint.name;
    EXPECT_EQ(mirrored.upper, turns_sideways ? -limits.lower : limits.upper) << joint.name;
  }
}

}  // namespace tandem::humanoid_test
