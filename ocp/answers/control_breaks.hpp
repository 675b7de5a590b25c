#pragma once

#include <tandem/ocp/answers/played.hpp>

#include <vector>

namespace tandem {

/// The real roots of sum_i coefficients[i] s^i inside (0, 1), increasing: between the roots of the derivative, found
/// the same way, by bisection. A polynomial that is zero has none.
std::vector<double> roots_inside(const std::vector<double>& coefficients);

/// Fractions of an interval, 0 and 1 among them, at which a control of the answer meets one of its bounds. Between them
/// the control within its bounds is a polynomial. What passes a bound by less than 1e-7 of the control's range is left.
std::vector<double> control_breaks(const Played& played, int interval);

}  // namespace tandem
