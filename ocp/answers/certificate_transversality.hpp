#pragma once

#include <tandem/ocp/answers/certificate_checks.hpp>
#include <tandem/ocp/answers/solution.hpp>
#include <tandem/ocp/answers/worst.hpp>

#include <vector>

namespace tandem {

/// What is left at ends, times, design numbers, integrals and linkages of the first-order conditions, in the
/// objective's unit over its scale: costates times the ranges of their states, dJ/dT times T.
Worst examine_transversality(const Problem& problem, const Solution& solution, const std::vector<BorderShare>& shares,
                             double objective_scale);

}  // namespace tandem
