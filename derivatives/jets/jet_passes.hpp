#pragma once

#include <tandem/derivatives/knot_function.hpp>

#include <vector>

namespace tandem {

/// Where a block's rows stand and what may differ from zero in them, over all inputs.
struct BlockPatterns {
  int first_row = 0;
  BoolMatrix jacobian;       ///< the block's outputs x inputs
  BoolMatrix hessian;        ///< inputs x inputs, of all its outputs together
  std::vector<char> curved;  ///< which of its outputs have second derivatives
  bool has_pieces = false;   ///< derivatives without second ones may jump
};

/// One run of a jet kernel, by some of the inputs, and where its results go.
struct JetPass {
  struct Entry {
    int source;  ///< place in what the kernel writes
    int target;  ///< place in a knot's column of the batch, or in the list of Hessian sums
  };
  int shape = 0;                     ///< of kJetShapes
  std::vector<double> seeds;         ///< rows [states; controls; time; named numbers], one column a seed
  std::vector<char> seeded_numbers;  ///< which named numbers are seeds
  std::vector<Entry> jacobian;
  std::vector<Entry> hessian;
};

/// The passes of one block. An input is curved if a second derivative by it may differ from zero; by the others
/// derivatives are constants, unless the block has pieces.
struct JetPasses {
  std::vector<JetPass> constant;  ///< first order, by the inputs that are not curved
  std::vector<JetPass> first;     ///< first order, by the curved ones
  std::vector<JetPass> second;    ///< second order, by the curved ones
};

/// Plans the passes of blocks.blocks[block]. `hessian_place` numbers the entries of the stacked Hessian's lower
/// triangle (inputs x inputs, -1 where it is zero).
JetPasses plan_passes(const KnotBlocks& blocks, int block, const BlockPatterns& patterns,
                      const Eigen::MatrixXi& hessian_place);

}  // namespace tandem
