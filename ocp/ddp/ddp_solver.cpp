#include <tandem/ocp/ddp/ddp_solver.hpp>

#include <tandem/core/error.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tandem::ddp {
namespace {

constexpr double kFirstRegularization = 1e-4, kMostRegularization = 1e12;
constexpr double kMostSlack = 1e8;  // times the first
constexpr double kShortStep = 0.03, kLargeRegularization = 1e6, kShortestStep = 1e-9;
constexpr double kFar = 1e-2;  // from feasible
constexpr double kMostEndWeight = 1e6;
constexpr double kStall = 1e-10;  // a merit that falls by less, with help, so many times in a row, falls no more
constexpr int kMostStalls = 15;
constexpr double kArmijo = 1e-4;
constexpr double kRounding = 1e-14;  // of a merit, which is a sum over all steps

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

/// Place of the first entry that is not finite, or past the last one.
int first_bad(const Eigen::MatrixXd& values) {
  int i = 0;
  while (i < values.size() && std::isfinite(values(i))) ++i;
  return i;
}

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
  z_ = trial_z_ = start;
  rows_ = view_.rows();
  rows_.start(choice.row_weight);
  duals_.costates.setZero(view_.states(), view_.steps() + 1);
  duals_.nu.setZero(view_.equations());
  if (multipliers.size() > 0) view_.read_multipliers(multipliers, duals_);
  merit_ = Merit(view_.problem());
  riccati_.release_all();
  end_weight_ = choice.end_weight;
  last_regularization_ = length_ = 0.0;
  stalls_ = 0;
  must_fall_ = best_.is_known = false;
  best_.z = z_;
  best_.duals = duals_;
  recent_.forget();
  bad_trial_ = -1;
  row_violation_ = kInfinity;
  evaluation_seconds_ = linear_algebra_seconds_ = 0.0;
  evaluate(z_, values_);
  trial_ = values_;
  merit_.measure(values_, terms_);
  best_.terms = terms_;
}

void DdpSolver::evaluate(const Eigen::VectorXd& z, StageView::Values& out) {
  const Stopwatch watch(evaluation_seconds_);
  view_.evaluate(z, rows_, out);
}

const LqProblem& DdpSolver::linearise() {
  const Stopwatch watch(evaluation_seconds_);
  return view_.linearise(z_, values_, duals_, rows_, curvature_);
}

