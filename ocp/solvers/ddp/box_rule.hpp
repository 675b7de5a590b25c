#pragma once

#include <algorithm>
#include <cmath>

namespace tandem::ddp {

/// What a primal-dual active set does next with a number that is held (-1 at its lower bound, 1 at its upper one) or
/// free (0): a free one past a bound is held there; one that is held against a push away from the bound is let go
/// (Hintermueller, Ito and Kunisch, SIAM J. Optim. 13, 2002). Equal bounds always hold.
inline int held_next(int held, double value, double push, double lower, double upper) {
  if (lower == upper) return 1;
  const double slack = 1e-13 * std::max(1.0, std::abs(value));
  if (held == 0) return value > upper + slack ? 1 : value < lower - slack ? -1 : 0;
  return held * push < 0.0 ? 0 : held;
}

/// What holds a number at a solution, where it stands at 0: a bound that its slope does not push it away from.
inline int held_at(double slope, double lower, double upper, double tolerance) {
  if (upper <= tolerance && slope <= tolerance) return 1;
  return lower >= -tolerance && slope >= -tolerance ? -1 : 0;
}

/// Where a number stands before it is solved for: at the bound that holds it, or 0 where it is free.
inline double held_value(int held, double lower, double upper) { return held == 0 ? 0.0 : held > 0 ? upper : lower; }

}  // namespace tandem::ddp
