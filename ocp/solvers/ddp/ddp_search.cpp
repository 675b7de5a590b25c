// How DdpSolver finds a step, helped where it must be, and how far it goes along it.
#include <tandem/ocp/solvers/ddp/ddp_solver.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::ddp {
namespace {

constexpr double kFirstRegularization = 1e-4, kMostRegularization = 1e12;
constexpr double kSmallCost = 1e-6;
constexpr double kMostSlack = 1e12;     // times the first
constexpr double kMostForEnds = 100.0;  // times the cost
constexpr double kShortStep = 0.03, kLargeRegularization = 1e6, kShortestStep = 1e-9;
constexpr double kFar = 1e-2;  // from feasible
constexpr double kMostEndWeight = 1e6;
constexpr double kStall = 1e-10;  // a merit that falls by less, with help, so many times in a row, falls no more
constexpr double kArmijo = 1e-4;
constexpr double kSame = 1e-6;  // of multipliers
constexpr int kMostCorrections = 8;
constexpr double kShrinking = 0.5;   // of the penalty, by one correction
constexpr double kRounding = 1e-14;  // of a merit, which is a sum over all steps

}  // namespace

/// The step with the least help, from the present one on, that makes it one to a minimum.
DdpSolver::Outcome DdpSolver::find_step() {
  for (;;) {
    const BackwardResult result = solve_lq(step_);
    if (result) {
      const bool wants_room = is_dear() || !riccati_.settled();  // controls that are all held reach no end
      const bool is_looser = wants_room && loosen_end();
      if (!is_looser) return Outcome::stepped;
    } else if (result.kind == BackwardResult::Kind::end_out_of_reach) {
      const bool is_looser = loosen_end();
      if (!is_looser) return Outcome::end_out_of_reach;
    } else {
      const bool is_more_convex = make_more_convex();
      if (!is_more_convex) return Outcome::stuck;
    }
  }
}

/// By what costs least: the first of these that there is something left of.
bool DdpSolver::make_more_convex() {
  bool is_helped = weigh_end();
  if (!is_helped) is_helped = drop_curvature();
  if (!is_helped) is_helped = regularize();
  return is_helped;
}

/// Whether what loosened equations leave open costs far more than the objective: such multipliers would spoil all that
/// follows (|left|^2 / slack = slack |nu - nu of before|^2).
bool DdpSolver::is_dear() const {
  if (help_.convexity.end_slack == 0.0) return false;
  const double price = help_.convexity.end_slack * (step_.nu - duals_.nu).squaredNorm();
  return price > kMostForEnds * std::max(1.0, std::abs(here_.values.objective));
}

/// At a solution, a last backward pass for the feedback and for the bounds' multipliers, and to see whether the problem
/// is convex there: with all of the Hessian, whichever the way there was found with. Where constraints are degenerate
/// the last step's active set may not serve, nor may the passes that move it: then the solution's own, held, with
/// multipliers as they are. A minimum only of a regularised problem is none that is shown.
DdpSolver::Outcome DdpSolver::confirm(double tolerance) {
  if (help_.curvature != Curvature::exact) {
    help_.curvature = Curvature::exact;
    linearise();
  }
  help_.convexity = {0.0, help_.end_weight, 0.0};
  if (solve_lq(step_) && riccati_.settled()) return Outcome::solved;
  riccati_.hold(view_.problem(), optimality_.by_control(), duals_.costates.col(0), optimality_.by_border(), tolerance);
  help_.convexity.end_slack = 1.0;
  const bool is_convex = bool(solve_lq(step_, 1));
  if (is_convex && (step_.nu - duals_.nu).norm() <= kSame * std::max(1.0, duals_.nu.norm())) return Outcome::solved;
  help_.convexity = {0.0, help_.end_weight, 0.0};
  if (find_step() != Outcome::stepped) return Outcome::stuck;
  return help_.convexity.regularization > 0.0 ? Outcome::not_a_minimum : Outcome::solved;
}

/// Lets the equations be left open, at first for a hundredth of the cost (multipliers move by |e| / slack, the cost by
/// |e|^2 / slack, with e what is open now); false where that is the most already.
bool DdpSolver::loosen_end() {
  if (view_.equations() == 0) return false;
  const double open = std::max(here_.values.equations.squaredNorm(), 1e-12);
  const double first = 0.01 * open / std::max(1.0, std::abs(here_.values.objective));
  if (help_.convexity.end_slack > kMostSlack * first) return false;
  help_.convexity.end_slack = help_.convexity.end_slack == 0.0 ? first : 10.0 * help_.convexity.end_slack;
  riccati_.release_all();
  return true;
}

/// More weight on the end conditions makes convex what is so along them, and moves no solution.
bool DdpSolver::weigh_end() {
  if (view_.equations() == 0 || help_.convexity.regularization > 0.0 || help_.end_weight >= kMostEndWeight)
    return false;
  help_.convexity.end_weight = help_.end_weight = std::min(100.0 * help_.end_weight, kMostEndWeight);
  return true;
}

/// Far from feasible, costates say little, and the steps' curvature with them less: the cost's own is convex more
/// often.
bool DdpSolver::drop_curvature() {
  if (help_.curvature == Curvature::gauss_newton || residuals_.infeasibility() < kFar) return false;
  help_.curvature = Curvature::gauss_newton;
  linearise();
  return true;
}

/// By a third of the last value at first, but by no less than a share of the cost: smaller ones change nothing in units
/// of about 1, and larger ones hold problems of small cost to a crawl.
bool DdpSolver::regularize() {
  double& value = help_.convexity.regularization;
  const double cost = std::max(help_.first_cost, std::abs(here_.values.objective));
  const double least = kFirstRegularization * std::clamp(cost, kSmallCost, 1.0);
  const double first =
      help_.last_regularization == 0.0 ? kFirstRegularization : std::max(least, help_.last_regularization / 3.0);
  value = value == 0.0 ? first : 8.0 * value;
  help_.last_regularization = value;
  return value < kMostRegularization;
}