BackwardResult DdpSolver::solve_lq(LqStep& step) {
  const Stopwatch watch(linear_algebra_seconds_);
  return riccati_.solve(view_.problem(), convexity_, duals_.nu, step);
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
  residuals_ = optimality_.measure(lq, duals_);
  const double within = std::max(tolerance, std::min(1e-4, 0.01 * rows_.violation()));
  if (residuals_.stationarity <= within && residuals_.infeasibility() <= within) {
    const double violation = rows_.violation();
    if (violation <= tolerance && residuals_.stationarity <= tolerance && residuals_.infeasibility() <= tolerance) {
      convexity_ = {0.0, end_weight_, 0.0};
      return find_step() == Outcome::stepped ? Outcome::solved : Outcome::stuck;
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
    if (found != Outcome::stepped) return retreat() ? Outcome::stepped : found;
    merit_.adapt(step_);
    merit_.make_falling(lq, step_);
    if (search()) return stalls_ < kMostStalls || retreat() ? Outcome::stepped : Outcome::stuck;
    convexity_.end_slack = 0.0;  // with it the penalty need not fall along a step
    if (!regularize()) return retreat() ? Outcome::stepped : Outcome::stuck;
  }
}

/// The step with the least help, from the present one on, that makes it one to a minimum.
DdpSolver::Outcome DdpSolver::find_step() {
  for (;;) {
    const BackwardResult result = solve_lq(step_);
    if (result && (riccati_.settled() || !loosen_end())) return Outcome::stepped;
    if (result) continue;  // controls that are all held reach no end: sets that do not settle say so
    if (result.kind == BackwardResult::Kind::end_out_of_reach) {
      if (!loosen_end()) return Outcome::end_out_of_reach;
    } else if (!weigh_end() && !drop_curvature() && !regularize()) {
      return Outcome::stuck;
    }
  }
}

/// Lets the equations be left open, at first for a hundredth of the cost (multipliers move by |e| / slack, the cost by
/// |e|^2 / slack); false where that is the most already.
bool DdpSolver::loosen_end() {
  if (view_.equations() == 0) return false;
  const double first =
      0.01 * std::max(values_.equations.squaredNorm(), 1e-12) / std::max(1.0, std::abs(values_.objective));
  if (convexity_.end_slack > kMostSlack * first) return false;
  convexity_.end_slack = convexity_.end_slack == 0.0 ? first : 10.0 * convexity_.end_slack;
  riccati_.release_all();
  return true;
}

/// More weight on the end conditions makes convex what is so along them, and moves no solution.
bool DdpSolver::weigh_end() {
  if (view_.equations() == 0 || convexity_.regularization > 0.0 || end_weight_ >= kMostEndWeight) return false;
  convexity_.end_weight = end_weight_ = std::min(100.0 * end_weight_, kMostEndWeight);
  return true;
}

/// Far from feasible, costates say little, and the steps' curvature with them less: the cost's own is convex more
/// often.
bool DdpSolver::drop_curvature() {
  if (curvature_ == Curvature::gauss_newton || residuals_.infeasibility() < kFar) return false;
  curvature_ = Curvature::gauss_newton;
  linearise();
  return true;
}

bool DdpSolver::regularize() {
  double& value = convexity_.regularization;
  value = value == 0.0 ? std::max(kFirstRegularization, last_regularization_ / 3.0) : 8.0 * value;
  last_regularization_ = value;
  return value < kMostRegularization;
}

/// Before a search: this trajectory is one of the last few, and perhaps the best so far by the weights of now.
void DdpSolver::remember() {
  merit_.measure(values_, terms_);
  if (must_fall_) recent_.forget();
  recent_.remember(terms_);
  best_.is_now = !best_.is_known || merit_.value(terms_) <= merit_.value(best_.terms);
  if (!best_.is_now) return;
  best_.is_known = true;
  best_.z = z_;
  best_.duals = duals_;
  best_.terms = terms_;
}

/// Once, where there is no step from a trajectory that is worse than another has been: back there, and from there on
/// only steps that let the merit fall.
bool DdpSolver::retreat() {
  if (must_fall_ || !best_.is_known || best_.is_now) return false;
  z_ = best_.z;
  duals_ = best_.duals;
  evaluate(z_, values_);
  must_fall_ = true;
  stalls_ = 0;
  recent_.forget();
  riccati_.release_all();
  last_regularization_ = 0.0;
  return true;
}

/// Goes along the step as far as the merit falls below that of the last few; false where it does not, or for so short a
/// way that another direction is better.
bool DdpSolver::search() {
  const double now = recent_.reference(merit_, merit_.value(values_)),
               slope = std::min(merit_.slope(view_.problem(), step_), 0.0);
  const double rounding = kRounding * std::max(1.0, std::abs(now));
  const double shortest = convexity_.regularization < kLargeRegularization ? kShortStep : kShortestStep;
  for (length_ = 1.0; length_ > shortest; length_ *= 0.5) {
    if (accept(step_, length_, now + kArmijo * length_ * slope + rounding)) return true;
    if (length_ == 1.0 && correct() && accept(corrected_, 1.0, now + kArmijo * slope + rounding)) return true;
  }
  return false;
}

/// A step that also closes the gaps that the last trial found at the full step's end: second-order correction.
bool DdpSolver::correct() {
  if (!trial_.is_finite()) return false;
  view_.set_gaps(values_, &trial_);
  const bool found = bool(solve_lq(corrected_)) && riccati_.settled();
  view_.set_gaps(values_);
  return found;
}

/// Tries the trajectory a length along a step, and takes it where the merit is below `limit`.
bool DdpSolver::accept(const LqStep& step, double length, double limit) {
  view_.move(z_, step, length, trial_z_);
  evaluate(trial_z_, trial_);
  if (!trial_.is_finite()) {
    bad_trial_ = first_bad(trial_.gaps);
    return false;
  }
  const double after = merit_.value(trial_);
  if (!(after <= limit)) return false;
  const double before = recent_.reference(merit_, merit_.value(values_));
  const bool helped = convexity_.regularization > 0.0 || convexity_.end_slack > 0.0;
  stalls_ = helped && before - after <= kStall * std::max(1.0, std::abs(before)) ? stalls_ + 1 : 0;
  z_.swap(trial_z_);
  std::swap(values_, trial_);
  duals_.costates += length * (step_.costates - duals_.costates);
  duals_.nu += length * (step_.nu - duals_.nu);
  return true;
}

Progress DdpSolver::progress(int iteration) const {
  Progress p;
  p.iteration = iteration;
  p.objective = nlp_.problem().is_maximised() ? -values_.objective : values_.objective;
  p.infeasibility = std::max(residuals_.infeasibility(), rows_.violation());
  p.stationarity = residuals_.stationarity;
  p.regularization = convexity_.regularization;
  p.step = length_;
  return p;
}

std::string DdpSolver::where_infeasible() const {
  if (residuals_.gap >= residuals_.violation) {
    const int step = residuals_.gap_step;
    return fmt::format("{} leaves a gap of {:.1e} in step {} from {:.4g}",
                       view_.state_name(step + 1, residuals_.gap_state), residuals_.gap, step, view_.time(z_, step));
  }
  const int knot = view_.problem().knots[residuals_.equation];
  return fmt::format("{} misses its end by {:.1e} at {:.4g}", view_.equation_name(residuals_.equation),
                     residuals_.violation, view_.time(z_, knot));
}

/// Of the last iteration's last trial that had no value.
std::string DdpSolver::where_not_finite() const {
  const int step = bad_trial_ / view_.states();
  if (step >= view_.steps()) return "costs or constraints have no finite value there";
  return fmt::format("{} has no finite value after step {} from {:.4g}",
                     view_.state_name(step + 1, bad_trial_ % view_.states()), step, view_.time(z_, step));
}

Status DdpSolver::finish_status(Outcome outcome, double tolerance, std::string& message) const {
  if (outcome == Outcome::solved) {
    message = "solved";
    return Status::solved;
  }
  if (outcome == Outcome::end_out_of_reach) {
    message = "the controls do not reach the end conditions: " + where_infeasible();
    return Status::infeasible;
  }
  const double most = std::max({residuals_.stationarity, residuals_.infeasibility(), rows_.violation()});
  if (most <= 1e3 * tolerance) {
    message = fmt::format("solved as far as rounding lets it: to {:.1e}", most);
    return Status::acceptable;
  }
  if (residuals_.violation > std::max(residuals_.gap, 1e-6)) {
    message = "nearby, the controls do not reach the end conditions: " + where_infeasible();
    return Status::infeasible;
  }
  if (bad_trial_ >= 0) {
    message = "no step improves the trajectory: " + where_not_finite();
    return Status::failed;
  }
  message = "no step improves the trajectory: " + where_infeasible();
  return Status::failed;
}

NlpSolution DdpSolver::answer() const {
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
  return ddp::DdpSolver(nlp).solve(start, options);
}

}  // namespace tandem
