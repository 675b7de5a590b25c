#pragma once

#include <tandem/ocp/answers/played_costates.hpp>

#include <vector>

namespace tandem {

/// The minimum principle along all intervals of a phase, the measure of what pushes at each knot placed where the
/// excess of the whole is least: at the knot, shared between its neighbours, or all in one of them. Dynamic programming
/// along the knots; intervals without a push beside them are looked at once.
std::vector<CostateResult> choose_measures(PlayedCostates& costates, const Played& answer, double objective_scale);

}  // namespace tandem