/// Before a search: this trajectory is one of the last few, and perhaps the best so far by the weights of now.
void DdpSolver::remember() {
  if (past_.must_fall) past_.recent.forget();
  past_.recent.remember(here_.terms);
  past_.is_best_now = !past_.is_best_known || merit_.value(here_.terms) <= merit_.value(past_.best_terms);
  if (!past_.is_best_now) return;
  past_.is_best_known = true;
  past_.best_z = here_.z;
  past_.best_duals = duals_;
  past_.best_terms = here_.terms;
}

DdpSolver::Outcome DdpSolver::begin_again(Outcome otherwise) {
  if (retreat() || roll_out()) return Outcome::stepped;
  return is_late() ? Outcome::out_of_time : otherwise;
}

bool DdpSolver::retreat() {
  if (past_.has_retreated || !past_.is_best_known || past_.is_best_now) return false;
  past_.has_retreated = true;
  here_.z = past_.best_z;
  duals_ = past_.best_duals;
  evaluate(here_);
  past_.must_fall = true;
  forget_the_way();
  return true;
}

bool DdpSolver::roll_out() {
  if (past_.has_rolled_out || !view_.can_roll_out()) return false;
  past_.has_rolled_out = true;
  trial_.z = here_.z;
  evaluate(trial_);
  for (int k = 0; k < view_.steps(); ++k) {
    if (is_late() || !trial_.values.gaps.col(k).allFinite()) return false;
    view_.close_gap(trial_.values, k, trial_.z);
    evaluate(trial_);
  }
  if (!std::isfinite(merit_.value(trial_.terms))) return false;
  std::swap(here_, trial_);
  duals_.clear();
  merit_.forget();
  past_.must_fall = past_.is_best_known = false;
  forget_the_way();
  return true;
}

/// What was learnt of the trajectory before serves no more.
void DdpSolver::forget_the_way() {
  past_.stalls = 0;
  past_.recent.forget();
  riccati_.release_all();
  help_.last_regularization = 0.0;
}

/// What a step's merit is to fall below: near feasible with Gauss and Newton's Hessian, the merit of now. Full steps of
/// a Hessian that lacks the steps' curvature overshoot, and a mean of late would let them swing to and fro about the
/// minimum.
double DdpSolver::reference() const {
  const double now = merit_.value(here_.terms);
  const bool overshoots = choice_.curvature == Curvature::gauss_newton && residuals_.infeasibility() < kFar;
  return overshoots ? now : past_.recent.reference(merit_, now);
}

/// Goes along the step as far as the merit falls below the reference; false where it does not, or for so short a way
/// that another direction is better.
bool DdpSolver::search() {
  const double now = reference();
  const double rounding = kRounding * std::max(1.0, std::abs(now));
  const double shortest = help_.convexity.regularization < kLargeRegularization ? kShortStep : kShortestStep;
  for (search_.length = 1.0; search_.length > shortest; search_.length *= 0.5) {
    if (accept(step_, search_.length, now + kArmijo * search_.length * search_.slope + rounding)) return true;
    if (search_.length == 1.0 && accept_corrected(now + kArmijo * search_.slope + rounding)) return true;
  }
  return false;
}

/// Second-order corrections: steps that also close the gaps that the trials before them found at the full step's end,
/// as long as these shrink, and where they may get there at all: closing gaps changes the cost by costates' gaps, which
/// are less than what the penalty has for them.
bool DdpSolver::accept_corrected(double limit) {
  for (int i = 0; i < kMostCorrections; ++i) {
    if (!std::isfinite(merit_.value(trial_.terms))) return false;
    const double before = merit_.penalty(trial_.terms);
    if (trial_.terms.cost - before > limit) return false;
    if (i == 0) {
      search_.excess.gaps = trial_.values.gaps;
      search_.excess.equations = trial_.values.equations;
    } else {
      search_.excess.gaps += trial_.values.gaps;
      search_.excess.equations += trial_.values.equations;
    }
    view_.set_gaps(here_.values, &search_.excess);
    const bool found = bool(solve_lq(corrected_)) && riccati_.settled();
    view_.set_gaps(here_.values);
    if (!found) return false;
    if (accept(corrected_, 1.0, limit)) return true;
    if (!(merit_.penalty(trial_.terms) < kShrinking * before)) return false;
  }
  return false;
}

/// Tries the trajectory a length along a step, and takes it where the merit is below `limit` and every step has an end.
bool DdpSolver::accept(const LqStep& step, double length, double limit) {
  view_.move(here_.z, step, length, trial_.z);
  evaluate(trial_);
  const double after = merit_.value(trial_.terms);
  if (!std::isfinite(after)) {
    search_.has_bad_trial = true;
    search_.bad_z = trial_.z;
    return false;
  }
  if (!(after <= limit) || !view_.has_ends(trial_.z)) return false;
  const double before = reference();
  const bool helped = help_.convexity.regularization > 0.0 || help_.convexity.end_slack > 0.0;
  past_.stalls = helped && before - after <= kStall * std::max(1.0, std::abs(before)) ? past_.stalls + 1 : 0;
  std::swap(here_, trial_);
  duals_.costates += length * (step_.costates - duals_.costates);
  if (duals_.of_gaps.size() > 0) duals_.of_gaps += length * (view_.gap_multipliers(step_) - duals_.of_gaps);
  duals_.nu += length * (step_.nu - duals_.nu);
  return true;
}

}  // namespace tandem::ddp
