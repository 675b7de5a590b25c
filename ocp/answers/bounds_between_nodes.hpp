#pragma once

#include <tandem/ocp/answers/phase_bar.hpp>
#include <tandem/ocp/answers/played_costates.hpp>

#include <string>

namespace tandem {

/// What passes bounds between the nodes of one phase, priced: multipliers of states' bounds and of path constraints
/// times what passes them, there and beside; how far bounds are passed where a multiplier stands near and where none
/// does; and multipliers of path constraints off their bounds.
void price_bounds(const PhaseFlow& flow, const PlayedPhase& played, const PlayedCostates& costates,
                  double objective_scale, PhaseBar& bar);

/// Adds `price` to what interval k has of bounds.
void add_bound(PhaseBar& bar, const PhaseSolution& series, int k, double price, const std::string& what);

}  // namespace tandem
