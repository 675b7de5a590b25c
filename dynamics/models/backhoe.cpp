#include <tandem/dynamics/models/all.hpp>

#include <string>

namespace tandem::models {
namespace {

/// A cylinder that turns (and has play) about a pin, and the piston in it, whose eye stands at its coordinate from the
/// pin. The eye is a ball on `eye_frame`.
void add_actuator(ModelBuilder& builder, const std::string& name, const std::string& body, const Transform<double>& pin,
                  const std::string& eye_frame, const JointLimits& stroke, double angle, double length) {
  Joint seat = Joint::cylindrical(name + "_pin", kPlanarAxis);
  seat.limits.effort = 0;
  Joint piston = Joint::prismatic(name, kX);
  piston.limits = stroke;
  const double half = stroke.lower - 0.1;
  builder.add_body(name + " cylinder", body, pin, seat, cylinder(35, kOrigin, {half, 0, 0}, 0.06))
      .add_shape(name + " cylinder", bar_shape(kOrigin, {half, 0, 0}, 0.05))
      .add_body(name + " piston", name + " cylinder", at(0, 0, 0), piston, cylinder(20, {-half, 0, 0}, kOrigin, 0.03))
      .add_shape(name + " piston", bar_shape({-half, 0, 0}, kOrigin, 0.025))
      .close(name + "_eye", eye_frame, name + " piston", kBall)
      .independent(name)
      .guess(name + "_pin.turn", angle)
      .guess(name, length);
}

Joint arm_pin(const std::string& name) {
  Joint joint = Joint::revolute(name, kPlanarAxis);
  joint.limits.effort = 0;
  return joint;
}

void add_beam(ModelBuilder& builder, const std::string& name, const std::string& parent,
              const Transform<double>& placement, const Joint& joint, double mass, double length, double radius) {
  builder.add_body(name, parent, placement, joint, cylinder(mass, kOrigin, {length, 0, 0}, radius))
      .add_shape(name, bar_shape(kOrigin, {length, 0, 0}, radius));
}

}  // namespace

ModelExample backhoe() {
  // Joints of the source: four hinges, four that slide along their pins as well, four balls and three pistons. Its
  // sizes are not printed; these are of a small digger. The swing is locked.
  ModelBuilder builder("backhoe");
  builder.add_shape("world", bar_shape({0, 0, 0}, {0, 0, 0.5}, 0.15));
  add_beam(builder, "boom", "world", at(0, 0, 0.5), arm_pin("shoulder"), 250, 2.5, 0.12);
  add_beam(builder, "dipper", "boom", at(2.5, 0, 0), arm_pin("elbow"), 140, 1.5, 0.1);
  builder
      .add_body("bucket", "dipper", at(1.5, 0, 0), arm_pin("wrist"),
                Inertia<double>::box(120, {0.35, 0, 0}, {0.7, 0.5, 0.4}))
      .add_shape("bucket", bar_shape({0, 0, 0.25}, kOrigin, 0.05))
      .add_shape("bucket", bar_shape(kOrigin, {0.8, 0, 0}, 0.05))
      .add_shape("dipper", bar_shape({-0.35, 0, 0.15}, kOrigin, 0.08))
      .add_frame("teeth", "bucket", at(0.8, 0, 0));
  // From the bucket back to the dipper, the piston's eye where they meet.
  add_beam(builder, "long link", "bucket", at(0, 0, 0.25), Joint::cylindrical("bucket_pin", kPlanarAxis), 12, 0.32,
           0.03);
  add_beam(builder, "short link", "long link", at(0.32, 0, 0), arm_pin("link_pin"), 10, 0.32, 0.03);
  builder.add_frame("boom eye", "boom", at(1, 0, -0.1))
      .add_frame("dipper eye", "dipper", at(-0.35, 0, 0.15))
      .add_frame("link eye", "long link", at(0.32, 0, 0))
      .add_frame("short link end", "short link", at(0.32, 0, 0))
      .add_frame("link ball", "dipper", at(1.2, 0, 0.08))
      .close("link ball", "link ball", "short link end", kBall);
  add_actuator(builder, "boom_piston", "world", at(0.4, 0, 0.1), "boom eye", {0.9, 1.5, 1, 1e5}, 1.3, 1.16);
  add_actuator(builder, "dipper_piston", "boom", at(1.2, 0, 0.2), "dipper eye", {1.2, 1.9, 1, 1e5}, 0.07, 1.53);
  add_actuator(builder, "bucket_piston", "dipper", at(0.15, 0, 0.3), "link eye", {0.9, 1.4, 1, 1e5}, 0.05, 1.21);
  builder.guess("shoulder", 0.9)
      .guess("elbow", -1.8)
      .guess("wrist", -0.6)
      .guess("bucket_pin.turn", 3.25)
      .guess("link_pin", 1.55);
  return example(builder.build(), {}, {{"boom_piston", -0.1}, {"dipper_piston", 0.2}, {"bucket_piston", 0.1}});
}

}  // namespace tandem::models
