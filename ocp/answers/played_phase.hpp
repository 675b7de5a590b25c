#pragma once

#include <tandem/ocp/answers/phase_flow.hpp>

#include <Eigen/Core>

#include <map>
#include <vector>

namespace tandem {

/// What is found when every interval of a phase is integrated anew from its left knot under the control within its
/// bounds. Violations are in the unit of what is violated.
struct PlayedPhase {
  Eigen::MatrixXd ends;                    ///< states x intervals: where each one ends
  Eigen::MatrixXd ends_as_stored;          ///< the same under the control as stored
  Eigen::VectorXd costs, costs_as_stored;  ///< integrals of sign L over each
  Eigen::VectorXd sizes;                   ///< integrals of |L|
  Eigen::VectorXd transcribed_costs;       ///< what the transcription makes of the costs (transcribed_costs.hpp)
  Eigen::MatrixXd integrals;               ///< integral constraints x intervals
  Eigen::MatrixXd past_states;             ///< states x intervals: furthest past what the state may do
  Eigen::MatrixXd past_paths;              ///< path constraints x intervals
  Eigen::VectorXd path_scales;             ///< range of each over the phase, or its size; of equalities their terms
  Eigen::MatrixXd past_controls;           ///< controls x intervals: how far the stored control leaves its bounds

  /// Fractions of an interval at which the integrator stopped.
  const std::vector<double>& steps(int interval) const;
  void set_steps(int interval, std::vector<double> steps);

 private:
  std::map<int, std::vector<double>> steps_;  ///< of intervals that took more than one
};

/// Plays one phase. Steps are halved until the method's own estimate is below 1e-9 of each state's range; where 4096
/// pieces are not enough the interval's numbers are NaN. Cost: 13 evaluations of the dynamics an interval, one more
/// where states have bounds, those of the transcription's points, more where a control meets its bounds inside.
PlayedPhase play(PhaseFlow& flow);

}  // namespace tandem
