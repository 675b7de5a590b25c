#pragma once

#include <tandem/derivatives/knot_view.hpp>

#include <Eigen/Core>

#include <functional>
#include <optional>
#include <span>

namespace tandem {

using BoolMatrix = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic>;

/// A double function of one instant that brings its own derivatives: a table, a library, generated code.
///
/// Inputs are numbered [states; controls; time; named numbers], all named numbers, as the knot holds them. What is not
/// written stays zero. Without a Hessian the function serves first order only, unless it is said to be linear.
struct UserFunction {
  using KnotOfDoubles = KnotView<double>;

  int outputs = 0;
  std::function<void(const KnotOfDoubles& knot, std::span<double> values)> values;
  /// d values / d inputs, outputs x inputs.
  std::function<void(const KnotOfDoubles& knot, Eigen::Ref<Eigen::MatrixXd> jacobian)> jacobian;
  /// sum of weight * second derivative, inputs x inputs; the lower triangle is read.
  std::function<void(const KnotOfDoubles& knot, std::span<const double> weights, Eigen::Ref<Eigen::MatrixXd> hessian)>
      hessian = {};
  bool linear = false;                              ///< all second derivatives are zero
  std::optional<BoolMatrix> jacobian_pattern = {};  ///< what may be non-zero, outputs x inputs; all, if not given
  std::optional<BoolMatrix> hessian_pattern = {};   ///< inputs x inputs; all that the Jacobian's columns allow
};

/// Refuses a function without values or Jacobian, or with patterns of another shape.
void check(const UserFunction& function);

}  // namespace tandem
