#pragma once

#include <Eigen/Core>

#include <span>

namespace tandem {

/// Slopes at the points (x, y) of their cubic spline, the third derivative of which is continuous at the second and
/// last but one point (C. de Boor, A Practical Guide to Splines, ch. IV): of three points the parabola's, of two the
/// line's. Linear in y. Cost: linear in the points.
Eigen::VectorXd spline_slopes(std::span<const double> x, const Eigen::VectorXd& y);

/// Slopes between which cubics rise where the points rise and are level where they turn (Fritsch and Butland, SIAM J.
/// Sci. Stat. Comput. 5, 1984, eq. 2: harmonic means, weighted by the widths).
Eigen::VectorXd monotone_slopes(std::span<const double> x, const Eigen::VectorXd& y);

}  // namespace tandem
