#pragma once

#include <tandem/ocp/answers/solution.hpp>
#include <tandem/ocp/answers/worst.hpp>

namespace tandem {

/// What is violated at nodes, each over its own size: bounds of states and controls, path, end and integral
/// constraints, times, linkages.
Worst examine_nodes(const Problem& problem, const Solution& solution);

/// Sum over the controls' bounds of |multiplier| times the distance to the bound.
double control_slackness(const Problem& problem, const Solution& solution);

}  // namespace tandem
