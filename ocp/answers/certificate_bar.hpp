#pragma once

#include <tandem/ocp/answers/phase_bar.hpp>
#include <tandem/ocp/answers/played_costates.hpp>

namespace tandem {

/// Compares the played phase with the answer: gap s_k = l_k - l_k^h + lambda' d_k, excess E_k, parts e_k = E_k - s_k,
/// and b_k, multipliers of bounds times what passes them between nodes. Each knot's measure lies where the excess of
/// the whole phase is least (dynamic programming along the knots).
PhaseBar make_bar(PhaseFlow& flow, const PlayedPhase& played, PlayedCostates& costates, double objective_scale);

}  // namespace tandem
