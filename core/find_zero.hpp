#pragma once

#include <algorithm>
#include <cmath>

namespace tandem {

/// Searches a zero of f between a and b, where it has values fa and fb of different signs: inverse quadratic
/// interpolation where it may be trusted, else bisection (Chandrupatla, Advances in Engineering Software 28, 1997),
/// until the bracket is shorter than `width`, f is 0 or it has no finite value. Returns the point of the least |f|.
template <class Function>
double find_zero(const Function& f, double a, double fa, double b, double fb, double width, int most = 100) {
  double at = 0.5;  // the next point, as a fraction from a to b
  for (int i = 0; i < most && fa != 0.0 && fb != 0.0 && std::abs(b - a) > width; ++i) {
    const double x = a + at * (b - a), fx = f(x);
    if (!std::isfinite(fx)) break;
    double c = a, fc = fa;  // the point that leaves the bracket
    if ((fx > 0.0) != (fa > 0.0)) c = b, fc = fb, b = a, fb = fa;
    a = x, fa = fx;
    const double xi = (a - b) / (c - b), phi = (fa - fb) / (fc - fb);
    const bool is_trusted = phi * phi < xi && (1.0 - phi) * (1.0 - phi) < 1.0 - xi;
    at = is_trusted ? fa / (fb - fa) * fc / (fb - fc) + (c - a) / (b - a) * fa / (fc - fa) * fb / (fc - fb) : 0.5;
    const double least = std::min(0.5, 0.5 * width / std::abs(b - a));
    at = std::clamp(at, least, 1.0 - least);
  }
  return std::abs(fa) <= std::abs(fb) ? a : b;
}

}  // namespace tandem
