#pragma once

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/answers/played.hpp>
#include <tandem/ocp/transcription/phase_blocks.hpp>

#include <Eigen/Core>

#include <span>
#include <vector>

namespace tandem {

/// How a path constraint stands in the minimum principle.
enum class PathKind {
  residual,  ///< an equation of implicit dynamics: it determines the rates
  mixed,     ///< controls stand in it
  of_states  ///< no control does: its multiplier may be a measure
};

/// The functions of one phase along an answer, at one instant of each of several intervals at once: a lane is an
/// interval. Controls are the answer's polynomial within its bounds; rates of implicit dynamics are solved from their
/// residual; H = sign L + nu'g + lambda'f + mu'c, with the answer's multipliers mu as functions of time.
class PhaseFlow {
 public:
  static constexpr int kMostLanes = 32;

  /// `function` is [dynamics; running cost; path constraints; integrands] of the phase with the named numbers
  /// `free_numbers` as inputs. Both outlive this.
  PhaseFlow(const Played& played, KnotFunction& function, std::vector<int> free_numbers, double sign,
            std::vector<double> integral_multipliers);

  const Played& played() const { return played_; }
  const Phase& phase() const { return played_.phase(); }
  KnotFunction& function() const { return function_; }
  const PhaseOutputs& outputs() const { return outputs_; }
  int states() const { return outputs_.states; }
  int controls() const { return phase().control_count; }
  /// Controls that are not rates of implicit dynamics; they come first.
  int true_controls() const { return is_implicit_ ? controls() - states() : controls(); }
  int numbers() const { return static_cast<int>(free_numbers_.size()); }
  const std::vector<int>& free_numbers() const { return free_numbers_; }
  double sign() const { return sign_; }
  const std::vector<double>& integral_multipliers() const { return integral_multipliers_; }
  bool is_implicit() const { return is_implicit_; }
  PathKind path_kind(int row) const { return path_kinds_[row]; }
  bool has_mixed_paths() const { return has_mixed_paths_; }

  /// Which intervals the lanes are; at most kMostLanes.
  void choose(std::span<const int> intervals);
  int lanes() const { return static_cast<int>(intervals_.size()); }
  int interval(int lane) const { return intervals_[lane]; }

  /// Sets the instants: states (a column a lane), fractions of the intervals; controls within their bounds, or as they
  /// are stored.
  void place(const Eigen::MatrixXd& x, const Eigen::ArrayXd& fractions, bool within = true);
  /// Other controls at the same instants (true ones; rates of implicit dynamics keep their place).
  void replace_controls(const Eigen::MatrixXd& u);
  /// Keeps what was placed and its values, and goes back to them. Derivatives and weights are the caller's business.
  void keep() {
    kept_inputs_ = batch_.inputs.leftCols(lanes());
    kept_values_ = batch_.values.leftCols(lanes());
  }
  void restore() {
    batch_.inputs.leftCols(lanes()) = kept_inputs_;
    batch_.values.leftCols(lanes()) = kept_values_;
  }
  auto placed_controls() const { return batch_.inputs.middleRows(states(), true_controls()).leftCols(lanes()); }

  /// Values, or values and Jacobians, at what was placed.
  void evaluate(Level level);

  auto rates() const { return batch_.values.topRows(states()).leftCols(lanes()); }
  /// sign L + nu'g and sign L alone.
  double cost(int lane) const { return running_cost(lane) + integrals_cost(lane); }
  double running_cost(int lane) const {
    return outputs_.costs > 0 ? sign_ * batch_.values(outputs_.cost_row(), lane) : 0.0;
  }
  double integrand(int lane, int i) const { return batch_.values(outputs_.integral_row() + i, lane); }
  double path(int lane, int row) const { return batch_.values(outputs_.path_row() + row, lane); }
  auto path_by_state(int lane, int row) const {
    return batch_.jacobian(lane).row(outputs_.path_row() + row).head(states());
  }
  auto jacobian(int lane) const { return batch_.jacobian(lane); }
  /// f_x.
  Eigen::MatrixXd rates_by_state(int lane) const;

  /// After evaluate(jacobian): chooses the weights of H for these costates, those of residuals by elimination.
  void weigh(const Eigen::MatrixXd& costates);
  double path_weight(int lane, int row) const { return batch_.weights(outputs_.path_row() + row, lane); }
  /// J' weights of each lane: derivatives of H by states, controls, time, numbers.
  const Eigen::MatrixXd& gradients() const { return gradients_; }
  /// H without its path constraints, and the largest of its terms.
  double hamiltonian(int lane) const;
  double largest_term(int lane) const;

  /// After weigh(): the second derivative of H by the true controls.
  void evaluate_hessians();
  Eigen::MatrixXd control_curvature(int lane) const;
  /// One of its entries; of explicit dynamics only.
  double control_curvature(int lane, int i, int j) const { return batch_.hessian(lane)(states() + i, states() + j); }

  /// mu(t) of one path constraint inside interval k.
  double path_multiplier(int interval, double fraction, int row) const;

 private:
  double integrals_cost(int lane) const;
  void classify_paths();
  void solve_rates();
  void eliminate_residuals(int lane);

  const Played& played_;
  KnotFunction& function_;
  std::vector<int> free_numbers_;
  PhaseOutputs outputs_;
  double sign_;
  std::vector<double> integral_multipliers_;
  bool is_implicit_, has_mixed_paths_ = false;
  int first_residual_ = -1;  ///< row among the path constraints
  std::vector<PathKind> path_kinds_;
  std::vector<int> intervals_;
  Eigen::ArrayXd fractions_;
  KnotBatch batch_;
  Eigen::MatrixXd gradients_;
  Eigen::MatrixXd kept_inputs_, kept_values_;
};

}  // namespace tandem
