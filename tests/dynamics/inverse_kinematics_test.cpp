#include <tandem/dynamics/inverse_kinematics.hpp>

#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/models.hpp>

#include "planar_arm.hpp"
#include "random_tree.hpp"
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <array>
#include <cmath>
#include <limits>

namespace tandem::inverse_kinematics_test {

using Eigen::Vector3d;
using Eigen::VectorXd;

FrameMotion<double> standing(const Model& model, const VectorXd& q, const std::string& frame) {
  Workspace<double> ws(model);
  const VectorXd rest = VectorXd::Zero(model.nv());
  FrameMotion<double> motion;
  frame_motion(model, ws, q, rest, rest, model.find_frame(frame), motion);
  return motion;
}

// cos q2 = (x^2 + y^2 - l1^2 - l2^2)/(2 l1 l2)
TEST(InverseKinematics, OfTwoLinksIsTheCosineRule) {
  const Model model = test::two_link_arm();
  const std::array<FrameTarget, 1> there{FrameTarget{"tip", Vector3d(1.1, 0.7, 0), {}}};
  for (const double elbow : {0.5, -0.5}) {
    const InverseKinematics found = inverse_kinematics(model, there, {.start = Eigen::Vector2d(0.1, elbow)});
    ASSERT_TRUE(found.reached) << found.message;
    const double cosine = (1.1 * 1.1 + 0.7 * 0.7 - 1 - 1.8 * 1.8) / (2 * 1.8);
    EXPECT_NEAR(found.q(1), std::copysign(std::acos(cosine), elbow), 1e-11);
    EXPECT_LT(found.misses[0].distance, 1e-12);
    EXPECT_LT(found.steps, 30);
  }
}

// From near a configuration that stands there, on random trees with quaternions too.
TEST(InverseKinematics, BringsFramesOfRandomTreesWhereTheyStood) {
  int reached = 0, tried = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    test::RandomCase c(seed);
    const std::string tip = c.model.body(c.model.body_count() - 1).name;
    const FrameMotion<double> at = standing(c.model, c.q, tip);
    const std::array<FrameTarget, 1> there{
        FrameTarget{tip, at.placement.translation.eigen(), at.placement.rotation.eigen()}};
    InverseKinematicsOptions options;
    options.start.resize(c.model.nq());
    integrate<double>(c.model, c.q, 0.05 * c.dice.vector(c.model.nv()), options.start);
    options.tolerance = 1e-11;
    std::optional<InverseKinematics> found;
    try {
      found = inverse_kinematics(c.model, there, options);
    } catch (const InvalidInput&) {
      continue;  // no joint moves it
    }
    ++tried;
    if (!found->reached) continue;
    ++reached;
    const FrameMotion<double> now = standing(c.model, found->q, tip);
    EXPECT_LT((now.placement.translation - at.placement.translation).eigen().norm(), 1e-10) << seed;
    EXPECT_LT((now.placement.rotation.eigen() - at.placement.rotation.eigen()).norm(), 1e-10) << seed;
  }
  EXPECT_GT(tried, 80);
  EXPECT_EQ(reached, tried);
}

TEST(InverseKinematics, SaysByHowMuchWhichFrameMisses) {
  const Model model = test::two_link_arm();
  const std::array<FrameTarget, 1> far{FrameTarget{"tip", Vector3d(3, 4, 0), {}}};
  const InverseKinematics found = inverse_kinematics(model, far, {.start = Eigen::Vector2d(0.2, 0.4)});
  EXPECT_FALSE(found.reached);
  EXPECT_NEAR(found.misses[0].distance, 5 - 2.8, 1e-9);
  EXPECT_TRUE(test::says(found.message, "frame 'tip' misses its place by 2.2 m"));
  EXPECT_NEAR(found.q(0), std::atan2(4, 3), 1e-5);  // the gradient ends where the error's square does
}

/// Three links with a hinge that stops.
Model limited_arm() {
  ModelBuilder builder("arm");
  std::string parent = "world";
  for (int i = 1; i <= 3; ++i) {
    Joint joint = Joint::revolute("j" + std::to_string(i), {0, 0, 1});
    if (i == 2) joint.limits.lower = -0.3, joint.limits.upper = 0.6;
    const std::string name = "link" + std::to_string(i);
    builder.add_body(name, parent, Transform<double>::translated({i == 1 ? 0.0 : 1.0, 0, 0}), joint,
                     Inertia<double>::rod(1, {0, 0, 0}, {1, 0, 0}));
    parent = name;
  }
  builder.add_frame("tip", parent, Transform<double>::translated({1, 0, 0}));
  return builder.build();
}

TEST(InverseKinematics, StaysWithinTheLimitsOfJoints) {
  const Model model = limited_arm();
  const std::array<FrameTarget, 1> there{FrameTarget{"tip", Vector3d(0.5, 1.2, 0), {}}};
  const InverseKinematics found = inverse_kinematics(model, there, {.start = Vector3d(0.2, 0.5, 0.5)});
  ASSERT_TRUE(found.reached) << found.message;
  EXPECT_LE(found.q(1), 0.6);
  EXPECT_GE(found.q(1), -0.3);
}

// At the least departure the gradient W d has nothing along the null space, or pushes into a limit.
TEST(InverseKinematics, LeavesWhatIsPreferredAsLittleAsItCan) {
  const Model model = limited_arm();
  const std::array<FrameTarget, 1> there{FrameTarget{"tip", Vector3d(1.4, 1.3, 0), {}}};
  InverseKinematicsOptions options;
  options.start = Vector3d(0.2, 0.5, 0.5);
  for (const double preferred : {0.1, 2.0}) {
    options.preferred = Vector3d(0.3, preferred, 0.6);
    options.weights = Vector3d(1, 3, 2);
    const InverseKinematics found = inverse_kinematics(model, there, options);
    ASSERT_TRUE(found.reached) << found.message;
    Workspace<double> ws(model);
    Eigen::MatrixXd J(6, 3);
    frame_jacobian(model, ws, found.q, model.find_frame("tip"), J);
    const Eigen::VectorXd gradient = options.weights.cwiseProduct(found.q - options.preferred);
    const Vector3d null = Vector3d(J.row(3)).cross(Vector3d(J.row(4))).normalized();
    if (found.q(1) < 0.6) {
      EXPECT_NEAR(null.dot(gradient), 0, 1e-8) << preferred;
    } else {
      EXPECT_GT(preferred, 0.6);
      EXPECT_EQ(found.q(1), 0.6);
      EXPECT_GT(-null(1) * null.dot(gradient), 0) << "a step off the limit is to make it worse";
    }
    EXPECT_NEAR(found.objective, 0.5 * gradient.dot(found.q - options.preferred), 1e-12);
  }
}

TEST(InverseKinematics, RefusesFramesByName) {
  const Model model = limited_arm();
  const auto refusal_of = [&](const FrameTarget& target) {
    const std::array<FrameTarget, 1> there{target};
    return test::refusal([&] { inverse_kinematics(model, there); });
  };
  EXPECT_EQ(refusal_of({"tp", Vector3d(0, 0, 0), {}}), "model 'arm' has no frame 'tp'; did you mean 'tip'?");
  EXPECT_EQ(refusal_of({"world", Vector3d(0, 0, 0), {}}),
            "inverse kinematics of model 'arm': no joint moves frame 'world'");
  EXPECT_EQ(refusal_of({"tip", {}, {}}), "inverse kinematics of model 'arm': nothing is wanted of frame 'tip'");
}

}  // namespace tandem::inverse_kinematics_test
