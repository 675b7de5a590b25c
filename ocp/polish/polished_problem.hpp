#pragma once

#include <tandem/ocp/polish/arcs.hpp>

namespace tandem {

/// How finely a polished problem is transcribed: Gauss collocation of one degree on every arc.
struct PolishMesh {
  int degree = 6;
  int intervals = 12;          ///< of an arc without a singular control
  int singular_intervals = 4;  ///< of an arc with one
};

/// The same problem as a chain of phases, one an arc: controls that the arc holds are fixed at their bound (which stays
/// Affine in the named numbers, so that setting a number moves it), the times between arcs are free, states go on
/// without a jump, running costs and path constraints hold along every arc, and what belongs to the start or end of a
/// phase belongs to its first or last arc. `allowed` keeps the bounds of held controls, which the certificate tests.
///
/// Refuses by name what cannot be divided among arcs: integral constraints, and a bound of the duration.
Problem polished_problem(const Problem& problem, const ArcStructure& arcs, const PolishMesh& mesh = {});

/// A trajectory of the problem's phases cut at the switches.
Guess polished_guess(const Problem& problem, const ArcStructure& arcs, const Guess& whole);

/// The inverse: the arcs of a polished trajectory put together again.
Guess joined_guess(const ArcStructure& arcs, const Guess& polished);

}  // namespace tandem
