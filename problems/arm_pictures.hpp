#pragma once

#include <tandem/core/picture.hpp>

#include <array>
#include <vector>

// Pictures of arms whose hands draw lines.
namespace tandem::problems {

/// Links end to end in the plane, seen from above, each turned against the one before it, the first against the x axis;
/// the line that the hand follows.
struct DrawingArmPose {
  std::vector<double> angles, lengths;
  std::array<double, 2> line_start, line_end;
};
Picture picture_of(const DrawingArmPose& pose);

}  // namespace tandem::problems
