#pragma once

#include <tandem/derivatives/knot_blocks.hpp>
#include <tandem/derivatives/user_function.hpp>

#include <cppad/cppad.hpp>

#include <cstddef>
#include <vector>

namespace tandem {

using TapePattern = CppAD::sparse_rc<std::vector<std::size_t>>;

/// One CppAD tape of all blocks stacked. Independents are [states; controls; time; free numbers]; all named numbers are
/// dynamic parameters, so that other values need no new tape.
CppAD::ADFun<double> record(const KnotBlocks& blocks);

/// Where d outputs / d inputs of the tape may differ from zero.
TapePattern jacobian_places(CppAD::ADFun<double>& tape);

/// Where second derivatives of outputs [first, first + count) may: both triangles.
TapePattern hessian_places(CppAD::ADFun<double>& tape, int first, int count);

/// Whether it chooses between pieces (|x|, a < b ? ...): then a first derivative without second ones is not a constant,
/// it may jump.
bool has_pieces(CppAD::ADFun<double>& tape);

/// Refuses, by the block's name, a branch on a value (if (k.x[0] < 0.0) ...): the tape would keep one side for all.
void require_no_branch(const KnotBlocks& blocks, CppAD::ADFun<double>& tape);

/// A pattern as a matrix of truths.
BoolMatrix as_matrix(const TapePattern& pattern);

}  // namespace tandem
