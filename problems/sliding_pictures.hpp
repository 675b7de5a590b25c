#pragma once

#include <tandem/core/picture.hpp>

#include <vector>

// Pictures in the plane of masses that slide along a line.
namespace tandem::problems {

/// Masses at places along a track, springs between neighbours, and where each is to be. The force on the first one, as
/// a part of the greatest, is an arrow. Masses start and end between `from` and `to`: sizes follow.
struct SlidingMassesPose {
  std::vector<double> places, targets;
  double force, from, to;
};
Picture picture_of(const SlidingMassesPose& pose);

}  // namespace tandem::problems
