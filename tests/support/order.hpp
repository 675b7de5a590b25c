#pragma once

#include <cmath>

namespace tandem::test {

/// The order p of errors c h^p (1 + a h^next + ...) at the steps h, h/2 and h/4. Two of them give log2(e(h)/e(h/2)) =
/// p + a (1 - 2^-next) h^next/ln 2; the next pair has 2^-next of that excess, so both together are rid of it
/// (Richardson).
inline double extrapolated_order(double at_h, double at_half, double at_quarter, int next = 1) {
  const double first = std::log2(at_h / at_half), second = std::log2(at_half / at_quarter);
  return second + (second - first) / (std::exp2(next) - 1.0);
}

}  // namespace tandem::test
