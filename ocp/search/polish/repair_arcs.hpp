#pragma once

#include <tandem/ocp/search/polish/arcs.hpp>

#include <string>
#include <vector>

namespace tandem {

/// What an answer on arcs says about the arcs.
struct RepairedArcs {
  ArcStructure arcs;
  std::vector<std::string> changes;  ///< sentences; none where the arcs are confirmed
};

/// Drops arcs that have collapsed to nothing. Where there are none, binds states that stray out of their bounds, looks
/// at the sign of dH/du along every held arc (`limit`: relative to its largest term) and, where it is wrong, puts an
/// arc at the other end of what the control may do. `arcs` have the times of `polished`, the answer of `statement`,
/// which is polished_problem(problem, arcs).
RepairedArcs repaired_arcs(const Problem& problem, const ArcStructure& arcs, const Problem& statement,
                           const Solution& polished, double limit);

}  // namespace tandem
