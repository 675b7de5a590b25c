#pragma once

#include <tandem/dynamics/model.hpp>

#include <set>
#include <vector>

namespace tandem {

/// A body and what carries it, the world left out.
std::vector<int> way_to_world(const Model& tree, int body);

/// Bodies on the way of one frame and not of the other.
std::set<int> bodies_of_loop(const Model& tree, const Frame& first, const Frame& second);

/// The body that all hang on, none of them.
int common_parent(const Model& tree, const std::set<int>& bodies);

/// Groups that share no body, each with all that is between its bodies and the one that they hang on.
std::vector<std::set<int>> merged(const Model& tree, std::vector<std::set<int>> groups);

}  // namespace tandem
