#pragma once

#include <tandem/derivatives/knot.hpp>

#include <Eigen/Core>

#include <span>

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

}  // namespace tandem
