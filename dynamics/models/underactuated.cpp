#include <tandem/dynamics/models/all.hpp>

#include <string>

namespace tandem::models {
namespace {

/// A joint with no motor: a limit of effort of 0 says so to whoever chooses drives.
Joint without_motor(Joint joint) {
  joint.limits.effort = 0;
  return joint;
}

Joint with_effort(Joint joint, double effort) {
  joint.limits.effort = effort;
  return joint;
}

/// A link hanging from its joint with its centre of mass at `com`, of rotational inertia I about it across the link.
Inertia<double> hanging(double mass, double com, double I) {
  return Inertia<double>::from_com(mass, {0, 0, -com}, SymMat3<double>::diagonal(I, I, 0));
}

}  // namespace

ModelExample cart_pole() {
  constexpr double length = 0.5;
  ModelBuilder builder("cart-pole");
  Joint slide = with_effort(Joint::prismatic("slide", Eigen::Vector3d::UnitX()), 20);
  slide.limits.lower = -2, slide.limits.upper = 2;
  builder.add_body("cart", "world", at(0, 0, 0), slide, Inertia<double>::point(1, kOrigin))
      .add_body("pole", "cart", at(0, 0, 0), without_motor(Joint::revolute("hinge", kPlanarAxis)),
                Inertia<double>::point(0.3, {0, 0, -length}))
      .add_frame("tip", "pole", at(0, 0, -length))
      .add_shape("cart", box_shape({0.24, 0.12, 0.12}))
      .add_shape("pole", bar_shape(kOrigin, {0, 0, -length}, 0.0125))
      .add_shape("pole", ball_shape(0.045, {0, 0, -length}));
  return example(builder.build(), {{"hinge", 2.0}});
}

ModelExample acrobot() {
  constexpr double length = 0.5;
  ModelBuilder builder("acrobot");
  const auto bob = Inertia<double>::point(1, {0, 0, -length});
  builder.add_body("upper", "world", at(0, 0, 0), without_motor(Joint::revolute("shoulder", kPlanarAxis)), bob)
      .add_body("lower", "upper", at(0, 0, -length), with_effort(Joint::revolute("elbow", kPlanarAxis), 20), bob)
      .add_frame("tip", "lower", at(0, 0, -length));
  for (const char* body : {"upper", "lower"}) {
    builder.add_shape(body, bar_shape(kOrigin, {0, 0, -length}, 0.02));
    builder.add_shape(body, ball_shape(0.05, {0, 0, -length}));
  }
  return example(builder.build(), {{"shoulder", 2.0}, {"elbow", -0.5}});
}

ModelExample pendubot() {
  constexpr double l1 = 0.1508, l2 = 0.2667;
  ModelBuilder builder("pendubot");
  builder
      .add_body("arm", "world", at(0, 0, 0), with_effort(Joint::revolute("shoulder", kPlanarAxis), 7),
                hanging(1.0367, 0.1206, 0.0031))
      .add_body("pendulum", "arm", at(0, 0, -l1), without_motor(Joint::revolute("elbow", kPlanarAxis)),
                hanging(0.5549, 0.1135, 0.0035))
      .add_frame("tip", "pendulum", at(0, 0, -l2))
      .add_shape("arm", bar_shape(kOrigin, {0, 0, -l1}, 0.012))
      .add_shape("pendulum", bar_shape(kOrigin, {0, 0, -l2}, 0.008));
  return example(builder.build(), {{"shoulder", 1.5}, {"elbow", 1.0}});
}

ModelExample furuta() {
  constexpr double arm = 0.278, pendulum = 0.300;
  ModelBuilder builder("furuta");
  builder
      .add_body("arm", "world", at(0, 0, 0), Joint::revolute("base", Eigen::Vector3d::UnitZ()),
                cylinder(0.300, kOrigin, {arm, 0, 0}, 0.01))
      .add_body("pendulum", "arm", at(arm, 0, 0), without_motor(Joint::revolute("hinge", Eigen::Vector3d::UnitX())),
                cylinder(0.075, kOrigin, {0, 0, -pendulum}, 0.006))
      .add_frame("tip", "pendulum", at(0, 0, -pendulum))
      .add_shape("arm", bar_shape(kOrigin, {arm, 0, 0}, 0.01))
      .add_shape("pendulum", bar_shape(kOrigin, {0, 0, -pendulum}, 0.006));
  return example(builder.build(), {{"hinge", 2.5}}, {{"base", 1.0}});
}

ModelExample two_link_arm() {
  ModelBuilder builder("two-link-arm");
  const auto rod = Inertia<double>::rod(1, kOrigin, {1, 0, 0});
  builder.add_body("upper", "world", at(0, 0, 0), Joint::revolute("shoulder", kPlanarAxis), rod)
      .add_body("lower", "upper", at(1, 0, 0), Joint::revolute("elbow", kPlanarAxis), rod)
      .add_frame("hand", "lower", at(1, 0, 0))
      .add_shape("upper", bar_shape(kOrigin, {1, 0, 0}, 0.04))
      .add_shape("lower", bar_shape(kOrigin, {1, 0, 0}, 0.03));
  return example(builder.build(), {{"elbow", 0.5}});
}

ModelExample branched_acrobot() {
  ModelBuilder builder("branched-acrobot");
  const auto rod = Inertia<double>::rod(1, kOrigin, {0, 0, -1});
  builder.add_body("torso", "world", at(0, 0, 0), without_motor(Joint::revolute("hands", kPlanarAxis)), rod);
  builder.add_shape("torso", bar_shape(kOrigin, {0, 0, -1}, 0.04));
  for (const std::string side : {"left", "right"}) {
    builder.add_body(side + "_leg", "torso", at(0, 0, -1), Joint::revolute(side + "_hip", kPlanarAxis), rod)
        .add_frame(side + "_foot", side + "_leg", at(0, 0, -1))
        .add_shape(side + "_leg", bar_shape(kOrigin, {0, 0, -1}, 0.03));
  }
  return example(builder.build(), {{"hands", 1.0}, {"left_hip", 0.6}, {"right_hip", -0.8}});
}

}  // namespace tandem::models
