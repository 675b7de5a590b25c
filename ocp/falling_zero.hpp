#pragma once

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {

/// The zero of a falling function between `low`, where it is positive, and `high`, places with their values, to
/// `tolerance`: inverse quadratic interpolation where three points allow it, bisection elsewhere (Chandrupatla,
/// Advances in Engineering Software 28, 1997).
template <class Function>
double falling_zero(const Function& function, std::pair<double, double> low, std::pair<double, double> high,
                    double tolerance) {
  auto [a, at_a] = low;
  auto [b, at_b] = high;
  double c = a, at_c = at_a;
  double step = at_a / (at_a - at_b);  // from a towards b, as a fraction
  for (int i = 0; i < 100; ++i) {
    const double x = a + step * (b - a), at_x = function(x);
    if ((at_x > 0.0) == (at_a > 0.0)) {
      c = std::exchange(a, x), at_c = std::exchange(at_a, at_x);
    } else {
      c = std::exchange(b, a), at_c = std::exchange(at_b, at_a);
      a = x, at_a = at_x;
    }
    const double least = 0.5 * tolerance / std::abs(b - a);
    if (at_x == 0.0) return a;
    if (least > 0.5) return std::abs(at_a) < std::abs(at_b) ? a : b;
    const double place = (a - b) / (c - b), value = (at_a - at_b) / (at_c - at_b);
    step = 0.5;
    if (value * value < place && (1.0 - value) * (1.0 - value) < 1.0 - place) {
      step =
          at_a / (at_b - at_a) * at_c / (at_b - at_c) + (c - a) / (b - a) * at_a / (at_c - at_a) * at_b / (at_c - at_b);
    }
    step = std::clamp(step, std::min(least, 0.5), std::max(1.0 - least, 0.5));
  }
  return a;
}

}  // namespace tandem
