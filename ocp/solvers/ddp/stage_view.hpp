#pragma once

#include <tandem/ocp/solvers/ddp/augmented_rows.hpp>
#include <tandem/ocp/solvers/ddp/implicit_steps.hpp>
#include <tandem/ocp/solvers/ddp/squares.hpp>
#include <tandem/ocp/solvers/ddp/stage_map.hpp>

#include <vector>

namespace tandem::ddp {

/// Multipliers of the steps and of the equations, as DDP names them: lambda_k = dV/dx at knot k, nu of the rest.
struct Duals {
  Eigen::MatrixXd costates;  ///< states x (steps + 1)
  Eigen::VectorXd nu;
  /// Of the steps' gaps as StageView::Values has them, states x steps; none where all steps are explicit, since these
  /// are the costates then. Where a step is implicit its costates follow from these.
  Eigen::MatrixXd of_gaps = {};

  void clear() {
    costates.setZero();
    nu.setZero();
    of_gaps.setZero();
  }
};

/// Which Hessian of the Lagrangian: all of it, or without the curvature of the steps.
enum class Curvature { exact, gauss_newton };

/// A discrete problem seen as DDP sees it: states y_k, controls w_k (StageMap says which), a border p of free times,
/// free numbers and copies of start states, y_{k+1} = F(y_k, w_k, p) or an equation of both, a cost a stage, and what
/// holds at the ends. It reads the blocks of a StagedNlp and differentiates nothing itself.
///
/// Equations of the linear-quadratic problem are: a state whose end is given, equal bounds of end constraints and
/// durations, linkages, and start state = copy. Boxes of controls, of starts and of the border are left to the Riccati
/// recursion. All other bounds and constraints (states between, path constraints, ranges at the end) are augmented
/// rows.
class StageView {
 public:
  /// Refuses what refuse_unsupported does.
  explicit StageView(StagedNlp& nlp);
  StageView(const StageView&) = delete;  // places point into its own linear-quadratic problem
  StageView& operator=(const StageView&) = delete;

  StagedNlp& nlp() const { return nlp_; }
  const StageMap& map() const { return map_; }
  int states() const { return map_.states(); }
  int controls() const { return map_.controls(); }
  int steps() const { return map_.steps(); }
  int equations() const { return static_cast<int>(equations_.size()); }
  std::string state_name(int knot, int i) const { return map_.state_name(nlp_.problem(), knot, i); }
  std::string equation_name(int equation) const;
  /// Of a bound that stands in the cost.
  std::string row_name(const AugmentedRow& row) const;
  double time(const Eigen::VectorXd& z, int knot) const;

  /// Objective, constraints, and what augmented rows add to the cost, at z.
  struct Values {
    double objective = 0.0, augmented = 0.0;
    Eigen::VectorXd g;
    Eigen::MatrixXd gaps;       ///< F(y_k, w_k, p) - y_{k+1} or, of an implicit step, -d; states x steps
    Eigen::VectorXd equations;  ///< what they lack
  };
  void evaluate(const Eigen::VectorXd& z, const AugmentedRows& rows, Values& out);

  /// Named numbers as they are now: functions, given ends and bounds. Refuses, by name, numbers that make an equation
  /// of a range, a range of an equation, or a bound where there was none: those need another view.
  void read_numbers();
  Duals no_duals() const;  ///< all 0
  /// The linear-quadratic problem about z, where `values` were found, with the curvature that the duals give; writes
  /// costates of implicit steps.
  const LqProblem& linearise(const Eigen::VectorXd& z, const Values& values, Duals& duals, AugmentedRows& rows,
                             Curvature curvature);
  const LqProblem& problem() const { return lq_; }
  /// The same problem with these gaps and equations, and `more` on top of them (where given).
  void set_gaps(const Values& values, const Values* more = nullptr);
  /// The step that the last linearisation found no end of (ImplicitSteps), or -1.
  int singular_step() const { return implicit_.singular_step(); }
  /// Whether every implicit step has an end at z that follows from its start. Leaves the last linearisation as it is.
  bool has_ends(const Eigen::VectorXd& z);
  void complete_costates(LqStep& step) const { implicit_.complete_costates(step); }
  /// What the steps' gaps, as `Values` has them, weigh along a step, a column a step.
  Eigen::Ref<const Eigen::MatrixXd> gap_multipliers(const LqStep& step);
  /// The rows that are to be augmented, with multipliers 0.
  const AugmentedRows& rows() const { return rows_; }

