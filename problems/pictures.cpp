#include <tandem/problems/pictures.hpp>

#include <cmath>
#include <cstddef>
#include <numeric>

namespace tandem::problems {
namespace {

/// The end of a link of this length and angle that starts there.
Picture::Point end_of_link(const Picture::Point& start, double length, double angle) {
  return {start[0] + length * std::sin(angle), start[1] - length * std::cos(angle), 0.0};
}

}  // namespace

Picture picture_of(const CartPolePose& pose) {
  const Picture::Point hinge{pose.position, 0.0, 0.0}, tip = end_of_link(hinge, pose.pole_length, pose.angle);
  Picture picture;
  picture.line({{-pose.track, -0.06, 0.0}, {pose.track, -0.06, 0.0}}, 0.01, "ground");
  picture.circle({pose.target, pose.pole_length, 0.0}, 0.05, "target");
  picture.rectangle(hinge, 0.24, 0.12);
  picture.line({hinge, tip}, 0.025);
  picture.circle(tip, 0.045, "joint");
  picture.trace(tip);
  return picture;
}

Picture picture_of(const PendulumPose& pose) {
  const Picture::Point pivot{0.0, 0.0, 0.0}, tip = end_of_link(pivot, pose.length, pose.angle);
  Picture picture;
  picture.circle({0.0, pose.length, 0.0}, 0.05, "target");
  picture.line({pivot, tip}, 0.025);
  picture.circle(pivot, 0.03, "ground");
  picture.circle(tip, 0.045, "joint");
  picture.trace(tip);
  return picture;
}

Picture picture_of(const TwoLinkPose& pose) {
  const Picture::Point pivot{0.0, 0.0, 0.0}, elbow = end_of_link(pivot, pose.upper_length, pose.upper);
  const Picture::Point tip = end_of_link(elbow, pose.lower_length, pose.lower);
  Picture picture;
  picture.circle({0.0, pose.upper_length + pose.lower_length, 0.0}, 0.05, "target");
  picture.line({pivot, elbow}, 0.03);
  picture.line({elbow, tip}, 0.025);
  picture.circle(pivot, 0.03, "ground");
  picture.circle(elbow, 0.045, "joint");
  picture.circle(tip, 0.045, "joint");
  picture.trace(tip);
  return picture;
}

Picture picture_of(const CartChainPose& pose) {
  const double reach = std::accumulate(pose.lengths.begin(), pose.lengths.end(), 0.0);
  Picture picture;
  picture.line({{-pose.track, -0.06, 0.0}, {pose.track, -0.06, 0.0}}, 0.01, "ground");
  picture.circle({pose.target, reach, 0.0}, 0.05, "target");
  Picture::Point joint{pose.position, 0.0, 0.0};
  picture.rectangle(joint, 0.24, 0.12);
  for (std::size_t i = 0; i < pose.angles.size(); ++i) {
    const Picture::Point end = end_of_link(joint, pose.lengths[i], pose.angles[i]);
    picture.line({joint, end}, 0.03);
    picture.circle(joint, 0.025, "joint");
    joint = end;
  }
  picture.trace(joint);
  return picture;
}

Picture picture_of(const TwoLegPose& pose) {
  const Picture::Point hands{0.0, 0.0, 0.0}, hips = end_of_link(hands, pose.torso_length, pose.torso);
  const Picture::Point left = end_of_link(hips, pose.leg_length, pose.left);
  const Picture::Point right = end_of_link(hips, pose.leg_length, pose.right);
  Picture picture;
  picture.circle({0.0, pose.torso_length + pose.leg_length, 0.0}, 0.08, "target");
  picture.line({hands, hips}, 0.08);
  picture.line({hips, left}, 0.05);
  picture.line({hips, right}, 0.05);
  picture.circle(hands, 0.05, "ground");
  picture.circle(hips, 0.06, "joint");
  picture.circle(left, 0.045, "joint");
  picture.circle(right, 0.045, "joint");
  picture.trace(left);
  picture.trace(right);
  return picture;
}

Picture picture_of(const WheelPose& pose) {
  const Picture::Point pivot{0.0, 0.0, 0.0}, axle = end_of_link(pivot, pose.length, pose.angle);
  Picture picture;
  picture.circle({0.0, pose.length, 0.0}, 0.2 * pose.length, "target");
  picture.line({pivot, axle}, 0.1 * pose.length);
  picture.circle(axle, pose.radius, "body");
  picture.line({axle, end_of_link(axle, pose.radius, pose.wheel)}, 0.1 * pose.radius, "joint");
  picture.circle(pivot, 0.08 * pose.length, "ground");
  picture.trace(axle);
  return picture;
}

Picture picture_of(const RotaryPose& pose) {
  const double c = std::cos(pose.arm), s = std::sin(pose.arm), h = 1.5 * pose.length;
  const Picture::Point hub{0.0, 0.0, 0.0}, hinge{pose.radius * c, 0.0, -pose.radius * s};
  const double across = pose.length * std::sin(pose.angle), up = -pose.length * std::cos(pose.angle);
  const Picture::Point tip{hinge[0] - across * s, up, hinge[2] - across * c};
  Picture picture;
  picture.line({{0.0, -h, 0.0}, hub}, 0.1 * pose.radius, "ground");
  picture.circle({pose.radius, pose.length, 0.0}, 0.15 * pose.radius, "target");
  picture.line({hub, hinge}, 0.08 * pose.radius);
  picture.line({hinge, tip}, 0.06 * pose.radius);
  picture.circle(hinge, 0.07 * pose.radius, "joint");
  picture.circle(tip, 0.1 * pose.radius, "joint");
  picture.trace(tip);
  return picture;
}

}  // namespace tandem::problems
