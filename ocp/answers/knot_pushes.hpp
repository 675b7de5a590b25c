#pragma once

#include <tandem/ocp/answers/phase_flow.hpp>

#include <Eigen/Core>

namespace tandem {

/// What pushes costates at the knots of a phase.
struct KnotPushes {
  Eigen::MatrixXd all;       ///< states x knots: lambda^- - lambda^+ (zero at the ends), without the share of path
                             ///< constraints in which controls stand: their multipliers are functions
  Eigen::MatrixXd by_paths;  ///< what of it path constraints of states alone explain
  /// States x intervals: what path constraints with controls push at either end of an interval. This and `by_paths` are
  /// empty where the phase has no path constraints.
  Eigen::MatrixXd left_shift, right_shift;
  bool has_paths() const { return by_paths.size() > 0; }
};

/// Cost: an evaluation with Jacobian for each knot's path constraints.
KnotPushes find_knot_pushes(PhaseFlow& flow);

}  // namespace tandem
