#include <tandem/ocp/solvers/ddp/ddp_solver.hpp>

#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace tandem::ddp {
namespace {

constexpr int kMostStalls = 15;  // steps in a row, with help, that hardly improve anything

void print_line(const Progress& p) {
  if (p.iteration % 20 == 0) {
    fmt::print("{:>5} {:>16} {:>10} {:>12} {:>14} {:>9}\n", "iter", "objective", "gaps", "stationarity",
               "regularization", "step");
  }
  fmt::print("{:>5} {:>16.9e} {:>10.2e} {:>12.2e} {:>14.1e} {:>9.2e}\n", p.iteration, p.objective, p.infeasibility,
             p.stationarity, p.regularization, p.step);
}

}  // namespace

DdpSolver::DdpSolver(StagedNlp& nlp)
    : nlp_(nlp),
      view_(nlp),
      riccati_(view_.problem()),
      optimality_(view_.problem()),
      merit_(view_.problem()),
      step_(view_.problem()),
      corrected_(view_.problem()),
      past_(view_.problem()) {}

void DdpSolver::begin(const Eigen::VectorXd& start, const DdpOptions& choice, const Eigen::VectorXd& multipliers) {
  times_.watch = {};
  times_.limit = kInfinity;
  choice_ = choice;
  view_.read_numbers();
  here_.z = search_.bad_z = start;
  rows_ = view_.rows();
  rows_.start(choice.row_weight);
  duals_ = view_.no_duals();
  if (multipliers.size() > 0) view_.read_multipliers(multipliers, duals_);
  merit_.forget();
  riccati_.release_all();
  step_.clear();
  residuals_ = {};
  help_.end_weight = choice.end_weight;
  help_.convexity = {0.0, help_.end_weight, 0.0};
  help_.last_regularization = search_.length = 0.0;
  past_.stalls = 0;
  past_.must_fall = past_.has_retreated = past_.has_rolled_out = search_.has_bad_trial = has_gains_ =
      past_.is_best_known = false;
  past_.best_z = here_.z;
  past_.best_duals = duals_;
  past_.recent.forget();
  times_.evaluation = times_.linear_algebra = 0.0;
  evaluate(here_);
  trial_ = here_;
  search_.excess = here_.values;
  help_.first_cost = std::abs(here_.values.objective);
  past_.best_terms = here_.terms;
}

bool DdpSolver::is_late() const { return times_.watch.seconds() > times_.limit; }

void DdpSolver::evaluate(Trajectory& at) {
  const TimeAdded watch(times_.evaluation);
  view_.evaluate(at.z, rows_, at.values);
  merit_.measure(at.values, at.terms);
}

const LqProblem& DdpSolver::linearise() {
  const TimeAdded watch(times_.evaluation);
  return view_.linearise(here_.z, here_.values, duals_, rows_, help_.curvature);
}

BackwardResult DdpSolver::solve_lq(LqStep& step, int most_passes) {
  const TimeAdded watch(times_.linear_algebra);
  const BackwardResult result = riccati_.solve(view_.problem(), help_.convexity, duals_.nu, step, most_passes);
  has_gains_ = bool(result);
  if (result) view_.complete_costates(step);
  return result;
}

NlpSolution DdpSolver::solve(const Eigen::VectorXd& start, const SolverOptions& options, const DdpOptions& choice) {
  begin(start, choice, options.multipliers);
  times_.limit = options.time_limit;
  history_.clear();
  Outcome outcome = Outcome::stepped;
  for (int steps = 0; outcome == Outcome::stepped; ++steps) {
    outcome = measure(options.tolerance);
    history_.push_back(progress(steps));
    if (options.verbose) print_line(history_.back());
    const bool goes_on = (!options.progress || options.progress(history_.back())) && !ending::is_due();
    if (outcome != Outcome::stepped) break;
    if (!goes_on) {
      outcome = Outcome::stopped;
    } else if (steps >= options.max_iterations) {
      outcome = Outcome::out_of_steps;
    } else {
      outcome = is_late() ? Outcome::out_of_time : step();
    }
  }
  NlpSolution solution = answer();
  solution.status = finish_status(outcome, options.tolerance, solution.message);
  solution.iterations = history_.back().iteration;
  solution.total_seconds = times_.watch.seconds();
  solution.evaluation_seconds = times_.evaluation;
  solution.linear_algebra_seconds = times_.linear_algebra;
  return solution;
}

