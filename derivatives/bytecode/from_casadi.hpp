#pragma once

#include <tandem/derivatives/bytecode/graph.hpp>

#include <casadi/casadi.hpp>

#include <vector>

namespace tandem::bytecode {

/// The function as scalar operations (SX); one that cannot be is refused by its name.
casadi::Function expanded(const casadi::Function& function);

/// A CasADi function's instructions as a graph: operations that stand there twice are found once, negations are carried
/// along, x^2, 2 x and 1/x become products, sums and quotients.
/// varying[i]: whether argument i differs from knot to knot; the others are named numbers. Refuses, by its name and the
/// operation's, what has no instruction here: calls of functions that are no tables. Cost: 0.2 us an instruction.
Graph graph_of(const casadi::Function& function, const std::vector<bool>& varying);

}  // namespace tandem::bytecode
