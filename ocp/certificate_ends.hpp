#pragma once

#include <tandem/ocp/certificate_checks.hpp>
#include <tandem/ocp/phase_hamiltonian.hpp>
#include <tandem/ocp/worst.hpp>

#include <Eigen/Core>

namespace tandem {

/// What is found of one phase's costates at its ends and knots, of the multipliers of its end and integral constraints
/// and of its duration.
struct PhaseEnds {
  Worst transversality;
  /// Derivative of sign * end cost + multipliers' end constraints and linkages by the final state, by the final time,
  /// and (without the linkages) by the design numbers.
  Eigen::VectorXd end_gradient;
  double duration_multiplier = 0.0;
};

/// Examines lambda(tf) = d(end cost + multipliers' end constraints and linkages)/dx + bound multiplier,
/// lambda(t0) = -d(multipliers' linkages)/dx - bound multiplier, and the jumps between. `linkage_start` and
/// `linkage_end` are what linkages push at the two ends: by the states and the time.
PhaseEnds examine_ends(PhaseHamiltonian& hamiltonian, const Solution& solution, const Eigen::VectorXd& linkage_start,
                       const Eigen::VectorXd& linkage_end);

/// The size that a phase's costates are measured by: their largest, at least 1.
double costate_scale(const PhaseSolution& series);

}  // namespace tandem
