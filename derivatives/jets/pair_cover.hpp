#pragma once

#include <tandem/derivatives/knot_function.hpp>

#include <functional>
#include <vector>

namespace tandem {

/// Sets of inputs such that each entry of a symmetric pattern has both its inputs in one of the sets, and sets cost
/// little together: always the set that covers most new entries by its cost. `sizes` are those that sets may have (or
/// less), one of them at least 2; `cost` tells what a set costs. For n inputs, O(n^2 sizes) a set.
std::vector<std::vector<int>> cover_pairs(const BoolMatrix& pattern, const std::vector<int>& sizes,
                                          const std::function<double(const std::vector<int>&)>& cost);

}  // namespace tandem
