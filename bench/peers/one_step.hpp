#pragma once

#include <tandem/ocp/transcription/staged_nlp.hpp>

#include "swing_up_contestant.hpp"

namespace tandem::bench {

/// One step of a finite problem of equal steps, by the library's own transcription: that of the problem on a mesh of a
/// single interval that is as long as a step.
class OneStep : public Step {
 public:
  /// Refuses problems with anything but a running cost, states and held controls.
  OneStep(const Problem& problem, const std::string& transcription, int steps);

  double value(const double* x, const double* u, double* next) override;
  void slopes(const double* x, const double* u, const StepSlopes& out) override;

 private:
  void place(const double* x, const double* u);

  int states_, controls_;
  StagedNlp nlp_;
  Eigen::VectorXd z_;  ///< [x; u; x+], with x+ = 0
  Eigen::VectorXd g_, gradient_;
  Pattern by_, twice_;  ///< where the derivatives' entries stand
  std::vector<double> jacobian_, hessian_;
};

}  // namespace tandem::bench
