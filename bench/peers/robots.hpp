#pragma once

#include <tandem/dynamics/model.hpp>

#include "tree.hpp"

#include <string>
#include <vector>

namespace tandem::bench {

/// A model in plain numbers. Dampings are left out (Pinocchio's recursions know none); rotors and springs are refused.
Tree tree_of(const Model& model);

/// A robot of example-robot-data by the name it has in the table: "panda 7", "hyq 18", "talos 38".
Tree robot(const std::string& name);

/// Random states, the same in every run: one-freedom coordinates within pi, quaternions anywhere on their sphere,
/// velocities and accelerations within 1.
std::vector<TreeState> random_states(const Tree& tree, int count);

}  // namespace tandem::bench
