#pragma once

#include <tandem/ocp/answers/accessory_panels.hpp>
#include <tandem/ocp/answers/solution.hpp>

namespace tandem {

/// Of one phase of an answer. States and costates are the cubics through the knots with the slopes of the statement,
/// controls the transcription's polynomial within its bounds; a panel ends where a control meets a bound. Cost: about
/// four evaluations of the knot function an interval, two of them with Hessians.
AccessoryProblem accessory_problem(const Problem& problem, const Solution& solution, int phase = 0);

}  // namespace tandem
