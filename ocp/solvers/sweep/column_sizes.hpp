#pragma once

#include <tandem/ocp/solvers/sweep/lanes.hpp>

#include <algorithm>
#include <utility>

/// Sizes of what a column holds in rows begin to end - 1. Columns are aligned; after the last row of a frontal stand
/// zeros, up to a whole pack.
namespace tandem::sweep {

/// Whether an entry is above the limit, or not a number; `end` is the frontal's last.
inline bool exceeds(const double* s, int begin, int end, double limit) {
  const int first = begin / kLanes * kLanes;
  if (first >= end) return false;
  const Lanes most = all(limit);
  Mask found = exceeding(magnitude(load(s + first, after_lanes(begin - first))), most);
  for (int i = first + kLanes; i < end; i += kLanes) found |= exceeding(magnitude(load(s + i)), most);
  return found != 0;
}

/// The largest magnitude.
inline double largest_of(const double* s, int begin, int end) {
  Lanes most{};
  for (int i = begin; i < end; i += kLanes) {
    most = larger(most, magnitude(load(s + i, first_lanes(std::min(kLanes, end - i)))));
  }
  return largest(most);
}

/// The same but for row `left_out`.
inline double largest_but(double* s, int left_out, int begin, int end) {
  const double value = std::exchange(s[left_out], 0.0);
  const double most = largest_of(s, begin, end);
  s[left_out] = value;
  return most;
}

}  // namespace tandem::sweep
