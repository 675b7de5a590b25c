#pragma once

namespace tandem {

/// The cubic on an interval of length h with these values and slopes at its ends, at the fraction s of it:
///
///     x(s) = (1 + 2 s) (1 - s)^2 x_0 + s^2 (3 - 2 s) x_1 + h s (1 - s) ((1 - s) x_0' - s x_1').
///
/// An expression of Eigen's, to be evaluated at once.
template <class X0, class X1, class Slope0, class Slope1>
auto hermite_cubic(const X0& x0, const X1& x1, const Slope0& slope0, const Slope1& slope1, double h, double s) {
  const double r = 1.0 - s;
  return (1.0 + 2.0 * s) * r * r * x0 + s * s * (3.0 - 2.0 * s) * x1 + h * s * r * (r * slope0 - s * slope1);
}

}  // namespace tandem
