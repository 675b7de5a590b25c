#pragma once

#include <tandem/ocp/ddp/augmented_rows.hpp>
#include <tandem/ocp/ddp/lq_problem.hpp>
#include <tandem/ocp/staged_nlp.hpp>

#include <vector>

namespace tandem::ddp {

/// Multipliers of the steps and of the end conditions, as DDP names them: lambda_k = dV/dx at knot k, nu of the end.
struct Duals {
  Eigen::MatrixXd costates;  ///< states x (steps + 1)
  Eigen::VectorXd end;
};

/// Which Hessian of the Lagrangian: all of it, or without the curvature of the steps.
enum class Curvature { exact, gauss_newton };

/// A discrete problem seen as DDP sees it: states y_k, controls w_k, y_{k+1} = F(y_k, w_k), a cost a stage, and what
/// holds at the ends. It reads the blocks of a StagedNlp and differentiates nothing itself.
///
///   controls held constant:  y_k = [x_k; q_k],       w_k = u_k
///   controls held linearly:  y_k = [x_k; u_k; q_k],  w_k = u_{k+1},  which y_{k+1} repeats
///
/// with q the integrals so far. A state whose end is given is an end condition, as are equations among the end
/// constraints; boxes of controls and of the first state are left to the Riccati recursion; all other bounds and
/// constraints (states between, path constraints, ranges at the end) are augmented rows.
class StageView {
 public:
  /// Refuses, by name, what this form does not hold: several phases, linkages, free times, design numbers,
  /// transcriptions without explicit steps.
  explicit StageView(StagedNlp& nlp);
  StageView(const StageView&) = delete;  // places point into its own linear-quadratic problem
  StageView& operator=(const StageView&) = delete;

  StagedNlp& nlp() const { return nlp_; }
  int states() const { return states_; }
  int controls() const { return controls_; }
  int steps() const { return steps_; }
  int end_rows() const { return static_cast<int>(ends_.size()); }
  /// Unknowns of the StagedNlp: of a state of knot k, of a control of step k.
  int state_at(int knot, int i) const { return layout_.state(knot) + i; }
  int control_at(int step, int i) const { return control_at_[step] + i; }
  bool repeats_controls() const { return layout_.has_knot_controls(); }
  std::string state_name(int i) const;
  std::string end_name(int row) const;
  double time(const Eigen::VectorXd& z, int knot) const;

  /// Gaps F(y_k, w_k) - y_{k+1}, states x steps, and end conditions, at the unknowns z and constraints g there.
  void gaps(const Eigen::VectorXd& g, Eigen::MatrixXd& out) const;
  void end_values(const Eigen::VectorXd& z, const Eigen::VectorXd& g, Eigen::VectorXd& out) const;

  /// Objective, constraints, and what augmented rows add to the cost, at z.
  struct Values {
    double objective = 0.0, augmented = 0.0;
    Eigen::VectorXd g;
    Eigen::MatrixXd gaps;
    Eigen::VectorXd ends;
    bool is_finite() const;
  };
  void evaluate(const Eigen::VectorXd& z, const AugmentedRows& rows, Values& out) const;

  /// The linear-quadratic problem about z, where `values` were found, with the curvature that the duals give.
  const LqProblem& linearise(const Eigen::VectorXd& z, const Values& values, const Duals& duals, AugmentedRows& rows,
                             Curvature curvature);
  const LqProblem& problem() const { return lq_; }
  /// The same problem with these gaps and ends, and `more` on top of them (where given).
  void set_gaps(const Values& values, const Values* more = nullptr);
  /// The rows that are to be augmented, with multipliers 0.
  const AugmentedRows& rows() const { return rows_; }

  /// The StagedNlp's multipliers, L = f + multipliers' g + bound_multipliers' z.
  void fill_multipliers(const Duals& duals, const AugmentedRows& rows, Eigen::VectorXd& out) const;
  void fill_bound_multipliers(const LqStep& pushes, const Duals& duals, const AugmentedRows& rows,
                              Eigen::VectorXd& out) const;

 private:
  /// A value of a sparse matrix that goes to one place (and, of a Hessian, to its mirror image).
  struct Place {
    int source;
    double* to;
    double* mirror;
    double sign;
  };
  /// An entry of an augmented row, by a state of its knot or (past the states) a control of its step.
  struct RowEntry {
    int source;  ///< in the Jacobian; -1: it is 1
    int local;
  };
  /// One condition at the end: a row of the constraints or, where that is -1, an unknown.
  struct EndCondition {
    int row, unknown;
    double target;
  };

  void place_controls();
  void collect_ends();
  void collect_rows();
  void place_jacobian();
  void place_hessian();
  int knot_of(int unknown) const;
  Place place_of_step(int source, int step, int state, int unknown);
  Place place_of_pair(int source, int row, int col);
  void place_row(int source, int augmented, int unknown);
  void fill_costs(const Eigen::VectorXd& z);
  void fill_boxes(const Eigen::VectorXd& z);
  void add_row(const AugmentedRow& row, double push, double weight, int index);

  StagedNlp& nlp_;
  const PhaseLayout& layout_;
  int states_, controls_, steps_;
  std::vector<int> control_at_;
  std::vector<EndCondition> ends_;
  LqProblem lq_;
  std::vector<Place> jacobian_places_, hessian_places_;
  std::vector<int> step_rows_;  ///< row of the constraints behind each state of a step, by step; -1: repeated control
  AugmentedRows rows_;
  std::vector<std::vector<RowEntry>> row_entries_;
  std::vector<double> jacobian_, hessian_;
  Eigen::VectorXd gradient_, multipliers_, row_values_;
};

}  // namespace tandem::ddp
