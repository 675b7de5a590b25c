#pragma once

#include <tandem/ocp/search/continuation/curve.hpp>
#include <tandem/ocp/search/continuation/system.hpp>

namespace tandem::continuation {

/// The inner product of the space of (x, lambda), by the system's weights.
class Metric {
 public:
  explicit Metric(const System& system);

  double dot(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const { return weights_.cwiseProduct(a).dot(b); }
  double norm(const Eigen::VectorXd& a) const { return std::sqrt(dot(a, a)); }
  /// The row that says dot(direction, .).
  Eigen::VectorXd row(const Eigen::VectorXd& direction) const { return weights_.cwiseProduct(direction); }

 private:
  Eigen::VectorXd weights_;
};

struct CorrectorOptions {
  double tolerance = 1e-11;       ///< of the last Newton step, relative to 1 + |(x, lambda)|
  double error_tolerance = 1e-9;  ///< of System::error
  int most_corrections = 10;
};

/// How a correction went.
struct Correction {
  bool converged = false;
  int iterations = 0;
  double first_step = 0.0;   ///< length of the first Newton step
  double contraction = 0.0;  ///< of the second by the first
  Eigen::VectorXd y;         ///< (x, lambda)
};

/// Newton's method for F(y) = 0, row' (y - predicted) = 0, from `predicted`. The row is what makes a step natural
/// (e_lambda: lambda stays) or pseudo-arclength (the metric's row of the direction: the correction is at right angles
/// to it). A factorisation and four solves an iteration.
Correction correct(System& system, const Metric& metric, const Eigen::VectorXd& predicted, const Eigen::VectorXd& row,
                   const CorrectorOptions& options);

/// The tangent and the signs at y = (x, lambda) on the curve: [F_x F_lambda; row'] t = (0, 1), scaled to length 1, so
/// that row' t > 0.
CurvePoint survey(System& system, const Metric& metric, const Eigen::VectorXd& y, const Eigen::VectorXd& row);

/// (x, lambda) in one vector, and e_lambda.
Eigen::VectorXd joined(const Eigen::VectorXd& x, double lambda);
Eigen::VectorXd parameter_row(int size);

}  // namespace tandem::continuation
