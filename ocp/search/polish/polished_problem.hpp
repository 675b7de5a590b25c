#pragma once

#include <tandem/ocp/search/polish/arcs.hpp>
#include <tandem/ocp/search/polish/polish_mesh.hpp>

namespace tandem {

/// The same problem as a chain of phases, one an arc: controls that the arc holds are fixed at their bound (which stays
/// Affine in the named numbers, so that setting a number moves it), the times between arcs are free, states go on
/// without a jump, running costs and path constraints hold along every arc, and what belongs to the start or end of a
/// phase belongs to its first or last arc. `allowed` keeps the bounds of held controls, which the certificate tests.
///
/// An integral constraint is divided: each arc but the last has a design number "<constraint>-on-<arc>" that says how
/// much of the integral is the arc's, the last has what they leave. A bound of the duration becomes a linkage from the
/// end of the last arc back to the start of the first.
Problem polished_problem(const Problem& problem, const ArcStructure& arcs, const PolishMesh& mesh = {});

}  // namespace tandem
