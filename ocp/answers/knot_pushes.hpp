#pragma once

#include <tandem/ocp/answers/phase_flow.hpp>

#include <Eigen/Core>

namespace tandem {

/// What pushes costates at the knots of a phase.
struct KnotPushes {
  Eigen::MatrixXd all;       ///< states x knots: lambda^- - lambda^+ (zero at the ends), without the share of path
                             ///< constraints in which controls stand: their multipliers are functions
  Eigen::MatrixXd by_paths;  ///< what of it path constraints of states alone explain
  /// States x intervals: what path constraints with controls push at either end of an interval.
  Eigen::MatrixXd left_shift, right_shift;
};

/// Cost: an evaluation with Jacobian for each knot's path constraints.
KnotPushes find_knot_pushes(PhaseFlow& flow);

}  // namespace tandem
