#pragma once

#include <tandem/derivatives/knot_blocks.hpp>
#include <tandem/derivatives/knot_socket.hpp>

#include <memory>
#include <vector>

namespace tandem {

/// Some of the blocks, served by one plug, or by two: one for values and Jacobian, one for the Hessian.
struct StackedPart {
  std::unique_ptr<KnotFunction> function;
  std::unique_ptr<KnotFunction> hessian;  ///< nothing: `function` gives that too
  std::vector<int> rows;                  ///< in the whole, of each of the part's outputs
};

/// Parts of different plugs as one function. Each part works on a small batch of its own; what it finds is copied.
std::unique_ptr<KnotFunction> make_stacked_knot_function(const KnotBlocks& blocks, std::vector<StackedPart> parts);

}  // namespace tandem
