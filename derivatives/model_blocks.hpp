#pragma once

#include <tandem/derivatives/block_comparison.hpp>
#include <tandem/derivatives/model_functions.hpp>

#include <string>
#include <vector>

namespace tandem {

/// A block of the Jacobian of a function of a model, with its names: "inverse dynamics by q", rows and columns named
/// after freedoms, numbers and components.
struct ModelBlock {
  std::string name;
  long row, rows, column, columns;
  BlockNames names;
};

/// All blocks that the function is compared by.
std::vector<ModelBlock> blocks_of(ModelFunction function, const ModelSetting& setting);

/// Of the Hessian of a weighed sum of its rows by [q; v; x], lower triangle: "inverse dynamics hessian by v q".
std::vector<ModelBlock> hessian_blocks_of(ModelFunction function, const ModelSetting& setting);

}  // namespace tandem
