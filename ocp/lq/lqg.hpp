#pragma once

#include <tandem/ocp/lq/riccati.hpp>

namespace tandem::lq {

/// What is known of x' = A x + B u + w by y = C x + v: noises are white, of intensities `process` and `sensors`.
struct Observation {
  Eigen::MatrixXd c, process, sensors;
};

struct Estimator {
  Eigen::MatrixXd covariance;  ///< P of A P + P A' - P C' sensors^-1 C P + process = 0
  Eigen::MatrixXd gain;        ///< x_hat' = A x_hat + B u + gain (y - C x_hat)
};

/// The steady-state Kalman filter: the regulator of the adjoint system. Refuses as solve_riccati does, in words of
/// sensors and noises.
Estimator solve_estimator(const Eigen::MatrixXd& a, const Observation& observation);

/// The controller u = -K x_hat of least mean x'Q x + u'R u under the noises.
struct Lqg {
  RiccatiSolution regulator;
  Estimator estimator;
  double cost = 0.0;        ///< tr(P process) + tr(P_f K'R K)
  Eigen::MatrixXd a, b, c;  ///< of the controller: z' = a z + b y, u = c z
};
Lqg solve_lqg(const Regulator& regulator, const Observation& observation);

/// The stationary covariance of (x, z) with a controller z' = a z + b y, u = c z, and what follows from it.
/// Throws NumericalError where the loop is not stable.
Eigen::MatrixXd closed_loop_covariance(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b,
                                       const Observation& observation, const Lqg& controller);

/// The H2 norm of x' = A x + B w, z = C x: the root of the mean square of z under white noise of intensity 1.
double h2_norm(const Eigen::MatrixXd& a, const Eigen::MatrixXd& b, const Eigen::MatrixXd& c);

}  // namespace tandem::lq
