#pragma once

#include <Eigen/Core>

#include <functional>
#include <optional>

namespace tandem {

/// A derivative by differences, and a bound of its error by its own estimate.
struct Difference {
  Eigen::VectorXd derivative, error;
};

/// Derivative of `f` (a vector of a number) at 0 by Ridders' method: central differences with steps that halve,
/// extrapolated to step 0; each entry is taken where two neighbours in the table agree best. For functions of size
/// 1 whose scale of change is 1, its error is about 1e-12 (rounding 2e-16 over the step at which it stops).
/// C. Ridders, Advances in Engineering Software 4 (1982).
Difference ridders(const std::function<Eigen::VectorXd(double)>& f, double first_step = 0.1);

/// The same by the central difference of order 8 on steps up to 4 `step`: its error is how far that of order 6 differs,
/// and what rounding and further `noise` of the values make of it. Eight evaluations.
Difference central_difference(const std::function<Eigen::VectorXd(double)>& f, double step,
                              const Eigen::VectorXd& noise);

/// A point of a line at which a function has a kink or a jump.
struct Kink {
  double at;             ///< along the line, from where one stands
  double before, after;  ///< slopes on either side, as far as they exist
};

/// Looks within `reach` on either side for a point at which the slope of `f` jumps: a grid, the largest second
/// difference of which is followed down; there, one-sided slopes must differ by as much over a step as over a tenth of
/// it, where those of a smooth function differ by a tenth. About 400 evaluations.
std::optional<Kink> find_kink(const std::function<double(double)>& f, double reach);

}  // namespace tandem
