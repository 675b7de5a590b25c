#include <tandem/ocp/ddp/ddp_solver.hpp>

#include <tandem/core/error.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace tandem::ddp {
namespace {

constexpr int kMostStalls = 15;  // steps in a row, with help, that hardly improve anything

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

/// Adds to `seconds` the time until it goes.
class Stopwatch {
 public:
  explicit Stopwatch(double& seconds) : seconds_(seconds) {}
  Stopwatch(const Stopwatch&) = delete;
  Stopwatch& operator=(const Stopwatch&) = delete;
  ~Stopwatch() { seconds_ += seconds_since(start_); }

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

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
      recent_(view_.problem()) {}

void DdpSolver::begin(const Eigen::VectorXd& start, const DdpOptions& choice, const Eigen::VectorXd& multipliers) {
  choice_ = choice;
  view_.read_numbers();
  z_ = trial_z_ = start;
  rows_ = view_.rows();
  rows_.start(choice.row_weight);
  duals_ = view_.no_duals();
  if (multipliers.size() > 0) view_.read_multipliers(multipliers, duals_);
  merit_ = Merit(view_.problem());
  riccati_.release_all();
  end_weight_ = choice.end_weight;
  last_regularization_ = length_ = 0.0;
  stalls_ = 0;
  must_fall_ = has_rolled_out_ = best_.is_known = false;
  best_.z = z_;
  best_.duals = duals_;
  recent_.forget();
  bad_trial_ = -1;
  row_violation_ = kInfinity;
  evaluation_seconds_ = linear_algebra_seconds_ = 0.0;
  evaluate(z_, values_);
  trial_ = excess_ = values_;
  first_cost_ = std::abs(values_.objective);
  merit_.measure(values_, terms_);
  best_.terms = trial_terms_ = terms_;
}

void DdpSolver::evaluate(const Eigen::VectorXd& z, StageView::Values& out) {
  const Stopwatch watch(evaluation_seconds_);
  view_.evaluate(z, rows_, out);
}

const LqProblem& DdpSolver::linearise() {
  const Stopwatch watch(evaluation_seconds_);
  return view_.linearise(z_, values_, duals_, rows_, curvature_);
}

BackwardResult DdpSolver::solve_lq(LqStep& step, int most_passes) {
  const Stopwatch watch(linear_algebra_seconds_);
  const BackwardResult result = riccati_.solve(view_.problem(), convexity_, duals_.nu, step, most_passes);
  if (result) view_.complete_costates(step);
  return result;
}

NlpSolution DdpSolver::solve(const Eigen::VectorXd& start, const SolverOptions& options, const DdpOptions& choice) {
  const Clock::time_point began = Clock::now();
  begin(start, choice, options.multipliers);
  history_.clear();
  Status status = Status::iteration_limit;
  std::string message = "the iteration limit was reached";
  for (int iteration = 0;; ++iteration) {
    const Outcome outcome = iterate(options.tolerance);
    history_.push_back(progress(iteration));
    if (options.verbose) print_line(history_.back());
    const bool goes_on = !options.progress || options.progress(history_.back());
    if (outcome != Outcome::stepped) {
      status = finish_status(outcome, options.tolerance, message);
      break;
    }
    if (!goes_on) {
      status = Status::stopped;
      message = "stopped by the caller";
      break;
    }
    if (seconds_since(began) > options.time_limit) {
      status = Status::time_limit;
      message = "the time limit was reached";
      break;
    }
    if (iteration >= options.max_iterations) break;
  }
  NlpSolution solution = answer();
  solution.status = status;
  solution.message = message;
  solution.iterations = history_.back().iteration;
  solution.total_seconds = seconds_since(began);
  solution.evaluation_seconds = evaluation_seconds_;
  solution.linear_algebra_seconds = linear_algebra_seconds_;
  return solution;
}

DdpSolver::Outcome DdpSolver::iterate(double tolerance) {
  curvature_ = choice_.curvature;
  const LqProblem& lq = linearise();
  if (view_.singular_step() >= 0) return begin_again() ? Outcome::stepped : Outcome::stuck;
  residuals_ = optimality_.measure(lq, duals_);
  const double within = std::max(tolerance, std::min(1e-4, 0.01 * rows_.violation()));
  if (residuals_.stationarity <= within && residuals_.infeasibility() <= within) {
    const double violation = rows_.violation();
    if (violation <= tolerance && residuals_.stationarity <= tolerance && residuals_.infeasibility() <= tolerance) {
      return confirm(tolerance);
    }
    if (violation > tolerance) {
      if (violation > 0.1 * row_violation_) rows_.set_weight(std::min(10.0 * rows_.weight(), 1e8));
      row_violation_ = rows_.update();
      recent_.forget();
      best_.is_known = false;
      evaluate(z_, values_);
      return Outcome::stepped;
    }
  }
  convexity_ = {0.0, end_weight_, 0.0};
  bad_trial_ = -1;
  remember();
  for (;;) {
    const Outcome found = find_step();
    if (found != Outcome::stepped) return begin_again() ? Outcome::stepped : found;
    merit_.adapt(view_.gap_multipliers(step_), step_.nu);
    slope_ = std::min(merit_.make_falling(lq, values_.gaps, step_), 0.0);
    if (search()) return stalls_ < kMostStalls || begin_again() ? Outcome::stepped : Outcome::stuck;
    convexity_.end_slack = 0.0;  // with it the penalty need not fall along a step
    if (!regularize()) return begin_again() ? Outcome::stepped : Outcome::stuck;
  }
}

NlpSolution DdpSolver::answer() {
  NlpSolution solution;
  solution.unknowns = z_;
  view_.fill_multipliers(duals_, rows_, solution.multipliers);
  view_.fill_bound_multipliers(step_, duals_, rows_, solution.bound_multipliers);
  solution.objective = values_.objective;
  solution.last_regularization = convexity_.regularization;
  const StageMap& map = view_.map();
  for (int k = 0; k < view_.steps(); ++k) {
    if (!map.is_joint(k))
      solution.feedback.push_back(riccati_.gain(k).topLeftCorner(map.controls_of(k), map.states_of(k)));
  }
  return solution;
}

}  // namespace tandem::ddp

namespace tandem {

NlpSolution solve_with_ddp(StagedNlp& nlp, const Eigen::VectorXd& start, const SolverOptions& options) {
  ddp::DdpOptions choice;
  if (options.hessian == "gauss-newton") choice.curvature = ddp::Curvature::gauss_newton;
  return ddp::DdpSolver(nlp).solve(start, options, choice);
}

}  // namespace tandem
