#pragma once

#include <tandem/ocp/answers/certificate_checks.hpp>
#include <tandem/ocp/answers/solution.hpp>
#include <tandem/ocp/answers/worst.hpp>

namespace tandem {

/// What is found where the finite problem is the problem: one explicit step an interval.
struct DiscreteEvidence {
  Worst step_residual;  ///< of x_{k+1} = phi(x_k, u_k), by the state's scale
  Worst stationarity;   ///< of the Lagrangian by controls and states, times their ranges
};
DiscreteEvidence examine_discrete(const Problem& problem, const Solution& solution, double objective_scale);

/// What a discrete phase shares with others, by exact sums over its steps.
BorderShare discrete_border(const Problem& problem, const Solution& solution, int phase);

}  // namespace tandem
