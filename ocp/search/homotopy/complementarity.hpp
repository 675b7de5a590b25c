#pragma once

#include <cmath>

namespace tandem::homotopy {

/// a >= 0, b >= 0, a b = mu, said by one smooth equation for all real a and b,
///
///     phi(a, b) = a + b - r = 0,  r = sqrt(a^2 + b^2 + 2 mu)
///
/// (Fischer and Burmeister, smoothed by Kanzow, SIAM J. Optimization 6, 1996). Newton's method on it needs no step rule
/// that keeps a and b positive, and moves a bound into or out of the active set in one step; on a b = mu it has to
/// creep. All three are free of cancellation, however small a, b or mu.
struct Complementarity {
  double value = 0.0;
  double by_a = 0.0;  ///< in (0, 2), as is by_b
  double by_b = 0.0;
};

inline Complementarity complementarity(double a, double b, double mu) {
  const double r = std::sqrt(a * a + b * b + 2.0 * mu);
  // 1 - b / r = (r^2 - b^2) / (r (r + b)) where b > 0
  const auto slope = [&](double own, double other) {
    return own > 0.0 ? (other * other + 2.0 * mu) / (r * (r + own)) : 1.0 - own / r;
  };
  const double sum = a + b;
  return {sum > 0.0 ? 2.0 * (a * b - mu) / (sum + r) : sum - r, slope(a, b), slope(b, a)};
}

}  // namespace tandem::homotopy