  /// Whether each step alone says where it leads: one phase of explicit steps, no control that is a state too.
  bool can_roll_out() const;
  /// The first augmented row that has no finite derivative at z, felt or not; -1 where all have.
  int row_without_derivative(const Eigen::VectorXd& z);
  /// Moves the state after a step to where the step leads, z <- z + gap.
  void close_gap(const Values& values, int step, Eigen::VectorXd& z) const;
  /// out <- z and a length along a step.
  void move(const Eigen::VectorXd& z, const LqStep& step, double length, Eigen::VectorXd& out) const;

  /// The StagedNlp's multipliers, L = f + multipliers' g + bound_multipliers' z.
  void fill_multipliers(const Duals& duals, const AugmentedRows& rows, Eigen::VectorXd& out) const;
  /// The other way round, as far as rows of the constraints tell: not costates at starts, nor multipliers of
  /// given ends.
  void read_multipliers(const Eigen::VectorXd& multipliers, Duals& duals) const;
  void fill_bound_multipliers(const LqStep& pushes, const Duals& duals, const AugmentedRows& rows,
                              Eigen::VectorXd& out) const;

 private:
  /// A value of a sparse matrix that goes to one place (and, of a Hessian, to its mirror image).
  struct Place {
    int source;
    LqPlace place;
    double sign;
  };
  /// A value of the Jacobian that is of an implicit step, by the state after it.
  struct NextPlace {
    int source, step, row, next;
  };
  /// A state whose step's equation has its velocity at the right knot (semi-implicit steps): F_q = q + h F_v.
  struct Ahead {
    int step, state, velocity;
  };
  /// An entry of an augmented row, by the place of its unknown in its knot.
  struct RowEntry {
    int source;  ///< in the Jacobian; -1: it is 1
    int local;   ///< wide_local of its knot
  };
  /// A row of the constraints or, where that is -1, an unknown that is to be `target`.
  struct Equation {
    int knot, row, unknown;
    double target;
  };
  /// Which bounds and rows are equations, and which are augmented.
  struct Sorted {
    std::vector<Equation> equations;
    AugmentedRows rows;
  };

  Sorted sort_all() const;
  void sort_bounds(Sorted& out) const;
  void sort_rows(Sorted& out) const;
  void require_same_kinds(const Sorted& now) const;
  /// Of an unknown or, where that is -1, of a row of the constraints.
  std::string bound_name(int knot, int unknown, int row) const;
  void set_equations();
  void place_jacobian();
  void place_hessian();
  void place_of_step(int source, int step, int state, int unknown);
  void place_of_equation(int source, int equation, int unknown);
  bool has_place(int knot, int wide) const;
  LqPlace wide_place(int knot, int a, int b);
  double* wide_place(int knot, int a);
  void place_row(int source, int augmented, int unknown);
  /// Whether squares make everything but bounds and boxes.
  bool squares_only() const { return squares_.serve_steps() && !has_rows_; }
  void linearise_blocks(const Eigen::VectorXd& z, Duals& duals, const AugmentedRows& rows, Curvature curvature);
  void linearise_steps(const Eigen::VectorXd& z);
  void clear();
  /// h of the steps whose velocities are ahead.
  void find_lengths(const Eigen::VectorXd& z);
  void add_hessian(const Eigen::VectorXd& z, double objective_factor);
  void put_velocities_ahead();
  void fill_gaps(const Eigen::VectorXd& z, const Eigen::VectorXd& g, Eigen::MatrixXd& out);
  void fill_equations(const Eigen::VectorXd& z, const Eigen::VectorXd& g, Eigen::VectorXd& out) const;
  void fill_costs(const Eigen::VectorXd& z);
  void fill_boxes(const Eigen::VectorXd& z);
  void limit_times(const Eigen::VectorXd& z);
  void add_row(const AugmentedRow& row, double push, double weight, const std::vector<RowEntry>& entries);

  StagedNlp& nlp_;
  StageMap map_;
  std::vector<Equation> equations_;
  AugmentedRows rows_;
  LqProblem lq_;
  ImplicitSteps implicit_;
  std::vector<Place> jacobian_places_, hessian_places_;
  std::vector<NextPlace> next_places_;
  std::vector<Ahead> ahead_;
  std::vector<double> ahead_lengths_;  ///< h of each, at the last evaluated unknowns
  Squares squares_;
  bool has_rows_ = false;       ///< constraints that are no steps
  std::vector<int> step_rows_;  ///< row of the constraints behind each state of a step, by step; -1: none
  std::vector<std::vector<RowEntry>> row_entries_;
  std::vector<double> jacobian_, hessian_;
  Eigen::VectorXd gradient_, multipliers_;
  Eigen::MatrixXd gap_multipliers_;
};

}  // namespace tandem::ddp
