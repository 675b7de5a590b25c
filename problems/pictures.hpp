#pragma once

#include <tandem/core/picture.hpp>

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

/// Two links that hang from a pivot at the origin, and where the tip is to be: upright. Both angles are against the
/// vertical.
struct TwoLinkPose {
  double upper, lower, upper_length, lower_length;
};
Picture picture_of(const TwoLinkPose& pose);

}  // namespace tandem::problems
