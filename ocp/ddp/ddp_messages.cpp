// What DdpSolver tells of its progress, and of how it ended.
#include <tandem/ocp/ddp/ddp_solver.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace tandem::ddp {

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
  if (const int step = view_.singular_step(); step >= 0) {
    message = fmt::format(
        "step {} from {:.4g} has no end that follows from its start: the derivative of its equations "
        "by the state after it is singular; shorter steps help",
        step, view_.time(z_, step));
    return Status::failed;
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

}  // namespace tandem::ddp
