#pragma once

#include <tandem/derivatives/bytecode/graph.hpp>

namespace tandem::bytecode {

/// Puts operations whose result is read once into those that read it: products into sums as fused multiply-adds, two
/// products into one sum, negations into what they negate. Half of the instructions go (docs/notes/bytecode.md). Leaves
/// counted uses. Fused products are not rounded, so that results differ in the last place.
void fuse(Graph& graph);

}  // namespace tandem::bytecode
