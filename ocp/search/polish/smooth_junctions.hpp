#pragma once

#include <tandem/ocp/search/polish/polished_problem.hpp>

#include <functional>
#include <optional>

namespace tandem {

/// The times at which states come to a bound that controls then hold, and leave it, where H is curved in these
/// controls. There controls are continuous (Bryson, Denham and Dreyfus 1963; Jacobson, Lele and Speyer 1971), and the
/// objective moves with the cube of an error in the time: a minimiser knows its times to the cube root of its tolerance
/// only. With the times given it is well determined, and the control's jump has a simple zero in each of them: Newton's
/// method, its first matrix by differences, Broyden's updates after.
///
/// `solve_on` solves with the ends fixed of those arcs that say so. Returns arcs whose junctions are fixed where no
/// control jumps, or nothing where there are no such junctions or the iteration does not get there.
using SolveOnArcs = std::function<std::optional<Solution>(const ArcStructure& arcs)>;
std::optional<ArcStructure> smooth_junctions(const Problem& problem, const ArcStructure& arcs, const PolishMesh& mesh,
                                             const SolveOnArcs& solve_on);

}  // namespace tandem
