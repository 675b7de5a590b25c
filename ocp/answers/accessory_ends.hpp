#pragma once

#include <tandem/ocp/answers/accessory_panels.hpp>
#include <tandem/ocp/answers/accessory_states.hpp>

namespace tandem {

/// Fills what an accessory problem has at its ends: start states that are held, rows of end states, integrals and end
/// constraints that are held with a push, and the curvature of end cost + multipliers' end constraints. What stands at
/// a bound without a push is free, which asks more of a minimum. Cost: one Hessian of the end's functions.
void fill_ends(const Problem& problem, const Solution& solution, const Played& played, const AccessoryStates& states,
               AccessoryProblem& accessory);

}  // namespace tandem
