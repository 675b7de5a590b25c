// What DdpSolver tells of its progress, and of how it ended.
#include <tandem/ocp/solvers/ddp/ddp_solver.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem::ddp {

Progress DdpSolver::progress(int iteration) const {
  Progress p;
  p.iteration = iteration;
  p.objective = nlp_.problem().is_maximised() ? -here_.values.objective : here_.values.objective;
  p.infeasibility = std::max(residuals_.infeasibility(), rows_.violation());
  p.stationarity = residuals_.stationarity;
  p.regularization = help_.convexity.regularization;
  p.step = search_.length;
  return p;
}

std::string DdpSolver::where_infeasible() const {
  if (rows_.violation() > residuals_.infeasibility()) {
    const AugmentedRow& row = rows_[rows_.worst()];
    return fmt::format("{} is off its bounds by {:.1e} at {:.4g}", view_.row_name(row), rows_.violation(),
                       view_.time(here_.z, row.knot));
  }
  if (residuals_.gap >= residuals_.violation) {
    const int step = residuals_.gap_step;
    return fmt::format("{} leaves a gap of {:.1e} in step {} from {:.4g}",
                       view_.state_name(step + 1, residuals_.gap_state), residuals_.gap, step,
                       view_.time(here_.z, step));
  }
  const int knot = view_.problem().knots[residuals_.equation];
  return fmt::format("{} misses its end by {:.1e} at {:.4g}", view_.equation_name(residuals_.equation),
                     residuals_.violation, view_.time(here_.z, knot));
}

namespace {

/// Place of the first entry that is not finite, or -1.
int first_bad(const Eigen::Ref<const Eigen::MatrixXd>& values) {
  for (int i = 0; i < values.size(); ++i) {
    if (!std::isfinite(values(i % values.rows(), i / values.rows()))) return i;
  }
  return -1;
}

}  // namespace

/// The first knot up to which the unknowns of the bad trial, put into the present trajectory, leave no finite merit.
int DdpSolver::first_bad_knot() {
  const int border = view_.map().border();
  int good = -1, bad = view_.steps();
  while (bad - good > 1) {
    const int middle = (good + bad) / 2, count = view_.map().state_at(middle + 1);
    trial_.z = here_.z;
    trial_.z.head(count) = search_.bad_z.head(count);
    trial_.z.tail(border) = search_.bad_z.tail(border);
    evaluate(trial_);
    (std::isfinite(merit_.value(trial_.terms)) ? good : bad) = middle;
  }
  return bad;
}

/// Of the last trial that had no finite merit.
std::string DdpSolver::where_not_finite() {
  const int knot = first_bad_knot();
  const double time = view_.time(search_.bad_z, knot);
  trial_.z = search_.bad_z;
  evaluate(trial_);
  if (knot < view_.steps()) {
    const int state = first_bad(trial_.values.gaps.col(knot));
    if (state >= 0) {
      return fmt::format("{} has no finite value after step {} from {:.4g}", view_.state_name(knot + 1, state), knot,
                         time);
    }
  }
  std::string what = "the cost";
  for (int i = rows_.size() - 1; i >= 0; --i) {
    if (rows_[i].row >= 0 && !std::isfinite(trial_.values.g(rows_[i].row))) what = view_.row_name(rows_[i]);
  }
  if (const int equation = first_bad(trial_.values.equations); equation >= 0) what = view_.equation_name(equation);
  return fmt::format("{} has no finite value at {:.4g}, knot {}", what, time, knot);
}

