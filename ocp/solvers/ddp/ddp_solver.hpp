#pragma once

#include <tandem/core/stopwatch.hpp>
#include <tandem/ocp/solvers/ddp/merit.hpp>
#include <tandem/ocp/solvers/ddp/optimality.hpp>
#include <tandem/ocp/solvers/ddp/riccati.hpp>
#include <tandem/ocp/solvers/nlp_solver.hpp>

#include <string>
#include <vector>

namespace tandem::ddp {

/// What is chosen of the method; the rest is in SolverOptions.
struct DdpOptions {
  Curvature curvature = Curvature::exact;
  double end_weight = 1e4;   ///< Convexity::end_weight at first; raised where it is not enough
  double row_weight = 10.0;  ///< of the augmented rows at first
};

/// Multiple-shooting DDP from any trajectory, feasible or not.
///
/// An iteration linearises the steps about the trajectory, takes the Lagrangian's Hessian with the last costates,
/// solves this linear-quadratic problem by the Riccati recursion (boxes by an active set, end conditions by the
/// multipliers in its border), and goes along that step as far as an exact penalty falls (Merit), with a second-order
/// correction of the gaps. Near a solution it is Newton's method on the first-order conditions: quadratic once the
/// active set has settled. Bounds of states and path constraints are rows of an augmented Lagrangian around it.
///
/// Where there is no such step: equations that the controls do not reach are loosened (Convexity); where a control's
/// matrix is not positive definite, equations are weighed more (which moves no solution), far from feasible the steps'
/// curvature is left out for once, and else all matrices are regularised, by a third of the last value at first, then
/// eight times more. Where the penalty does not fall within a step of length 0.03 below its mean of late, matrices are
/// regularised too; and where nothing helps, once each in a solve, the iteration goes back to the best trajectory so
/// far, and on from where the controls alone lead.
///
/// An iteration measures the trajectory and takes one step from it. After begin() it allocates nothing (unless a plug
/// does).
class DdpSolver {
 public:
  explicit DdpSolver(StagedNlp& nlp);

  /// Solves from unknowns `start`, in at most `SolverOptions::max_iterations` steps: with 0 it measures the start.
  /// `SolverOptions::tolerance` is of the derivatives of the Lagrangian, by the largest multiplier, and of gaps and
  /// violations, absolute. Feedback is that of the last backward pass that came to its end, or none.
  NlpSolution solve(const Eigen::VectorXd& start, const SolverOptions& options, const DdpOptions& choice = {});

  /// Of the last solve. A line of the history has the trajectory after so many steps, what is left of the first-order
  /// conditions there, and the length and regularization of the step that led to it.
  const StageView& view() const { return view_; }
  const Riccati& riccati() const { return riccati_; }
  const std::vector<Progress>& history() const { return history_; }

  /// The pieces of a solve; public for tests that count allocations and look on.
  void begin(const Eigen::VectorXd& start, const DdpOptions& choice, const Eigen::VectorXd& multipliers = {});
  /// The trajectory where the last iteration went.
  const Eigen::VectorXd& unknowns() const { return here_.z; }
  const Duals& duals() const { return duals_; }
  /// What the last step was helped by.
  const Convexity& convexity() const { return help_.convexity; }
  enum class Outcome {
    stepped,
    solved,
    stuck,
    not_a_minimum,  ///< stationary, where no minimum is shown
    end_out_of_reach,
    rows_out_of_reach,
    stopped,
    out_of_steps,
    out_of_time
  };
  /// One iteration from the present trajectory: measure(), and step() where that does not end the solve.
  Outcome iterate(double tolerance);
  /// Once, where there is no step from a trajectory that is worse than another has been: back there, and from there on
  /// only steps that let the merit fall. False where it has been done, or where the last iteration's start is the best.
  bool retreat();
  /// Once, where nothing else helps: on to the trajectory that the controls lead to, one step after the other. It has
  /// no gaps, where closing them all along linearised steps that grow without bound asked for states out of this world.
  /// Each step takes an evaluation of the whole trajectory, O(steps^2) in all. False where it has been done, cannot be,
  /// or takes longer than the time that is left.
  bool roll_out();

 private:
  struct Trajectory {
    Eigen::VectorXd z;
    StageView::Values values;
    MeritTerms terms;
  };

  BackwardResult solve_lq(LqStep& step, int most_passes = 30);
  /// Linearises here; says whether the trajectory ends the solve, `stepped` if not.
  Outcome measure(double tolerance);
  Outcome step();
  const LqProblem& linearise();
  void see_residuals();
  Outcome update_rows();
  /// Values and terms of the merit at its unknowns.
  void evaluate(Trajectory& at);
  Outcome find_step();
  Outcome confirm(double tolerance);
  bool is_dear() const;
  bool loosen_end();
  bool make_more_convex();
  bool weigh_end();
  bool drop_curvature();
  void forget_the_way();
  Outcome begin_again(Outcome otherwise);
  bool regularize();
  double reference() const;
  bool search();
  void remember();
  bool accept_corrected(double limit);
  bool accept(const LqStep& step, double length, double limit);
  Progress progress(int iteration) const;
  bool is_late() const;
  Status finish_status(Outcome outcome, double tolerance, std::string& message);
  Status failed_status(Outcome outcome, double tolerance, std::string& message);
  std::string where_infeasible() const;
  std::string where_not_finite();
  std::string where_not_differentiable();
  int first_bad_knot();
  NlpSolution answer();
  void add_feedback(NlpSolution& solution) const;

  /// The last trajectories, and the best so far.
  struct Past {
    explicit Past(const LqProblem& problem) : recent(problem) {}
    RecentMerits recent;
    Eigen::VectorXd best_z;
    Duals best_duals;
    MeritTerms best_terms;
    bool is_best_now = true;  ///< the best is where the iteration stands
    bool is_best_known = false;
    bool must_fall = false;  ///< after a retreat every step lets the merit fall
    bool has_retreated = false, has_rolled_out = false;
    int stalls = 0;
  };
  /// What the step is helped by, and what that goes by.
  struct Help {
    Convexity convexity;
    Curvature curvature = Curvature::exact;
    double first_cost = 0.0, end_weight = 0.0, last_regularization = 0.0;
  };
  /// The search along the step.
  struct Search {
    StageView::Values excess;  ///< gaps and equations that a correction closes too
    double slope = 0.0;        ///< of the merit along the step
    double length = 0.0;
    Eigen::VectorXd bad_z;
    bool has_bad_trial = false;  ///< bad_z was tried in this iteration and has no finite merit
  };
  struct Times {
    Stopwatch watch;
    double limit = kInfinity;
    double evaluation = 0.0, linear_algebra = 0.0;
  };

  StagedNlp& nlp_;
  StageView view_;
  Riccati riccati_;
  Optimality optimality_;
  Merit merit_;
  AugmentedRows rows_;
  DdpOptions choice_;
  Trajectory here_, trial_;
  Duals duals_;
  Residuals residuals_;
  LqStep step_, corrected_;
  bool has_gains_ = false;  ///< the last backward pass came to its end
  Help help_;
  Search search_;
  Past past_;
  Times times_;
  std::vector<Progress> history_;
};

}  // namespace tandem::ddp

namespace tandem {

/// DDP from `start`, with its feedback; refuses by name what StageView refuses.
NlpSolution solve_with_ddp(StagedNlp& nlp, const Eigen::VectorXd& start, const SolverOptions& options);

}  // namespace tandem
