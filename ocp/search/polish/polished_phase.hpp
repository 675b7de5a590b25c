#pragma once

#include <tandem/ocp/search/polish/arcs.hpp>
#include <tandem/ocp/search/polish/polish_mesh.hpp>
#include <tandem/ocp/search/polish/shares.hpp>

#include <map>

namespace tandem {

/// One phase of the statement on arc `a` of its `arcs`: what the arc holds is fixed, what it does not lean on is only
/// tested, ends belong to the first and last arc.
Phase phase_on(const Problem& problem, int phase, const std::vector<Arc>& arcs, int a, const PolishMesh& mesh,
               Shares& shares);

/// A control along an arc: at its bound, or within its bounds.
Control held(const Control& stated, Hold hold);

/// The states that are held along an arc, by a bound of their own or by a path constraint that is a state, and where.
std::map<int, Affine> held_values(const Phase& phase, const Arc& arc, std::span<const double> numbers);

}  // namespace tandem
