#pragma once

#include <tandem/derivatives/check.hpp>
#include <tandem/derivatives/knot_function.hpp>

#include <Eigen/Core>

#include <string>
#include <vector>

namespace tandem {

/// Functions of one instant with the names of what goes in and comes out, and where to look at them.
struct NamedKnotBlocks {
  KnotBlocks blocks;                 ///< each with a name: "dynamics", "running cost", ...
  std::vector<std::string> inputs;   ///< [states; controls; time; free numbers]
  std::vector<std::string> outputs;  ///< of all blocks, stacked
  Eigen::VectorXd lower, upper;      ///< of the inputs: points are drawn between these, differences stay between them
};

/// Compares the first and second derivatives of each block: those of all plugs that take it (of a function that brings
/// its own, the plug `user`), and Ridders' differences, of its values for the first and of its first derivatives for
/// the second, which are of a random sum of the block's outputs. Plugs agree to 1e-11 of a block's norm, differences to
/// their own estimate of their error and 1e-9 of it. Differences do not cross what select_less, min, max and abs choose
/// by (Pieces), however near to it a point stands.
///
/// Where ways disagree, the function is searched for a kink or a jump near the point, first along the input that they
/// disagree about, and the block's note says where it is. Refuses a function that has no finite value at any of 50
/// random points.
DerivativeReport check_knot_function(const NamedKnotBlocks& function, const CheckOptions& options = {});

}  // namespace tandem
