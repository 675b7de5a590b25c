#include <tandem/problems/pictures.hpp>

#include <cmath>

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

}  // namespace tandem::problems
