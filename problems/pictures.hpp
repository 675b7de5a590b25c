#pragma once

#include <tandem/core/picture.hpp>

#include <vector>

// Pictures of mechanisms that stand in more than one problem; angles are from hanging, counter-clockwise.
namespace tandem::problems {

/// A cart at `position` on a track from -track to track, its pole, and where the pole's tip is to be: upright over
/// `target`.
struct CartPolePose {
  double position, angle, pole_length, track, target;
};
Picture picture_of(const CartPolePose& pose);

/// A pendulum that hangs from a pivot at the origin, and where its end is to be: upright.
struct PendulumPose {
  double angle, length;
};
Picture picture_of(const PendulumPose& pose);

/// A cart on a track and a chain of links on it, by their angles against the vertical; where the tip is to be: upright
/// over `target`.
struct CartChainPose {
  double position;
  std::vector<double> angles, lengths;
  double track, target;
};
Picture picture_of(const CartChainPose& pose);

/// A torso that hangs by its hands from the origin, two legs at its end, and where the feet are to be: upright. All
/// angles are against the vertical.
struct TwoLegPose {
  double torso, left, right, torso_length, leg_length;
};
Picture picture_of(const TwoLegPose& pose);

/// A pendulum with a wheel about its end; a spoke shows how far the wheel has turned, against the vertical.
struct WheelPose {
  double angle, wheel, length, radius;
};
Picture picture_of(const WheelPose& pose);

/// An arm that turns about the vertical, `arm` counter-clockwise as seen from above, on a post; at its end a pendulum
/// that swings across it, and where that is to be: upright, the arm to the right. In space.
struct RotaryPose {
  double arm, angle, radius, length;
};
Picture picture_of(const RotaryPose& pose);

/// Two links that hang from a pivot at the origin, and where the tip is to be: upright. Both angles are against the
/// vertical.
struct TwoLinkPose {
  double upper, lower, upper_length, lower_length;
};
Picture picture_of(const TwoLinkPose& pose);

}  // namespace tandem::problems
