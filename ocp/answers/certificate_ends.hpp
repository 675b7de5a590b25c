#pragma once

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/answers/played.hpp>

#include <Eigen/Core>

#include <vector>

namespace tandem {

/// End cost and end constraints of one phase at an answer's end, by tapes, with their derivatives by the end's
/// [states; time; design numbers].
class EndFunctions {
 public:
  EndFunctions(const Played& played, const std::vector<int>& design_numbers);

  /// As stated; 0 where there is none.
  double cost() const { return costs_ > 0 ? batch_.values(0, 0) : 0.0; }
  double constraint(int i) const { return batch_.values(costs_ + i, 0); }
  /// How far the ranges of the states and the duration can move a constraint, or its bounds' size: what its violation
  /// is measured by.
  double constraint_size(int i) const { return sizes_(i); }
  /// Derivatives of cost_weight * cost + weights' constraints.
  Eigen::VectorXd gradient(double cost_weight, const Eigen::VectorXd& weights) const;

 private:
  int costs_ = 0, inputs_ = 0;
  KnotBatch batch_;
  Eigen::VectorXd sizes_;
};

}  // namespace tandem
