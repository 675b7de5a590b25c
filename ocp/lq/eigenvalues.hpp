#pragma once

#include <Eigen/Core>

namespace tandem::lq {

/// Of a real square matrix, in no order; O(n^3), about 10 n^3. Throws NumericalError where the QR iteration does not
/// converge.
Eigen::VectorXcd eigenvalues(const Eigen::MatrixXd& a);

/// The largest magnitude among them: steps x+ = A x die out where it is below 1.
double spectral_radius(const Eigen::MatrixXd& a);

/// Of a symmetric matrix, whose lower triangle is looked at, the least first.
Eigen::VectorXd symmetric_eigenvalues(const Eigen::MatrixXd& a);

}  // namespace tandem::lq
