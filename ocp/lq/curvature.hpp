#pragma once

#include <Eigen/Core>

namespace tandem::lq {

/// The least eigenvalue of a symmetric matrix along the directions that are orthogonal to all columns of `normals`:
/// what conditions of second order ask for, of a Lagrangian's Hessian within the constraints that hold. Columns may
/// depend on each other. Infinite where no direction is left; without normals the least eigenvalue itself.
double least_curvature_along(const Eigen::MatrixXd& hessian, const Eigen::MatrixXd& normals);

}  // namespace tandem::lq
