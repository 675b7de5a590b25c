#pragma once

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/played.hpp>
#include <tandem/ocp/worst.hpp>

#include <memory>

namespace tandem {

/// What re-integration finds.
struct MotionEvidence {
  Worst interval_error;
  std::vector<std::vector<double>> interval_errors;  ///< of each phase, of each interval
  Worst mesh_error;            ///< defect of the cubic through the knots, integrated over an interval (Betts)
  Worst open_loop_miss;        ///< largest of any state, in that state's unit
  double amplification = 1.0;  ///< norm of the product of the intervals' transition matrices
  Worst node_violation;
  Worst states_between;  ///< past their bounds, on 20 points an interval
  Worst others_between;  ///< controls and path constraints
};

/// What the minimum principle finds.
struct OptimalityEvidence {
  Worst stationarity;
  std::vector<std::vector<double>> interval_stationarities;  ///< of each phase, of each interval: its worst control
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

/// What linkages add to the first-order conditions: the multipliers' derivatives by what the linkages see.
struct LinkagePushes {
  std::vector<Eigen::VectorXd> by_start, by_end;  ///< of each phase: by its states there and the time
  Eigen::VectorXd by_numbers;                     ///< by the design numbers
};

/// [dynamics; running cost; path constraints; integrands] of the answer's phase by tapes: another way than the
/// solver's. `free_numbers` become inputs.
std::unique_ptr<KnotFunction> knot_function_of(const Played& replay, const std::vector<int>& free_numbers = {});

/// What is left of a push that no bound explains: at an upper bound it may be positive, at a lower one negative, and
/// off the bounds there is nothing to push.
double unexplained_push(double push, double value, const Range& range, std::span<const double> numbers);

MotionEvidence examine_motion(const Problem& problem, const Solution& solution);
OptimalityEvidence examine_optimality(const Problem& problem, const Solution& solution);
DiscreteEvidence examine_discrete(const Problem& problem, const Solution& solution);

Worst examine_linkages(const Problem& problem, const Solution& solution);             ///< how far they are violated
Worst examine_linkage_multipliers(const Problem& problem, const Solution& solution);  ///< with a wrong sign
LinkagePushes linkage_pushes(const Problem& problem, const Solution& solution);

/// "phase 'x': " where the problem has several.
std::string phase_prefix(const Problem& problem, int phase);

}  // namespace tandem
