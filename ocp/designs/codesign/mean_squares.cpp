#include <tandem/ocp/designs/codesign/mean_squares.hpp>

namespace tandem::codesign {

/// d(c - r c_r) = dc - dr c_r - r dc_r.
Eigen::VectorXd MeanSquares::response_gradient() const {
  Eigen::VectorXd gradient = cost.gradient - price * effort_gradient();
  gradient(designs()) -= effort();
  return gradient;
}

}  // namespace tandem::codesign
