#pragma once

#include <tandem/derivatives/knot.hpp>

#include <string>
#include <utility>
#include <vector>

namespace tandem {

/// Where one block's derivatives come from. Empty names leave the choice to make_knot_function.
struct PlugChoice {
  std::string plug = {};          ///< of values and Jacobian, and of the Hessian where that has none of its own
  std::string hessian_plug = {};  ///< of the contracted Hessian
};

/// One of the functions that a KnotFunction stacks; its name stands in messages.
struct KnotBlock {
  KnotBlock(GenericFunction its_function, std::string its_name = "function",  // NOLINT(google-explicit-constructor)
            PlugChoice choice = {})
      : function(std::move(its_function)), name(std::move(its_name)), plugs(std::move(choice)) {}

  GenericFunction function;
  std::string name;
  PlugChoice plugs;

  int outputs() const { return function.outputs(); }
};

/// What a plug needs to build a KnotFunction: the user's functions, stacked, and which numbers are free.
struct KnotBlocks {
  int states = 0;
  int controls = 0;
  std::vector<KnotBlock> blocks;
  std::vector<double> numbers;           ///< values of all named numbers
  std::vector<int> free_numbers;         ///< indices of those that are inputs of each knot
  std::vector<double> recorded_at = {};  ///< states at which tapes are recorded, where zeros will not do

  int inputs() const { return states + controls + 1 + static_cast<int>(free_numbers.size()); }
  int outputs() const {
    int sum = 0;
    for (const KnotBlock& block : blocks) sum += block.outputs();
    return sum;
  }
};

}  // namespace tandem
