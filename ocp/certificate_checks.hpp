#pragma once

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/replay.hpp>
#include <tandem/ocp/worst.hpp>

#include <memory>

namespace tandem {

/// What re-integration finds.
struct MotionEvidence {
  Worst interval_error;
  std::vector<double> interval_errors;  ///< of each interval
  Worst mesh_error;                     ///< defect of the cubic through the knots, integrated over an interval (Betts)
  Worst open_loop_miss;                 ///< largest of any state, in that state's unit
  double amplification = 1.0;           ///< norm of the product of the intervals' transition matrices
  Worst node_violation;
  Worst states_between;  ///< past their bounds, on 20 points an interval
  Worst others_between;  ///< controls and path constraints
};

/// What the minimum principle finds.
struct OptimalityEvidence {
  Worst stationarity;
  std::vector<double> interval_stationarities;  ///< of each interval: its worst control
  Worst transversality;
  Worst hamiltonian_drift;
  bool autonomous = false;
  std::vector<std::string> notes;  ///< singular arcs, chatter: control and times
};

/// What is found where the finite problem is the problem: one explicit step an interval.
struct DiscreteEvidence {
  Worst step_residual;  ///< of x_{k+1} = phi(x_k, u_k)
  Worst stationarity;   ///< of the Lagrangian by controls and states
};

/// [dynamics; running cost; path constraints] of the answer's phase by tapes: another way than the solver's.
std::unique_ptr<KnotFunction> knot_function_of(const Replay& replay);

MotionEvidence examine_motion(const Problem& problem, const Solution& solution);
OptimalityEvidence examine_optimality(const Problem& problem, const Solution& solution);
DiscreteEvidence examine_discrete(const Problem& problem, const Solution& solution);

}  // namespace tandem
