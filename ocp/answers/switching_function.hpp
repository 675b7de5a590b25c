#pragma once

#include <tandem/ocp/answers/phase_hamiltonian.hpp>
#include <tandem/ocp/answers/worst.hpp>

#include <Eigen/Core>

namespace tandem {

/// dH/du along one phase of an answer: where H is linear in a control, its sign says at which bound the control is
/// best.
struct SwitchingFunctions {
  Eigen::VectorXd time;
  Eigen::MatrixXd slopes;      ///< controls x times
  Eigen::VectorXd terms;       ///< largest |term| of each control's slope
  Eigen::VectorXd curvatures;  ///< largest |d2H/du2| of each control
};

/// One mean an interval, with the weights of the transcription, at the middles: what a control within an interval does
/// to costates and states leaves it alone.
SwitchingFunctions mean_switching_functions(PhaseHamiltonian& hamiltonian);

/// At `count` instants inside every interval.
SwitchingFunctions sample_switching_functions(PhaseHamiltonian& hamiltonian, int count);

/// The largest dH/du that points out of the wrong end of a control that a phase holds at one end of what it may do, by
/// the largest term of the control's dH/du along all phases. Empty-handed where nothing is held.
struct HeldControls {
  bool any = false;
  Worst worst;
};
HeldControls examine_held_controls(const Problem& problem, const Solution& solution);

}  // namespace tandem
