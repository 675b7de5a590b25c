#pragma once

#include <tandem/derivatives/bytecode/graph.hpp>

#include <cstdint>
#include <vector>

namespace tandem::bytecode {

/// One instruction: result d, operands a, b, c, e, f, g are slots. sine_cosine writes d and b; g of a rare one is
/// CasADi's number of it; f and g of find and take are a number of a cell and the kept steps.
struct Instruction {
  std::uint32_t operation = 0, d = 0, a = 0, b = 0, c = 0, e = 0, f = 0, g = 0;
};
static_assert(sizeof(Instruction) == 32);

/// Where an entry of an argument or result stands.
struct Place {
  int argument, entry, slot;
};

/// A function as instructions on numbered slots. What depends on named numbers alone is computed by the prologue, once
/// for any number of knots; its slots, constants' and arguments' are never given to others, and results stay where they
/// are computed until the body runs again.
struct Program {
  struct Constant {
    int slot;
    double number;
  };

  std::vector<Instruction> prologue, body;  ///< each ends with a halt
  std::vector<Constant> constants;
  std::vector<Place> inputs, outputs;
  int slots = 0;
};

/// Slots for a fused graph: the one that was given back last is taken first, as it is in the cache. Cost: 0.1 us a
/// node.
Program program_of(const Graph& graph);

}  // namespace tandem::bytecode
