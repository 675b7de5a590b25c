#include <tandem/dynamics/models/all.hpp>

#include <string>
#include <utility>

namespace tandem::models {
namespace {

Joint limited(std::string name, const Eigen::Vector3d& axis, double lower, double upper, double velocity,
              double effort) {
  Joint joint = Joint::revolute(std::move(name), axis);
  joint.limits = {lower, upper, velocity, effort};
  return joint;
}

/// A link of one uniform cylinder, drawn as it weighs.
void add_cylinder_link(ModelBuilder& builder, const std::string& name, const std::string& parent,
                       const Transform<double>& placement, const Joint& joint, double mass, const Vec3<double>& to,
                       double radius) {
  builder.add_body(name, parent, placement, joint, cylinder(mass, kOrigin, to, radius));
  builder.add_shape(name, bar_shape(kOrigin, to, radius));
}

/// One leg of the quadruped: abduction about x, hip and knee about y. `front` and `left` are +1 or -1.
void add_leg(ModelBuilder& builder, const std::string& name, double front, double left) {
  constexpr double abduction_length = 0.062, thigh_length = 0.209, shank_length = 0.195;
  add_cylinder_link(builder, name + "_abduction", "trunk", at(front * 0.19, left * 0.049, 0),
                    limited(name + "_abduction", kX, -1.6, 1.6, 40, 17), 0.54, {0, left * abduction_length, 0}, 0.04);
  add_cylinder_link(builder, name + "_thigh", name + "_abduction", at(0, left * abduction_length, 0),
                    limited(name + "_hip", kY, -2.6, 2.6, 40, 17), 0.634, {0, 0, -thigh_length}, 0.02);
  add_cylinder_link(builder, name + "_shank", name + "_thigh", at(0, 0, -thigh_length),
                    limited(name + "_knee", kY, -2.6, 2.6, 40, 26), 0.064, {0, 0, -shank_length}, 0.01);
  builder.add_frame(name + "_foot", name + "_shank", at(0, 0, -shank_length));
}

/// An arm of seven joints. add_motor(builder, parent, placement, joint) may put something at each joint, besides.
template <class AddMotor>
Model arm_of_seven(const std::string& name, const AddMotor& add_motor) {
  // From each joint to the next along the straight arm, and the masses in between.
  struct Segment {
    const char* joint;
    Eigen::Vector3d axis;
    double mass, length, radius, range, velocity, effort;
  };
  const Segment segments[] = {
      {"shoulder_turn", kZ, 4.0, 0.16, 0.08, 2.97, 1.5, 320},  {"shoulder_lift", kY, 4.0, 0.21, 0.08, 2.09, 1.5, 320},
      {"upper_arm_turn", kZ, 3.0, 0.21, 0.07, 2.97, 1.7, 176}, {"elbow", kY, 2.7, 0.20, 0.07, 2.09, 1.3, 176},
      {"forearm_turn", kZ, 1.7, 0.20, 0.06, 2.97, 2.3, 110},   {"wrist_lift", kY, 1.8, 0.08, 0.06, 2.09, 2.3, 40},
      {"wrist_turn", kZ, 0.3, 0.046, 0.04, 3.05, 2.3, 40}};
  ModelBuilder builder(name);
  std::string parent = "world";
  double from_parent = 0.20;  // height of the first joint on the pedestal
  int number = 0;
  for (const Segment& s : segments) {
    const std::string link = "link" + std::to_string(++number);
    const Joint joint = limited(s.joint, s.axis, -s.range, s.range, s.velocity, s.effort);
    add_cylinder_link(builder, link, parent, at(0, 0, from_parent), joint, s.mass, {0, 0, s.length}, s.radius);
    add_motor(builder, parent, at(0, 0, from_parent), joint);
    parent = link;
    from_parent = s.length;
  }
  builder.add_frame("flange", parent, at(0, 0, from_parent));
  return builder.build();
}

ModelExample posed_arm(Model model) {
  return example(std::move(model), {{"shoulder_lift", 0.7}, {"elbow", -1.2}, {"wrist_lift", 0.9}},
                 {{"shoulder_turn", 0.5}, {"forearm_turn", -0.8}});
}

}  // namespace

ModelExample arm_7() {
  return posed_arm(arm_of_seven("arm-7", [](auto&&...) {}));
}

ModelExample geared_arm() {
  // Each motor sits at its joint, on the link that carries it, and turns a hundred times as fast.
  constexpr double ratio = 100, mass = 0.2, radius = 0.02, length = 0.05;
  return posed_arm(arm_of_seven("geared-arm", [=](ModelBuilder& builder, const std::string& parent,
                                                  const Transform<double>& placement, const Joint& joint) {
    const Vec3<double> along = Vec3<double>(joint.axis) * (0.5 * length);
    Joint motor = Joint::revolute(joint.name + "_motor", joint.axis);
    motor.limits.effort = 0;
    builder.add_body(motor.name, parent, placement, motor, cylinder(mass, -along, along, radius))
        .add_shape(motor.name, bar_shape(-along, along, radius))
        .couple(motor.name, {{joint.name, ratio}});
  }));
}

ModelExample quadruped_18() {
  ModelBuilder builder("quadruped-18");
  const Vec3<double> trunk{0.38, 0.098, 0.10};
  builder.add_body("trunk", "world", at(0, 0, 0), Joint::free("trunk"), Inertia<double>::box(3.3, kOrigin, trunk));
  builder.add_shape("trunk", box_shape(trunk));
  add_leg(builder, "front_left", 1, 1);
  add_leg(builder, "front_right", 1, -1);
  add_leg(builder, "hind_left", -1, 1);
  add_leg(builder, "hind_right", -1, -1);
  return example(builder.build(),
                 {{"trunk.z", 0.3},
                  {"front_left_hip", -0.8},
                  {"front_left_knee", 1.6},
                  {"front_right_hip", -0.8},
                  {"front_right_knee", 1.6},
                  {"hind_left_hip", -0.8},
                  {"hind_left_knee", 1.6},
                  {"hind_right_hip", -0.8},
                  {"hind_right_knee", 1.6}},
                 {{"trunk.wy", 0.5}, {"trunk.vx", 0.3}, {"front_left_hip", 1.0}});
}

}  // namespace tandem::models
