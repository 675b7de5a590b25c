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
    if (result && is_dear() && loosen_end()) continue;
    if (result && (riccati_.settled() || !loosen_end())) return Outcome::stepped;
    if (result) continue;  // controls that are all held reach no end: sets that do not settle say so
    if (result.kind == BackwardResult::Kind::end_out_of_reach) {
      if (!loosen_end()) return Outcome::end_out_of_reach;
    } else if (!weigh_end() && !drop_curvature() && !regularize()) {
      return Outcome::stuck;
    }
  }
}

/// Whether what loosened equations leave open costs far more than the objective: such multipliers would spoil all that
/// follows (|left|^2 / slack = slack |nu - nu of before|^2).
bool DdpSolver::is_dear() const {
  if (convexity_.end_slack == 0.0) return false;
  const double price = convexity_.end_slack * (step_.nu - duals_.nu).squaredNorm();
  return price > kMostForEnds * std::max(1.0, std::abs(here_.values.objective));
}

/// At a solution, a last backward pass for the feedback and for the bounds' multipliers, and to see whether the problem
/// is convex there: with all of the Hessian, whichever the way there was found with. Where constraints are degenerate
/// the last step's active set may not serve, nor may the passes that move it: then the solution's own, held, with
/// multipliers as they are. A minimum only of a regularised problem is none that is shown.
DdpSolver::Outcome DdpSolver::confirm(double tolerance) {
  if (curvature_ != Curvature::exact) {
    curvature_ = Curvature::exact;
    linearise();
  }
  convexity_ = {0.0, end_weight_, 0.0};
  if (solve_lq(step_) && riccati_.settled()) return Outcome::solved;
  riccati_.hold(view_.problem(), optimality_.by_control(), duals_.costates.col(0), optimality_.by_border(), tolerance);
  convexity_.end_slack = 1.0;
  const bool is_convex = bool(solve_lq(step_, 1));
  if (is_convex && (step_.nu - duals_.nu).norm() <= kSame * std::max(1.0, duals_.nu.norm())) return Outcome::solved;
  convexity_ = {0.0, end_weight_, 0.0};
  if (find_step() != Outcome::stepped) return Outcome::stuck;
  return convexity_.regularization > 0.0 ? Outcome::not_a_minimum : Outcome::solved;
}

/// Lets the equations be left open, at first for a hundredth of the cost (multipliers move by |e| / slack, the cost by
/// |e|^2 / slack, with e what is open now); false where that is the most already.
bool DdpSolver::loosen_end() {
  if (view_.equations() == 0) return false;
  const double open = std::max(here_.values.equations.squaredNorm(), 1e-12);
  const double first = 0.01 * open / std::max(1.0, std::abs(here_.values.objective));
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

/// By a third of the last value at first, but by no less than a share of the cost: smaller ones change nothing in units
/// of about 1, and larger ones hold problems of small cost to a crawl.
bool DdpSolver::regularize() {
  double& value = convexity_.regularization;
  const double cost = std::max(first_cost_, std::abs(here_.values.objective));
  const double least = kFirstRegularization * std::clamp(cost, kSmallCost, 1.0);
  const double first = last_regularization_ == 0.0 ? kFirstRegularization : std::max(least, last_regularization_ / 3.0);
  value = value == 0.0 ? first : 8.0 * value;
  last_regularization_ = value;
  return value < kMostRegularization;
}

/// Before a search: this trajectory is one of the last few, and perhaps the best so far by the weights of now.
void DdpSolver::remember() {
  if (must_fall_) recent_.forget();
  recent_.remember(here_.terms);
  best_.is_now = !best_.is_known || merit_.value(here_.terms) <= merit_.value(best_.terms);
  if (!best_.is_now) return;
  best_.is_known = true;
  best_.z = here_.z;
  best_.duals = duals_;
  best_.terms = here_.terms;
}

DdpSolver::Outcome DdpSolver::begin_again(Outcome otherwise) {
  if (retreat() || roll_out()) return Outcome::stepped;
  return is_late() ? Outcome::out_of_time : otherwise;
}

bool DdpSolver::retreat() {
  if (has_retreated_ || !best_.is_known || best_.is_now) return false;
  has_retreated_ = true;
  here_.z = best_.z;
  duals_ = best_.duals;
  evaluate(here_);
  must_fall_ = true;
  forget_the_way();
  return true;
}

bool DdpSolver::roll_out() {
  if (has_rolled_out_ || !view_.can_roll_out()) return false;
  has_rolled_out_ = true;
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
  must_fall_ = best_.is_known = false;
  forget_the_way();
  return true;
}

/// What was learnt of the trajectory before serves no more.
void DdpSolver::forget_the_way() {
  stalls_ = 0;
  recent_.forget();
  riccati_.release_all();
  last_regularization_ = 0.0;
}

/// What a step's merit is to fall below: near feasible with Gauss and Newton's Hessian, the merit of now. Full steps of
/// a Hessian that lacks the steps' curvature overshoot, and a mean of late would let them swing to and fro about the
/// minimum.
double DdpSolver::reference() const {
  const double now = merit_.value(here_.terms);
  const bool overshoots = choice_.curvature == Curvature::gauss_newton && residuals_.infeasibility() < kFar;
  return overshoots ? now : recent_.reference(merit_, now);
}

/// Goes along the step as far as the merit falls below the reference; false where it does not, or for so short a way
/// that another direction is better.
bool DdpSolver::search() {
  const double now = reference();
  const double rounding = kRounding * std::max(1.0, std::abs(now));
  const double shortest = convexity_.regularization < kLargeRegularization ? kShortStep : kShortestStep;
  for (length_ = 1.0; length_ > shortest; length_ *= 0.5) {
    if (accept(step_, length_, now + kArmijo * length_ * slope_ + rounding)) return true;
    if (length_ == 1.0 && accept_corrected(now + kArmijo * slope_ + rounding)) return true;
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
      excess_.gaps = trial_.values.gaps;
      excess_.equations = trial_.values.equations;
    } else {
      excess_.gaps += trial_.values.gaps;
      excess_.equations += trial_.values.equations;
    }
    view_.set_gaps(here_.values, &excess_);
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
    has_bad_trial_ = true;
    bad_z_ = trial_.z;
    return false;
  }
  if (!(after <= limit) || !view_.has_ends(trial_.z)) return false;
  const double before = reference();
  const bool helped = convexity_.regularization > 0.0 || convexity_.end_slack > 0.0;
  stalls_ = helped && before - after <= kStall * std::max(1.0, std::abs(before)) ? stalls_ + 1 : 0;
  std::swap(here_, trial_);
  duals_.costates += length * (step_.costates - duals_.costates);
  if (duals_.of_gaps.size() > 0) duals_.of_gaps += length * (view_.gap_multipliers(step_) - duals_.of_gaps);
  duals_.nu += length * (step_.nu - duals_.nu);
  return true;
}

}  // namespace tandem::ddp
