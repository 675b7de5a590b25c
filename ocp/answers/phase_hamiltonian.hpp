#pragma once

#include <tandem/derivatives/knot_function.hpp>
#include <tandem/ocp/answers/played.hpp>
#include <tandem/ocp/transcription/phase_blocks.hpp>

#include <Eigen/Core>

#include <memory>
#include <vector>

namespace tandem {

/// The Hamiltonian H = sign L + lambda' f + mu' c + nu' g (c: path constraints, g: integrands of integral constraints)
/// at one instant and its derivatives.
struct Hamiltonian {
  double value = 0.0;         ///< without the path constraints' share
  double largest_term = 0.0;  ///< of the value
  double by_time = 0.0;
  Eigen::VectorXd by_state;
  Eigen::VectorXd by_control;
  Eigen::VectorXd control_terms;      ///< largest |term| of each by_control
  Eigen::MatrixXd control_curvature;  ///< d2H/du2
  Eigen::VectorXd by_numbers;         ///< by the design numbers
  Eigen::VectorXd number_terms;       ///< sum of the |terms| of each by_numbers
  Eigen::VectorXd path_values;
  Eigen::MatrixXd path_by_state;
};

/// The Hamiltonian along one phase of an answer, by tapes: another way than the solver's. The multipliers nu of the
/// integral constraints are the answer's; an evaluation costs one knot function with its Hessian.
class PhaseHamiltonian {
 public:
  PhaseHamiltonian(const Problem& problem, const Solution& solution, int phase);

  const Played& replay() const { return replay_; }
  const Phase& phase() const { return replay_.phase(); }
  const PhaseSolution& series() const { return replay_.series(); }
  double sign() const { return sign_; }  ///< of the costs: -1 where they are maximised
  int paths() const { return outputs_.paths; }
  int numbers() const { return static_cast<int>(design_.size()); }
  const std::vector<int>& design_numbers() const { return design_; }
  const std::vector<double>& integral_multipliers() const { return integral_multipliers_; }
  bool is_autonomous() const;  ///< nothing along the phase depends on time

  Hamiltonian at(const Eigen::VectorXd& x, const Eigen::VectorXd& u, double t, const Eigen::VectorXd& costate,
                 const Eigen::VectorXd& path_multipliers);

  /// At a knot with the answer's states, costates and path multipliers: of the interval that starts there, at the last
  /// knot of the one that ends there.
  Hamiltonian at_knot(int k) { return at_knot(k, control_at_knot(k)); }
  Hamiltonian at_knot(int k, const Eigen::VectorXd& u);
  Eigen::VectorXd control_at_knot(int k) const;

  /// Of one of the tableau's points in interval k; zeros where `point` is -1.
  Eigen::VectorXd path_multipliers(int k, int point) const;

 private:
  bool is_last(int k) const { return k == replay_.intervals(); }

  Played replay_;
  PhaseOutputs outputs_;
  std::vector<int> design_;
  double sign_;
  std::vector<double> integral_multipliers_;
  std::unique_ptr<KnotFunction> function_;
  KnotBatch batch_;
};

}  // namespace tandem