/// The first derivative of first or second order that is not finite where the iteration stands; empty where all are.
std::string DdpSolver::where_not_differentiable() {
  const LqProblem& lq = view_.problem();
  const auto at = [&](int knot) { return fmt::format(" at {:.4g}, knot {}", view_.time(here_.z, knot), knot); };
  const std::string no_slope = "the cost has no finite derivative";
  if (const int i = view_.row_without_derivative(here_.z); i >= 0) {
    return view_.row_name(rows_[i]) + " has no finite derivative" + at(rows_[i].knot);
  }
  for (int k = 0; k < view_.steps(); ++k) {
    const LqStage& stage = lq.stages[k];
    for (const Eigen::MatrixXd* by : {&stage.A, &stage.B, &stage.C}) {
      if (const int i = first_bad(*by); i >= 0) {
        return fmt::format("{} has no finite derivative after step {} from {:.4g}",
                           view_.state_name(k + 1, i % lq.states()), k, view_.time(here_.z, k));
      }
    }
    if (const int i = first_bad(stage.q); i >= 0) return no_slope + " by " + view_.state_name(k, i) + at(k);
    if (first_bad(stage.r) >= 0) return no_slope + " by a control" + at(k);
    for (const Eigen::MatrixXd* by : {&stage.Q, &stage.S, &stage.R, &stage.T, &stage.U}) {
      if (first_bad(*by) >= 0) return "a second derivative is not finite" + at(k);
    }
  }
  const int end = view_.steps();
  if (const int i = first_bad(lq.q); i >= 0) return no_slope + " by " + view_.state_name(end, i) + at(end);
  if (first_bad(lq.y) >= 0) return no_slope + " by a free time or number";
  for (const Eigen::MatrixXd* by : {&lq.Q, &lq.T, &lq.Y}) {
    if (first_bad(*by) >= 0) return "a second derivative is not finite" + at(end);
  }
  for (const Eigen::MatrixXd* by : {&lq.E, &lq.F, &lq.G}) {
    if (const int i = first_bad(*by); i >= 0) {
      const int equation = i % lq.equations();
      return view_.equation_name(equation) + " has no finite derivative" + at(lq.knots[equation]);
    }
  }
  return "";
}

Status DdpSolver::finish_status(Outcome outcome, double tolerance, std::string& message) {
  const auto end = [&](Status status, std::string words) {
    message = std::move(words);
    return status;
  };
  switch (outcome) {
    case Outcome::solved:
      return end(Status::solved, "solved");
    case Outcome::not_a_minimum:
      return end(Status::acceptable,
                 fmt::format("stationary, but no minimum that can be shown: its Hessian is positive definite along the "
                             "steps with a regularization of {:.1e} only",
                             help_.convexity.regularization));
    case Outcome::stopped:
      return end(Status::stopped, "stopped by the caller");
    case Outcome::out_of_steps:
      return end(Status::iteration_limit, "the iteration limit was reached");
    case Outcome::out_of_time:
      return end(Status::time_limit, "the time limit was reached");
    default:
      return failed_status(outcome, tolerance, message);
  }
}

/// Where there is no step: what is not finite comes first, since all else may follow from it.
Status DdpSolver::failed_status(Outcome outcome, double tolerance, std::string& message) {
  if (const int step = view_.singular_step(); step >= 0) {
    message = fmt::format(
        "step {} from {:.4g} has no end that follows from its start: the derivative of its equations "
        "by the state after it is singular; shorter steps help",
        step, view_.time(here_.z, step));
    return Status::failed;
  }
  if (const std::string where = where_not_differentiable(); !where.empty()) {
    message = "there is no step from here: " + where;
    return Status::failed;
  }
  if (outcome == Outcome::rows_out_of_reach) {
    message = "no trajectory nearby keeps its bounds and path constraints: " + where_infeasible();
    return Status::infeasible;
  }
  const double most = std::max({residuals_.stationarity, residuals_.infeasibility(), rows_.violation()});
  if (most <= 1e3 * tolerance) {
    message = fmt::format("solved as far as rounding lets it: to {:.1e}", most);
    return Status::acceptable;
  }
  if (search_.has_bad_trial) {
    message = "no step improves the trajectory: " + where_not_finite();
    return Status::failed;
  }
  if (outcome == Outcome::end_out_of_reach) {
    message = "the controls do not reach the end conditions: " + where_infeasible();
    return Status::infeasible;
  }
  if (residuals_.violation > std::max(residuals_.gap, 1e-6)) {
    message = "nearby, the controls do not reach the end conditions: " + where_infeasible();
    return Status::infeasible;
  }
  message = "no step improves the trajectory: " + where_infeasible();
  return Status::failed;
}

}  // namespace tandem::ddp
