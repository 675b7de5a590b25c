#include <tandem/dynamics/model_builder.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>

#include "random_tree.hpp"
#include "reference.hpp"
#include <gtest/gtest.h>

#include <functional>
#include <limits>

namespace tandem::model_builder_test {

const Transform<double> kHere = Transform<double>::identity();
const Inertia<double> kBall = Inertia<double>::sphere(1, {0, 0, 0}, 0.1);
constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

Joint hinge(const std::string& name) { return Joint::revolute(name, Eigen::Vector3d::UnitY()); }

/// What build() says of an arm whose second body is spoilt by `spoil`.
std::string refusal(const std::function<void(ModelBuilder&)>& spoil) {
  ModelBuilder builder("arm");
  builder.add_body("upper", "world", kHere, hinge("shoulder"), kBall);
  try {
    spoil(builder);
    builder.build();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "nothing was refused";
}

std::string refusal_of_joint(const std::function<void(Joint&)>& spoil) {
  return refusal([&](ModelBuilder& builder) {
    Joint joint = hinge("elbow");
    spoil(joint);
    builder.add_body("lower", "upper", kHere, joint, kBall);
  });
}

std::string refusal_of_inertia(const Inertia<double>& inertia) {
  return refusal([&](ModelBuilder& builder) { builder.add_body("lower", "upper", kHere, hinge("elbow"), inertia); });
}

TEST(ModelBuilder, RefusesBadJointsByName) {
  EXPECT_EQ(refusal_of_joint([](Joint& j) { j.axis.setZero(); }), "joint 'elbow': axis has zero length");
  EXPECT_EQ(refusal_of_joint([](Joint& j) { j.axis.x() = kNaN; }), "joint 'elbow': axis is not finite");
  EXPECT_EQ(refusal_of_joint([](Joint& j) {
              j.limits = {2, 1};
            }),
            "joint 'elbow': lower limit 2 is above upper limit 1");
  EXPECT_EQ(refusal_of_joint([](Joint& j) { j.limits.upper = kNaN; }), "joint 'elbow': a limit is not a number");
  EXPECT_EQ(refusal_of_joint([](Joint& j) { j.limits.effort = -1; }), "joint 'elbow': effort limit -1 is negative");
  EXPECT_EQ(refusal_of_joint([](Joint& j) { j.damping = -0.5; }),
            "joint 'elbow': damping is -0.5, but must be finite and not negative");
  EXPECT_EQ(refusal_of_joint([](Joint& j) { j.rotor_inertia = kNaN; }),
            "joint 'elbow': rotor inertia is nan, but must be finite and not negative");
  EXPECT_EQ(refusal_of_joint([](Joint& j) { j.rest = kNaN; }), "joint 'elbow': rest of its spring is not finite");
  EXPECT_EQ(refusal_of_joint([](Joint& j) { j.type = JointType::spherical, j.stiffness = 1; }),
            "joint 'elbow': a spherical joint can have neither a rotor nor a spring");
  EXPECT_EQ(refusal_of_joint([](Joint& j) { j.type = JointType::fixed, j.rotor_inertia = 1; }),
            "joint 'elbow': a fixed joint can have neither a rotor nor a spring");
}

TEST(ModelBuilder, RefusesCompoundJointsThatLackAFreedomByName) {
  using E = Eigen::Vector3d;
  const auto refusal_of = [](const Joint& joint) { return refusal_of_joint([&](Joint& j) { j = joint; }); };
  EXPECT_EQ(refusal_of(Joint::universal("hook", E(1, 0, 0), E(-2, 0, 0))),
            "joint 'hook': its first and second axes are parallel");
  EXPECT_EQ(refusal_of(Joint::euler("gimbal", E(1, 0, 0), E(0, 1, 0), E(0, 3, 0))),
            "joint 'gimbal': its second and third axes are parallel");
  EXPECT_EQ(refusal_of(Joint::universal("hook", E(1, 0, 0), E(0, 0, 0))), "joint 'hook': axis has zero length");
  EXPECT_EQ(refusal_of(Joint::universal("hook", E(kNaN, 0, 0), E(0, 1, 0))), "joint 'hook': axis is not finite");
  EXPECT_EQ(refusal_of(Joint::screw("nut", E(0, 0, 1), kNaN)), "joint 'nut': pitch is nan, but must be finite");
  EXPECT_EQ(refusal_of_joint([](Joint& j) { j.type = JointType::euler; }),
            "joint 'elbow': 0 axes are given, a euler joint has 3");
  EXPECT_EQ(refusal_of_joint([](Joint& j) { j.type = JointType::custom; }),
            "joint 'elbow': a custom joint needs a transform");
  EXPECT_EQ(refusal_of_joint([](Joint& j) { j.type = JointType::planar, j.stiffness = 1; }),
            "joint 'elbow': a planar joint can have neither a rotor nor a spring");
  // Axes may be parallel to others than their neighbours: z, y, z turns any way but at zero.
  EXPECT_EQ(refusal_of(Joint::euler("gimbal", E(0, 0, 1), E(0, 1, 0), E(0, 0, 1))), "nothing was refused");
}

TEST(ModelBuilder, RefusesInertiasThatNoBodyCanHaveByName) {
  EXPECT_EQ(refusal_of_inertia(Inertia<double>::sphere(-2, {0, 0, 0}, 1)),
            "body 'lower': mass is -2, but cannot be negative");
  EXPECT_EQ(refusal_of_inertia(Inertia<double>::from_com(1, {0, 0, 0}, SymMat3<double>::diagonal(1, 1, 3))),
            "body 'lower': principal moments of inertia 1, 1, 3 break the triangle inequality");
  EXPECT_EQ(refusal_of_inertia(Inertia<double>::from_com(1, {0, 0, 0}, SymMat3<double>::diagonal(-1, 1, 1))),
            "body 'lower': rotational inertia about the centre of mass has a negative principal moment -1");
  EXPECT_EQ(refusal_of_inertia(Inertia<double>::sphere(kNaN, {0, 0, 0}, 1)),
            "body 'lower': mass is not a finite number");
  EXPECT_EQ(refusal_of_inertia(Inertia<double>::sphere(1, {0, kNaN, 0}, 1)),
            "body 'lower': centre of mass is not a finite point");
  EXPECT_EQ(refusal_of_inertia({0.0, {1, 0, 0}, SymMat3<double>::zero()}),
            "body 'lower': has no mass, but a first moment of mass");
}

TEST(ModelBuilder, RefusesBadTreesByName) {
  const auto add = [](const std::string& name, const std::string& parent, const std::string& joint) {
    return [=](ModelBuilder& builder) { builder.add_body(name, parent, kHere, hinge(joint), kBall); };
  };
  EXPECT_EQ(refusal(add("lower", "uper", "elbow")),
            "body 'lower': its parent 'uper' is not in the model; did you mean 'upper'?");
  EXPECT_EQ(refusal(add("lower", "lower", "elbow")),
            "model 'arm': body 'lower' is its own ancestor: the parents form a cycle");
  EXPECT_EQ(refusal(add("upper", "world", "elbow")), "model 'arm': the name of body 'upper' is given twice");
  EXPECT_EQ(refusal(add("lower", "upper", "shoulder")), "model 'arm': the name of joint 'shoulder' is given twice");
  EXPECT_EQ(refusal(add("", "upper", "elbow")), "model 'arm': a body has no name");
  EXPECT_EQ(refusal(add("lower", "upper", "")), "body 'lower': its joint has no name");
  EXPECT_EQ(refusal([&](ModelBuilder& builder) {
              add("a", "b", "1")(builder);
              add("b", "a", "2")(builder);
            }),
            "model 'arm': body 'a' is its own ancestor: the parents form a cycle");
}

TEST(ModelBuilder, RefusesBadPlacementsAndFramesByName) {
  Transform<double> skewed = kHere;
  skewed.rotation.x.y = 0.1;
  EXPECT_EQ(refusal([&](ModelBuilder& builder) { builder.add_body("lower", "upper", skewed, hinge("elbow"), kBall); }),
            "body 'lower': rotation of its placement is not a rotation matrix");
  EXPECT_EQ(refusal([&](ModelBuilder& builder) {
              builder.add_body("lower", "upper", Transform<double>::translated({0, 0, kNaN}), hinge("elbow"), kBall);
            }),
            "body 'lower': position of its placement is not finite");
  EXPECT_EQ(refusal([](ModelBuilder& builder) { builder.add_frame("tool", "uppr", kHere); }),
            "frame 'tool': its body 'uppr' is not in the model; did you mean 'upper'?");
  EXPECT_EQ(refusal([](ModelBuilder& builder) { builder.add_frame("upper", "upper", kHere); }),
            "model 'arm': the name of frame 'upper' is given twice");
  EXPECT_EQ(refusal([](ModelBuilder& builder) {
              builder.set_gravity({0, kNaN, 0});
            }),
            "model 'arm': gravity is not finite");
  EXPECT_EQ(refusal([](ModelBuilder& builder) { builder.add_shape("lower", {SphereShape{1}}); }),
            "model 'arm': a shape is given to body 'lower', which has not been added");
}

TEST(ModelBuilder, TakesBodiesInAnyOrderAndPutsParentsFirst) {
  ModelBuilder builder("arm");
  builder.add_body("hand", "lower", kHere, hinge("wrist"), kBall);
  builder.add_body("lower", "upper", kHere, hinge("elbow"), kBall);
  builder.add_body("upper", "world", kHere, hinge("shoulder"), kBall);
  const Model model = builder.build();
  EXPECT_EQ(model.body_index("upper"), 1);
  EXPECT_EQ(model.body_index("lower"), 2);
  EXPECT_EQ(model.body_index("hand"), 3);
  EXPECT_EQ(model.body(3).parent, 2);
}

TEST(ModelBuilder, AttachesMassLikeABodyOnAFixedJoint) {
  const auto make = [](bool attached) {
    test::Dice dice(3);
    ModelBuilder builder("arm");
    builder.add_body("upper", "world", dice.placement(), Joint::revolute("shoulder", dice.point()), dice.inertia());
    const Transform<double> placement = dice.placement();
    const Inertia<double> payload = dice.inertia();
    if (attached) {
      builder.attach("payload", "upper", placement, payload);
    } else {
      builder.add_body("payload", "upper", placement, Joint::fixed("weld"), payload);
    }
    builder.add_frame("tip", "payload", Transform<double>::translated({0, 0, 1}));
    return builder.build();
  };
  const Model attached = make(true), welded = make(false);
  EXPECT_EQ(attached.body_count() + 1, welded.body_count());
  EXPECT_EQ(attached.find_frame("tip").body, 1);
  Workspace<double> ws(attached), ws_welded(welded);
  const Eigen::VectorXd q = Eigen::VectorXd::Constant(1, 0.4), v = q * 2, a = q * 3;
  Eigen::VectorXd tau(1), tau_welded(1);
  inverse_dynamics(attached, ws, q, v, a, tau);
  inverse_dynamics(welded, ws_welded, q, v, a, tau_welded);
  EXPECT_NEAR(tau(0), tau_welded(0), 1e-14 * (1 + std::abs(tau(0))));
}

}  // namespace tandem::model_builder_test
