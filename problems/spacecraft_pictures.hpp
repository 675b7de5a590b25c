#pragma once

#include <tandem/core/picture.hpp>

#include <array>
#include <vector>

// Pictures in space of spacecraft that turn. World and body axes have z up: a picture's (x, y, z) is (x, z, -y) of
// them. Quaternions (w, x, y, z) are world_from_body.
namespace tandem::problems {

/// A box with two solar wings along its y axis, a dish and an arrow on its x axis, and the outline of the box where the
/// body is to be.
struct SpacecraftPose {
  std::array<double, 4> attitude, target;
};
Picture picture_of(const SpacecraftPose& pose);

/// A spacecraft and its three wheels, which turn about its x, y and z axes before its faces; the arrow on each is as
/// long as its speed, of either sign, is to the greatest one.
struct WheeledSpacecraftPose {
  std::array<double, 4> attitude, target;
  std::array<double, 3> angles, speeds;  ///< of the wheels; speeds as parts of the greatest one
};
Picture picture_of(const WheeledSpacecraftPose& pose);

/// A hub that turns about z by `angle`, and its booms: points in the hub's x-y plane, from root to tip. The tips are
/// traced. A dashed outline shows the first boom's direction at the end.
struct BoomedHubPose {
  double angle, target, radius;
  std::vector<std::vector<std::array<double, 2>>> booms;
};
Picture picture_of(const BoomedHubPose& pose);

/// A boom's line from (root, 0) outward: its deflection is `deflection(s)` at a fraction s of its length.
template <class Deflection>
std::vector<std::array<double, 2>> bent_boom(double root, double length, const Deflection& deflection) {
  constexpr int kPieces = 12;
  std::vector<std::array<double, 2>> points;
  for (int i = 0; i <= kPieces; ++i) {
    const double s = static_cast<double>(i) / kPieces;
    points.push_back({root + length * s, deflection(s)});
  }
  return points;
}

/// The points turned by an angle about the hub's axis.
std::vector<std::array<double, 2>> turned(std::vector<std::array<double, 2>> points, double angle);

/// The shape of a cantilever's mode `number` (1, 2, ...) at a fraction s of its length, 1 at the tip; Blevins, Formulas
/// for Natural Frequency and Mode Shape (1979), table 8-1.
double cantilever_mode(int number, double s);

/// A satellite in the plane, its base at a place and angle, and an arm over it: the angles of its joints are
/// against the body before them, the shoulder's zero along the base's x axis. The outline has the attitude that the
/// base is to reach.
struct ArmedSatellitePose {
  std::array<double, 2> place;
  double angle, target, shoulder_reach;
  std::vector<double> joints, lengths;
};
Picture picture_of(const ArmedSatellitePose& pose);

}  // namespace tandem::problems
