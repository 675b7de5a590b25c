#pragma once

#include <tandem/derivatives/knot.hpp>

#include <Eigen/Core>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tandem {

/// How much a knot function computes: each level includes the ones before it.
enum class Level { values, jacobian, hessian };

/// Many knots in, many knots out; one column a knot. Jacobians and Hessians are dense blocks, stored column-major
/// in a column of the batch; entries outside the patterns are zero.
struct KnotBatch {
  Eigen::MatrixXd inputs;     ///< inputs x knots: states, controls, time, free numbers
  Eigen::MatrixXd weights;    ///< outputs x knots: read at Level::hessian
  Eigen::MatrixXd values;     ///< outputs x knots
  Eigen::MatrixXd jacobians;  ///< (outputs * inputs) x knots
  Eigen::MatrixXd hessians;   ///< (inputs * inputs) x knots: sum of weight * second derivative, full and symmetric

  /// Makes room for `knots` knots of a function with these sizes; all zero.
  void resize(int knot_inputs, int knot_outputs, int knots);

  int knots() const { return static_cast<int>(inputs.cols()); }
  auto jacobian(int knot) const {
    return Eigen::Map<const Eigen::MatrixXd>(jacobians.col(knot).data(), values.rows(), inputs.rows());
  }
  auto hessian(int knot) const {
    return Eigen::Map<const Eigen::MatrixXd>(hessians.col(knot).data(), inputs.rows(), inputs.rows());
  }
};

/// The socket between dynamics and optimal control: functions of one instant with exact derivatives, evaluated for
/// many instants at once. Inputs are [states; controls; time; free numbers], outputs are stacked
/// [dynamics; running cost; path constraints] (or whatever blocks it was made of).
class KnotFunction {
 public:
  virtual ~KnotFunction() = default;

  virtual int inputs() const = 0;
  virtual int outputs() const = 0;
  virtual const BoolMatrix& jacobian_pattern() const = 0;  ///< outputs x inputs
  virtual const BoolMatrix& hessian_pattern() const = 0;   ///< inputs x inputs, of all outputs together

  /// Values of all named numbers from now on (the free ones are overridden by each knot's inputs).
  virtual void set_numbers(std::span<const double> numbers) = 0;

  /// Refuses, by name of the block, a level that this function cannot give (a user's own function without a Hessian).
  virtual void require_level(Level /*level*/) const {}

  /// Fills columns [first, first + count) of the batch up to `level`. Cost: count * cost of one knot.
  virtual void evaluate(KnotBatch& batch, int first, int count, Level level) = 0;
};

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
  std::vector<double> numbers;    ///< values of all named numbers
  std::vector<int> free_numbers;  ///< indices of those that are inputs of each knot

  int inputs() const { return states + controls + 1 + static_cast<int>(free_numbers.size()); }
  int outputs() const;
};

/// Compiled forward mode, four knots at a time: seeds are the inputs by which a block is curved, taken in one pass
/// where there are up to eight of them; derivatives by the others are constants, found once. Nothing is allocated by
/// evaluate(). At a point where a block has no finite derivative, all its derivatives may be NaN.
std::unique_ptr<KnotFunction> make_jet_knot_function(const KnotBlocks& blocks);

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
/// dynamics, which have no jets, by `recursive` where `plug` is `jets`. Where `plug` is `recursive`, functions beside
/// multibody dynamics are served by the default. Refuses unknown names with the nearest known ones, and plugs that
/// cannot serve a block.
std::unique_ptr<KnotFunction> make_knot_function(const KnotBlocks& blocks, const std::string& plug);

/// The names that make_knot_function knows; the first is the fastest (docs/notes/knot-plugs.md) and the default.
const std::vector<std::string>& derivative_plugs();

/// The plug that serves unless another is asked for.
inline constexpr const char* kDefaultPlug = "jets";

}  // namespace tandem
