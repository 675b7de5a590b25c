#include <tandem/dynamics/models/all.hpp>

#include <string>

namespace tandem::models {
namespace {

const Directions kPinnedLeg{Direction::x, Direction::z};

Joint legs_pivot(const std::string& name, double effort) {
  Joint joint = Joint::revolute(name, kPlanarAxis);
  joint.limits.effort = effort;
  return joint;
}

/// A solid bar from its joint, drawn as it weighs, with a frame where it ends.
void add_leg_bar(ModelBuilder& builder, const std::string& name, const std::string& parent,
                 const Transform<double>& placement, const Joint& joint, double mass, const Vec3<double>& to) {
  builder.add_body(name, parent, placement, joint, cylinder(mass, kOrigin, to, 0.01))
      .add_shape(name, bar_shape(kOrigin, to, 0.01))
      .add_frame(name + " end", name, Transform<double>::translated(to));
}

/// A thigh that hangs from its hip, and a shank that a crank at the hip moves through a rod along the thigh. The shank
/// goes on behind its knee as a lever, on which the rod ends.
void add_four_bar_leg(ModelBuilder& builder, const std::string& prefix, const std::string& parent,
                      const Transform<double>& hip) {
  constexpr double thigh = 0.25, shank = 0.25, crank = 0.05, lever = 0.06;
  add_leg_bar(builder, prefix + "thigh", parent, hip, legs_pivot(prefix + "hip", 20), 1.0, {0, 0, -thigh});
  add_leg_bar(builder, prefix + "crank", prefix + "thigh", at(0, 0, 0), legs_pivot(prefix + "knee_motor", 20), 0.1,
              {-crank, 0, 0});
  add_leg_bar(builder, prefix + "rod", prefix + "crank", at(-crank, 0, 0), legs_pivot(prefix + "rod", 0), 0.1,
              {0, 0, -thigh});
  const Joint knee = legs_pivot(prefix + "knee", 0);
  builder
      .add_body(prefix + "shank", prefix + "thigh", at(0, 0, -thigh), knee,
                cylinder(0.3, {-lever, 0, 0}, {shank, 0, 0}, 0.008))
      .add_shape(prefix + "shank", bar_shape({-lever, 0, 0}, {shank, 0, 0}, 0.008))
      .add_frame(prefix + "lever", prefix + "shank", at(-lever, 0, 0))
      .add_frame(prefix + "foot", prefix + "shank", at(shank, 0, 0))
      .close(prefix + "pin", prefix + "lever", prefix + "rod end", kPinnedLeg)
      .independent(prefix + "knee_motor")
      .guess(prefix + "knee_motor", -0.7)
      .guess(prefix + "rod", 0.7)
      .guess(prefix + "knee", -0.6);
}

}  // namespace

ModelExample four_bar_leg() {
  ModelBuilder builder("four-bar-leg");
  add_four_bar_leg(builder, "", "world", at(0, 0, 0));
  return example(builder.build(), {{"hip", 0.4}}, {{"hip", -1}, {"knee_motor", 0.5}});
}

ModelExample four_bar_quadruped() {
  ModelBuilder builder("four-bar-quadruped");
  builder
      .add_body("trunk", "world", at(0, 0, 0), Joint::free("trunk"), Inertia<double>::box(8, kOrigin, {0.5, 0.2, 0.1}))
      .add_shape("trunk", box_shape({0.5, 0.2, 0.1}));
  for (const double front : {1.0, -1.0}) {
    for (const double left : {1.0, -1.0}) {
      const std::string name = std::string(front > 0 ? "front" : "hind") + (left > 0 ? "_left_" : "_right_");
      Joint swing = Joint::revolute(name + "abduction", kX);
      swing.limits.effort = 20;
      builder
          .add_body(name + "hip_block", "trunk", at(front * 0.2, left * 0.1, 0), swing,
                    Inertia<double>::box(0.5, {0, left * 0.03, 0}, {0.06, 0.06, 0.06}))
          .add_shape(name + "hip_block", box_shape({0.06, 0.06, 0.06}, {0, left * 0.03, 0}));
      add_four_bar_leg(builder, name, name + "hip_block", at(0, left * 0.06, 0));
    }
  }
  return example(builder.build(),
                 {{"trunk.z", 0.5}, {"front_left_hip", 0.3}, {"hind_right_hip", 0.3}, {"front_right_hip", -0.2}},
                 {{"trunk.vx", 0.5}, {"trunk.wz", 0.3}, {"hind_left_hip", 1}, {"front_right_knee_motor", -1}});
}

}  // namespace tandem::models
