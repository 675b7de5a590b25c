#include <tandem/dynamics/models/all.hpp>

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>
#include <string>
#include <utility>

namespace tandem::models {
namespace {

/// A pin in the x-z plane.
const Directions kPlanarPin{Direction::x, Direction::z};

Joint hinge(const std::string& name, double effort = 0) {
  Joint joint = Joint::revolute(name, kPlanarAxis);
  joint.limits.effort = effort;
  return joint;
}

/// A link along x of given moment about its middle, drawn as a bar.
void add_link(ModelBuilder& builder, const std::string& name, const std::string& parent, double from,
              const Joint& joint, double length, double mass, double moment) {
  const auto about_com = SymMat3<double>::diagonal(0.02 * moment, moment, moment);
  builder.add_body(name, parent, at(from, 0, 0), joint, Inertia<double>::from_com(mass, {length / 2, 0, 0}, about_com))
      .add_shape(name, bar_shape(kOrigin, {length, 0, 0}, 0.02))
      .add_frame(name + " end", name, at(length, 0, 0));
}

double moment_of_rod(double mass, double length) { return mass * length * length / 12; }

/// A wheel about an axis through its middle.
Inertia<double> wheel(double mass, double radius, const Eigen::Vector3d& axis) {
  return cylinder(mass, Vec3<double>(-0.02 * axis), Vec3<double>(0.02 * axis), radius);
}

}  // namespace

ModelExample four_bar() {
  ModelBuilder builder("four-bar");
  add_link(builder, "crank", "world", 0, hinge("crank", 20), 0.3, 1.0, 0.01);
  add_link(builder, "coupler", "crank", 0.3, hinge("coupler"), 0.8, 2.0, 0.11);
  add_link(builder, "rocker", "world", 0.9, hinge("rocker"), 0.6, 1.5, 0.05);
  builder.close("pin", "coupler end", "rocker end", kPlanarPin).independent("crank");
  builder.guess("crank", 0.7).guess("coupler", 0.1).guess("rocker", 1.6);
  return example(builder.build(), {}, {{"crank", 1.3}});
}

ModelExample parallelogram() {
  ModelBuilder builder("parallelogram");
  add_link(builder, "left", "world", 0, hinge("left", 20), 0.5, 1, moment_of_rod(1, 0.5));
  add_link(builder, "coupler", "left", 0.5, hinge("coupler"), 1, 2, moment_of_rod(2, 1));
  add_link(builder, "right", "world", 1, hinge("right"), 0.5, 1, moment_of_rod(1, 0.5));
  builder.close("pin", "coupler end", "right end", kPlanarPin).independent("left");
  builder.guess("left", -1).guess("coupler", 1).guess("right", -1);
  return example(builder.build(), {}, {{"left", 1}});
}

ModelExample slider_crank() {
  ModelBuilder builder("slider-crank");
  add_link(builder, "crank", "world", 0, hinge("crank", 20), 0.3, 1, moment_of_rod(1, 0.3));
  add_link(builder, "rod", "crank", 0.3, hinge("rod"), 1, 1, moment_of_rod(1, 1));
  Joint slide = Joint::prismatic("slide", kX);
  slide.limits.effort = 0;
  builder.add_body("piston", "world", at(0, 0, 0), slide, Inertia<double>::box(2, kOrigin, {0.2, 0.1, 0.1}))
      .add_shape("piston", box_shape({0.2, 0.1, 0.1}));
  builder.close("pin", "rod end", "piston", kPlanarPin).independent("crank");
  builder.guess("crank", 1).guess("rod", -1.25).guess("slide", 1.1);
  return example(builder.build(), {}, {{"crank", 4}});
}

ModelExample pin_in_slot() {
  ModelBuilder builder("pin-in-slot");
  add_link(builder, "crank", "world", 0, hinge("crank", 20), 0.4, 1, moment_of_rod(1, 0.4));
  add_link(builder, "arm", "world", 1, hinge("arm"), 1.5, 2, moment_of_rod(2, 1.5));
  // The arm carries its slot along its x axis, and the pin is free in it.
  builder.close("slot", "arm", "crank end", {Direction::z}).independent("crank");
  builder.guess("crank", 1).guess("arm", 2.7);
  return example(builder.build(), {}, {{"crank", 3}});
}

ModelExample cardan_shaft() {
  // The driven shaft is tilted by half a radian. Its bearing is a hinge, of whose five directions two are needed.
  ModelBuilder builder("cardan-shaft");
  const auto turned = [](double angle) {
    return Transform<double>::rotated(
        Mat3<double>::from(Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitY()).toRotationMatrix()));
  };
  const double tilt = 0.5, to_z = std::numbers::pi / 2;
  Joint driving = Joint::revolute("driving", kX), first = Joint::revolute("first", kY),
        second = Joint::revolute("second", kZ);
  driving.limits.effort = 5, first.limits.effort = 0, second.limits.effort = 0;
  builder.add_body("driving", "world", at(0, 0, 0), driving, cylinder(2, {-0.4, 0, 0}, kOrigin, 0.03))
      .add_shape("driving", bar_shape({-0.4, 0, 0}, kOrigin, 0.03))
      .add_body("cross", "driving", at(0, 0, 0), first, Inertia<double>::sphere(0.2, kOrigin, 0.04))
      .add_shape("cross", ball_shape(0.04))
      .add_body("driven", "cross", turned(tilt), second, cylinder(3, kOrigin, {0.4, 0, 0}, 0.05))
      .add_shape("driven", bar_shape(kOrigin, {0.4, 0, 0}, 0.05))
      .add_frame("bearing", "world", turned(tilt + to_z))
      .add_frame("shaft", "driven", turned(to_z))
      .close("bearing", "bearing", "shaft", kHinge)
      .independent("driving");
  return example(builder.build(), {}, {{"driving", 5}});
}

ModelExample differential() {
  ModelBuilder builder("differential");
  const auto axle = [](const std::string& name, double effort) {
    Joint joint = Joint::revolute(name, kY);
    joint.limits.effort = effort;
    return joint;
  };
  builder.add_body("left", "world", at(0, 0.5, 0), axle("left", 5), wheel(4, 0.3, kY))
      .add_shape("left", bar_shape({0, -0.02, 0}, {0, 0.02, 0}, 0.3))
      .add_body("right", "world", at(0, -0.5, 0), axle("right", 5), wheel(5, 0.3, kY))
      .add_shape("right", bar_shape({0, -0.02, 0}, {0, 0.02, 0}, 0.3))
      .add_body("carrier", "world", at(0, 0, 0), axle("carrier", 0), wheel(8, 0.1, kY))
      .add_shape("carrier", bar_shape({0, -0.05, 0}, {0, 0.05, 0}, 0.1))
      .add_body("shaft", "world", at(-0.5, 0, 0), Joint::revolute("shaft", kX), wheel(2, 0.05, kX))
      .add_shape("shaft", bar_shape({-0.3, 0, 0}, {0.3, 0, 0}, 0.05))
      .couple("carrier", {{"left", 0.5}, {"right", 0.5}})
      .couple("shaft", {{"carrier", 3.5}});
  return example(builder.build(), {}, {{"left", 1}, {"right", 2}});
}

}  // namespace tandem::models
