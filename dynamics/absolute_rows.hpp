#pragma once

#include <tandem/dynamics/absolute_equations.hpp>
#include <tandem/dynamics/absolute_sweep.hpp>

#include <Eigen/Core>

#include <vector>

/// What Newton's matrix in absolute coordinates is made of.
namespace tandem {

using Vector6 = Eigen::Matrix<double, 6, 1>;

Motion<double> motion_of(const Vector6& v);

/// Of exp: with X_1 = X_0 exp(x), X_1^-1 dX_1 = (1 - ad/2! + ad^2/3! - ...) dx.
Matrix6 moved_slope(const Motion<double>& x);

/// How momentum_rate() changes with its second velocity.
Matrix6 momentum_slope(const Inertia<double>& I, const Motion<double>& half_way, double time);

/// Rows of a link where its bodies stand, and what its equations miss there.
void write_rows(const AbsoluteLink& link, const std::vector<Transform<double>>& places, RowsOfBody& first,
                RowsOfBody& second);
Eigen::VectorXd gaps_of(const AbsoluteLink& link, const std::vector<Transform<double>>& places);

}  // namespace tandem
