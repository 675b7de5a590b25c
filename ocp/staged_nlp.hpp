#pragma once

#include <tandem/ocp/guess.hpp>
#include <tandem/ocp/nlp_bounds.hpp>
#include <tandem/ocp/nlp_patterns.hpp>
#include <tandem/ocp/problem.hpp>

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tandem {

/// The one thing that solvers see: a transcribed problem
///
///   minimise f(z)  subject to  constraint_lower <= g(z) <= constraint_upper,  lower <= z <= upper,
///
/// with unknowns and equations in stages (layout()), linked only to the next stage and to the border. A maximised
/// objective enters with its sign changed. Exact first and second derivatives; evaluation costs O(intervals).
class StagedNlp {
 public:
  /// Validates the problem, builds its knot functions with the derivatives of `plug`.
  StagedNlp(Problem problem, Mesh mesh, const std::string& plug = kDefaultPlug);
  StagedNlp(const StagedNlp&) = delete;  // its parts refer to each other
  StagedNlp& operator=(const StagedNlp&) = delete;

  const Problem& problem() const { return problem_; }
  const Phase& phase() const { return problem_.phases().front(); }

  /// Gives a named number another value, without building anything anew.
  void set_number(std::string_view name, double value);

  const Mesh& mesh() const { return mesh_; }
  const NlpLayout& layout() const { return layout_; }

  const Eigen::VectorXd& lower() const { return bounds_.lower; }
  const Eigen::VectorXd& upper() const { return bounds_.upper; }
  const Eigen::VectorXd& constraint_lower() const { return bounds_.constraint_lower; }
  const Eigen::VectorXd& constraint_upper() const { return bounds_.constraint_upper; }

  /// A trajectory on this mesh, moved into the bounds (refused if its lengths do not fit or it is not finite).
  Eigen::VectorXd unknowns_from(const Guess& guess) const;

  /// Refuses, by name and time, functions without a finite value at z.
  void require_finite_at(const Eigen::VectorXd& z);

  /// What solvers ask for, at z. Repeated calls at the same z cost nothing for what is already known.
  double objective(const Eigen::VectorXd& z);
  void gradient(const Eigen::VectorXd& z, Eigen::Ref<Eigen::VectorXd> out);
  void constraints(const Eigen::VectorXd& z, Eigen::Ref<Eigen::VectorXd> out);
  const Pattern& jacobian_pattern() const { return patterns_.jacobian; }
  void jacobian(const Eigen::VectorXd& z, std::span<double> values);
  /// Lower triangle; entries at one place add up.
  const Pattern& hessian_pattern() const { return patterns_.hessian; }
  void hessian(const Eigen::VectorXd& z, double objective_factor, const Eigen::VectorXd& multipliers,
               std::span<double> values);

  /// Gradient of one interval's Lagrangian (its share of the cost + multipliers' its defects and path constraints) by
  /// its unknowns [stage k; x_{k+1}; u_{k+1}; border]. Its x_k part is the costate just after knot k, minus its
  /// x_{k+1} part that just before knot k + 1 (H = L + lambda' f, L as minimised).
  Eigen::VectorXd interval_gradient(const Eigen::VectorXd& z, const Eigen::VectorXd& multipliers, int interval);

  double start_time(const Eigen::VectorXd& z) const { return points_->start_of(z); }
  double end_time(const Eigen::VectorXd& z) const { return points_->end_of(z); }

 private:
  void ensure(const Eigen::VectorXd& z, Level level);
  void fill_end_inputs(const Eigen::VectorXd& z);
  Eigen::Ref<Eigen::MatrixXd> interval_jacobian(const Eigen::VectorXd& z, int interval);
  void add_interval_cost_gradient(const Eigen::VectorXd& z, int interval, double factor,
                                  Eigen::Ref<Eigen::RowVectorXd> out);
  void set_weights(const Eigen::VectorXd& z, double objective_factor, const Eigen::VectorXd& multipliers);
  void add_step_curvature(int interval, double objective_factor, Eigen::Ref<Eigen::MatrixXd> hessian);
  int function_outputs() const { return points_->function().outputs(); }

  Problem problem_;
  Mesh mesh_;
  double sign_ = 1.0;  ///< -1 where the objective is maximised
  std::vector<int> free_numbers_;
  NlpLayout layout_;
  std::unique_ptr<MeshPoints> points_;
  std::unique_ptr<KnotFunction> end_function_;
  KnotBatch end_batch_;
  std::vector<int> end_inputs_;  ///< unknown behind each input of the end function, or -1

  NlpBounds bounds_;
  NlpPatterns patterns_;

  Eigen::VectorXd last_z_;
  bool known_ = false;
  Level known_level_ = Level::values;
  Eigen::MatrixXd scratch_jacobian_, scratch_hessian_;
  Eigen::MatrixXd rate_adjoints_;  ///< states x (interval, point): adjoints of the products h f_j
};

}  // namespace tandem
