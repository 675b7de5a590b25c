#pragma once

#include <tandem/ocp/ddp/merit.hpp>
#include <tandem/ocp/ddp/optimality.hpp>
#include <tandem/ocp/ddp/riccati.hpp>
#include <tandem/ocp/nlp_solver.hpp>

#include <chrono>
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
/// regularised too; and where nothing helps, once each, the iteration goes back to the best trajectory so far, and on
/// from where the controls alone lead.
///
/// After construction an iteration allocates nothing (unless a plug does).
class DdpSolver {
 public:
  explicit DdpSolver(StagedNlp& nlp);

  /// Solves from unknowns `start`. `SolverOptions::tolerance` is of the derivatives of the Lagrangian, by the largest
  /// multiplier, and of gaps and violations, absolute.
  NlpSolution solve(const Eigen::VectorXd& start, const SolverOptions& options, const DdpOptions& choice = {});

  /// Of the last solve.
  const StageView& view() const { return view_; }
  const Riccati& riccati() const { return riccati_; }
  const std::vector<Progress>& history() const { return history_; }

  /// One iteration from the present trajectory; public for the test that counts its allocations.
  void begin(const Eigen::VectorXd& start, const DdpOptions& choice, const Eigen::VectorXd& multipliers = {});
  /// The trajectory where the last iteration went.
  const Eigen::VectorXd& unknowns() const { return z_; }
  const Duals& duals() const { return duals_; }
  enum class Outcome { stepped, solved, stuck, end_out_of_reach };
  Outcome iterate(double tolerance);
  /// Once, where there is no step from a trajectory that is worse than another has been: back there, and from there on
  /// only steps that let the merit fall. False where it has been done, or where the last iteration's start is the best.
  bool retreat();
  /// Once, where nothing else helps: on to the trajectory that the controls lead to, one step after the other. It has
  /// no gaps, where closing them all along linearised steps that grow without bound asked for states out of this world.
  /// As many evaluations as there are steps. False where it has been done, or cannot be.
  bool roll_out();

 private:
  using Clock = std::chrono::steady_clock;

  BackwardResult solve_lq(LqStep& step, int most_passes = 30);
  const LqProblem& linearise();
  void evaluate(const Eigen::VectorXd& z, StageView::Values& out);
  Outcome find_step();
  Outcome confirm(double tolerance);
  bool is_dear() const;
  bool loosen_end();
  bool weigh_end();
  bool drop_curvature();
  void forget_the_way();
  bool begin_again() { return retreat() || roll_out(); }
  bool regularize();
  bool search();
  void remember();
  bool accept_corrected(double limit);
  bool accept(const LqStep& step, double length, double limit);
  Progress progress(int iteration) const;
  Status finish_status(Outcome outcome, double tolerance, std::string& message) const;
  std::string where_infeasible() const;
  std::string where_not_finite() const;
  NlpSolution answer();

  StagedNlp& nlp_;
  StageView view_;
  Riccati riccati_;
  Optimality optimality_;
  Merit merit_;
  AugmentedRows rows_;
  LqStep step_, corrected_;
  Duals duals_;
  DdpOptions choice_;
  Eigen::VectorXd z_, trial_z_;
  StageView::Values values_, trial_, excess_;
  Residuals residuals_;
  Convexity convexity_;
  Curvature curvature_ = Curvature::exact;
  MeritTerms terms_, trial_terms_;
  RecentMerits recent_;
  struct Best {
    Eigen::VectorXd z;
    Duals duals;
    MeritTerms terms;
    bool is_now = true;  ///< it is where the iteration stands
    bool is_known = false;
  } best_;
  bool must_fall_ = false;  ///< after a retreat every step lets the merit fall
  bool has_rolled_out_ = false;
  double first_cost_ = 0.0, end_weight_ = 0.0, last_regularization_ = 0.0;
  double slope_ = 0.0;  ///< of the merit along the step
  double length_ = 0.0;
  int stalls_ = 0;
  int bad_trial_ = -1;  ///< entry of the gaps that had no value in a trial of this iteration
  double row_violation_ = 0.0;
  std::vector<Progress> history_;
  double evaluation_seconds_ = 0.0, linear_algebra_seconds_ = 0.0;
};

}  // namespace tandem::ddp

namespace tandem {

/// DDP from `start`, with its feedback; refuses by name what StageView refuses.
NlpSolution solve_with_ddp(StagedNlp& nlp, const Eigen::VectorXd& start, const SolverOptions& options);

}  // namespace tandem
