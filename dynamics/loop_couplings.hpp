#pragma once

#include <tandem/dynamics/loop_statements.hpp>
#include <tandem/dynamics/model.hpp>

#include <utility>
#include <vector>

namespace tandem {

/// A freedom that follows others: the tree's velocities, so many times each.
struct Relation {
  int follower;
  std::vector<std::pair<int, double>> leaders;
  double offset;
};

/// Couplings as they are stated.
std::vector<Relation> read_couplings(const Model& tree, const std::vector<Coupling>& couplings);

/// Puts for each leader that follows what it follows itself, until none does; refuses a ring.
void resolve(const Model& tree, std::vector<Relation>& relations);

}  // namespace tandem
