#pragma once

#include <tandem/dynamics/loop_equations.hpp>

#include <string>
#include <vector>

namespace tandem {

/// So many equations of a loop follow from others.
struct RedundantLoop {
  std::string loop;  ///< as LoopEquations names it
  int count;
};

/// Dynamics of a model with loops by multipliers: every joint of the tree moves for itself, and
///   [M  A'] [ x'']   [tau - bias]
///   [A  0 ] [-mu ] = [ -turning ]
/// holds the loops (Nikravesh et al. 1989, (13), (14)). All equations that were stated take part; a rank-revealing
/// factorisation finds which follow from others, and of all multipliers the least. O((freedoms + equations)^3): for
/// comparison, and for loops that tie all of a model together; the model's own recursions are O(n).
class LoopMultipliers {
 public:
  explicit LoopMultipliers(const Model& model);

  /// Accelerations of all joints of the tree under its generalized forces; nothing is asked of its state but that it
  /// is one: project() makes a consistent one, and check_consistent() refuses others.
  void accelerate(const Parameters<double>& parameters, Workspace<double>& ws, In<double> tree_q, In<double> tree_v,
                  In<double> tree_tau, Out<double> tree_a, ExternalWrenches<double> wrenches = {});

  /// Of the last call, an entry for each row of equations(): forces in its direction.
  const Eigen::VectorXd& multipliers() const { return multipliers_; }
  const LoopEquations& equations() const { return equations_; }
  /// How many equations are independent at the last state, and which are not, by loops.
  int rank() const { return rank_; }
  std::vector<RedundantLoop> redundant() const;

 private:
  void find_rank();

  const Model& model_;
  LoopEquations equations_;
  Workspace<double> tree_ws_;
  Eigen::MatrixXd kkt_;
  Eigen::VectorXd right_, bias_, multipliers_;
  std::vector<int> left_over_;  ///< rows
  int rank_ = 0;
};

}  // namespace tandem
