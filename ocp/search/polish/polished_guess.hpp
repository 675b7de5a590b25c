#pragma once

#include <tandem/ocp/search/polish/arcs.hpp>
#include <tandem/ocp/statement/guess.hpp>

namespace tandem {

/// A trajectory of the problem's phases cut at the switches.
Guess polished_guess(const Problem& problem, const ArcStructure& arcs, const Guess& whole);

/// The inverse: the arcs of a polished trajectory put together again.
Guess joined_guess(const ArcStructure& arcs, const Guess& polished);

}  // namespace tandem