DdpSolver::Outcome DdpSolver::iterate(double tolerance) {
  const Outcome here = measure(tolerance);
  return here == Outcome::stepped ? step() : here;
}

DdpSolver::Outcome DdpSolver::measure(double tolerance) {
  help_.curvature = choice_.curvature;
  see_residuals();
  const double within = std::max(tolerance, std::min(1e-4, 0.01 * rows_.violation()));
  if (!(residuals_.stationarity <= within && residuals_.infeasibility() <= within)) return Outcome::stepped;
  return rows_.violation() <= tolerance ? confirm(tolerance) : update_rows();
}

/// What is left of the first-order conditions; without derivatives, for a step that has no end, of the gaps only.
void DdpSolver::see_residuals() {
  const LqProblem& lq = linearise();
  if (view_.singular_step() < 0) {
    residuals_ = optimality_.measure(lq, duals_);
    return;
  }
  residuals_ = {};
  residuals_.stationarity = kInfinity;
  residuals_.gap = here_.values.gaps.cwiseAbs().maxCoeff();
}

/// The augmented rows' next multipliers: another problem, by which this trajectory is measured anew.
DdpSolver::Outcome DdpSolver::update_rows() {
  if (!rows_.update()) return Outcome::rows_out_of_reach;
  past_.recent.forget();
  past_.is_best_known = false;
  evaluate(here_);
  see_residuals();
  return Outcome::stepped;
}

DdpSolver::Outcome DdpSolver::step() {
  help_.convexity = {0.0, help_.end_weight, 0.0};
  search_.has_bad_trial = false;
  search_.length = 0.0;
  if (!residuals_.is_finite()) {
    past_.is_best_now = false;
    return begin_again(Outcome::stuck);
  }
  remember();
  if (past_.stalls >= kMostStalls) return begin_again(Outcome::stuck);
  for (;;) {
    const Outcome found = find_step();
    if (found != Outcome::stepped) return begin_again(found);
    merit_.adapt(view_.gap_multipliers(step_), step_.nu);
    search_.slope = std::min(merit_.make_falling(view_.problem(), here_.values.gaps, step_), 0.0);
    if (search()) return Outcome::stepped;
    help_.convexity.end_slack = 0.0;  // with it the penalty need not fall along a step
    if (!regularize()) return begin_again(Outcome::stuck);
  }
}

NlpSolution DdpSolver::answer() {
  NlpSolution solution;
  solution.unknowns = here_.z;
  view_.fill_multipliers(duals_, rows_, solution.multipliers);
  if (!has_gains_) step_.clear();
  view_.fill_bound_multipliers(step_, duals_, rows_, solution.bound_multipliers);
  solution.objective = here_.values.objective;
  solution.last_regularization = help_.convexity.regularization;
  if (has_gains_) add_feedback(solution);
  return solution;
}

void DdpSolver::add_feedback(NlpSolution& solution) const {
  const StageMap& map = view_.map();
  for (int k = 0; k < view_.steps(); ++k) {
    if (!map.is_joint(k))
      solution.feedback.push_back(riccati_.gain(k).topLeftCorner(map.controls_of(k), map.states_of(k)));
  }
}

}  // namespace tandem::ddp

namespace tandem {

NlpSolution solve_with_ddp(StagedNlp& nlp, const Eigen::VectorXd& start, const SolverOptions& options) {
  ddp::DdpOptions choice;
  if (options.hessian == "gauss-newton") choice.curvature = ddp::Curvature::gauss_newton;
  return ddp::DdpSolver(nlp).solve(start, options, choice);
}

}  // namespace tandem
