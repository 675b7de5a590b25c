#pragma once

#include <tandem/derivatives/knot_blocks.hpp>
#include <tandem/derivatives/knot_socket.hpp>

#include <memory>
#include <string>
#include <vector>

namespace tandem {

/// Compiled forward mode, four knots at a time, for functions that ask for it (with_jets.hpp): seeds are the inputs by
/// which a block is curved, taken in one pass where there are up to eight of them; derivatives by the others are
/// constants, found once. Nothing is allocated by evaluate(). At a point where a block has no finite derivative, all
/// its derivatives may be NaN.
std::unique_ptr<KnotFunction> make_jet_knot_function(const KnotBlocks& blocks);

/// A tape's operations, differentiated by CasADi, as bytecode that evaluates up to 64 knots side by side
/// (derivatives/bytecode/README.md). Nothing is allocated by evaluate() after the first of a level; values of fewer
/// than eight knots come from the compiled function.
std::unique_ptr<KnotFunction> make_bytecode_knot_function(const KnotBlocks& blocks);

/// CppAD tapes: recorded once, differentiated in their sparsity. A tape belongs to the thread that made it.
std::unique_ptr<KnotFunction> make_tape_knot_function(const KnotBlocks& blocks);

/// CasADi's SX functions, built from the operations of a CppAD tape: sparse Jacobian and Hessian by symbols.
std::unique_ptr<KnotFunction> make_symbolic_knot_function(const KnotBlocks& blocks);

/// Multibody dynamics by their recursions with analytic derivatives, four knots at a time (recursive_jacobian.hpp,
/// recursive_hessian.hpp). Nothing is allocated by evaluate(). A knot at which the model has no accelerations gets NaN.
std::unique_ptr<KnotFunction> make_recursive_knot_function(const KnotBlocks& blocks);

/// Functions that bring their own derivatives.
std::unique_ptr<KnotFunction> make_user_knot_function(const KnotBlocks& blocks);

/// Each block by the plug it chose, or else by `plug`; functions with derivatives of their own by `user`, and multibody
/// dynamics by `recursive` where `plug` is `jets`, which they have none of, or the default, for which they may be too
/// large. Where `plug` is `recursive`, functions beside multibody dynamics are served by the default. Refuses unknown
/// names with the nearest known ones, and plugs that cannot serve a block.
std::unique_ptr<KnotFunction> make_knot_function(const KnotBlocks& blocks, const std::string& plug);

/// The names that make_knot_function knows; the first is the fastest (docs/notes/knot-plugs.md) and the default.
const std::vector<std::string>& derivative_plugs();

/// The plug that serves unless another is asked for.
inline constexpr const char* kDefaultPlug = "bytecode";

}  // namespace tandem
