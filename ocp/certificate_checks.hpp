#pragma once

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/certificate.hpp>
#include <tandem/ocp/played.hpp>
#include <tandem/ocp/worst.hpp>

#include <memory>

namespace tandem {

/// What the certificate evaluates along each phase: a solve's own functions, which numbers they take as inputs, and the
/// plug that made them.
struct PhaseFunction {
  KnotFunction* along = nullptr;
  std::vector<int> free_numbers = {};
};

/// certify() with functions that are there already, one a phase.
Certificate certify_with(const Problem& problem, const Solution& solution, std::span<const PhaseFunction> functions,
                         const CertificateLimits& limits, CertifyLevel level);

/// What is violated at nodes, each over its own size: bounds of states and controls, path, end and integral
/// constraints, times, linkages.
Worst examine_nodes(const Problem& problem, const Solution& solution);

/// Sum over the controls' bounds of |multiplier| times the distance to the bound.
double control_slackness(const Problem& problem, const Solution& solution);

/// What is found where the finite problem is the problem: one explicit step an interval.
struct DiscreteEvidence {
  Worst step_residual;  ///< of x_{k+1} = phi(x_k, u_k), by the state's scale
  Worst stationarity;   ///< of the Lagrangian by controls and states, times their ranges
};
DiscreteEvidence examine_discrete(const Problem& problem, const Solution& solution, double objective_scale);

/// One phase's share of what phases have in common: derivatives of the Lagrangian along the phase by its times and the
/// design numbers (without what its ends add).
struct BorderShare {
  double by_start_time = 0.0, by_end_time = 0.0;
  Eigen::VectorXd by_numbers;
};
/// The same by exact sums over the steps of a discrete phase.
BorderShare discrete_border(const Problem& problem, const Solution& solution, int phase);

/// What is left at ends, times, design numbers, integrals and linkages of the first-order conditions, in the
/// objective's unit over its scale: costates times the ranges of their states, dJ/dT times T.
Worst examine_transversality(const Problem& problem, const Solution& solution, const std::vector<BorderShare>& shares,
                             double objective_scale);

/// What linkages add to the first-order conditions: the multipliers' derivatives by what the linkages see.
struct LinkagePushes {
  std::vector<Eigen::VectorXd> by_start, by_end;  ///< of each phase: by its states there and the time
  Eigen::VectorXd by_numbers;                     ///< by the design numbers
};
Worst examine_linkages(const Problem& problem, const Solution& solution);  ///< violation, by how far the ends move them
/// Multipliers with a wrong sign or off their bound, times the size of their linkage.
Worst examine_linkage_multipliers(const Problem& problem, const Solution& solution);
LinkagePushes linkage_pushes(const Problem& problem, const Solution& solution);

/// [dynamics; running cost; path constraints; integrands] of the answer's phase by tapes: another way than the
/// solver's. `free_numbers` become inputs.
std::unique_ptr<KnotFunction> knot_function_of(const Played& played, const std::vector<int>& free_numbers = {});

/// What is left of a push that no bound explains: at an upper bound it may be positive, at a lower one negative, and
/// off the bounds there is nothing to push. `size` is what the value's distance from a bound is measured by.
double unexplained_push(double push, double value, const Range& range, std::span<const double> numbers, double size);

/// How far `value` lies outside `range`; NaN where it is.
double outside(double value, const Range& range, std::span<const double> numbers);

/// "phase 'x': " where the problem has several.
std::string phase_prefix(const Problem& problem, int phase);

}  // namespace tandem
