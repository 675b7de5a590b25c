#pragma once

#include <Eigen/Core>

namespace tandem {

/// A quadratic model of few variables, gradient'd + d' W d / 2 over a box and rows row_lower <= rows d <= row_upper,
/// all of which hold at d = 0.
struct BoxModel {
  Eigen::VectorXd gradient;
  Eigen::MatrixXd curvature;  ///< W, of any inertia
  Eigen::VectorXd lower, upper;
  Eigen::MatrixXd rows;
  Eigen::VectorXd row_lower, row_upper;

  /// How much less the model is at d than at 0.
  double decrease(const Eigen::VectorXd& d) const { return -gradient.dot(d) - 0.5 * d.dot(curvature * d); }
};

/// Where the model is least, its curvature taken by the sizes of its eigenvalues; a direction without curvature or
/// bounds is not taken. The box by coordinate descent, the rows by an augmented Lagrangian. Cost: some hundreds of
/// operations times the square of the number of variables.
Eigen::VectorXd least_step(const BoxModel& model);

}  // namespace tandem
