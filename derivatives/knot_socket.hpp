#pragma once

#include <tandem/derivatives/knot.hpp>

#include <Eigen/Core>

#include <memory>
#include <span>
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
  void resize(int knot_inputs, int knot_outputs, int knots) {
    inputs.setZero(knot_inputs, knots);
    weights.setZero(knot_outputs, knots);
    values.setZero(knot_outputs, knots);
    jacobians.setZero(knot_outputs * knot_inputs, knots);
    hessians.setZero(knot_inputs * knot_inputs, knots);
  }

  int knots() const { return static_cast<int>(inputs.cols()); }
  auto jacobian(int knot) const {
    return Eigen::Map<const Eigen::MatrixXd>(jacobians.col(knot).data(), values.rows(), inputs.rows());
  }
  auto hessian(int knot) const {
    return Eigen::Map<const Eigen::MatrixXd>(hessians.col(knot).data(), inputs.rows(), inputs.rows());
  }
};

/// A place of a pattern.
struct PatternEntry {
  int row, col;
};

/// The places of a pattern, column by column: all of them, or those of a symmetric one on and below its diagonal.
std::vector<PatternEntry> entries_of(const BoolMatrix& pattern);
std::vector<PatternEntry> lower_entries_of(const BoolMatrix& pattern);

class KnotFunction;

/// The same for many knots of one function of which only the patterns' entries are kept: a third of the numbers. Their
/// columns are padded with zeros to lines of the cache, as vectors are written to one line in half the time of two.
struct SparseKnotBatch {
  Eigen::MatrixXd inputs;     ///< inputs x knots
  Eigen::MatrixXd weights;    ///< outputs x knots
  Eigen::MatrixXd values;     ///< outputs x knots
  Eigen::MatrixXd jacobians;  ///< jacobian_entries, padded, x knots
  Eigen::MatrixXd hessians;   ///< hessian_entries, of the lower triangle, padded, x knots
  std::vector<PatternEntry> jacobian_entries, hessian_entries;

  void resize(const KnotFunction& function, int knots);

  int knots() const { return static_cast<int>(inputs.cols()); }
  Eigen::MatrixXd jacobian(int knot) const;
  Eigen::MatrixXd hessian(int knot) const;
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

  /// The same for a batch of entries. Unless a plug writes them itself, a copy of each more.
  virtual void evaluate_entries(SparseKnotBatch& batch, int first, int count, Level level);

 private:
  std::unique_ptr<KnotBatch> some_;  ///< knots on their way to a sparse batch
};

}  // namespace tandem
