#include <tandem/ocp/search/homotopy/walk.hpp>

#include <fmt/core.h>

#include <cmath>
#include <utility>
#include <vector>

namespace tandem::homotopy {
namespace {

using continuation::Correction;
using continuation::CorrectorOptions;
using continuation::Curve;
using continuation::CurveEnd;
using continuation::CurvePoint;
using continuation::joined;
using continuation::Metric;

constexpr double kBeyondFold = 1e-3;  // of the range: where another minimum is looked for
constexpr double kSameObjective = 1e-4;
constexpr int kFewAtFold = 2;
constexpr int kMostRestarts = 10;

}  // namespace

Walk::Next Walk::after_no_start(const LegStart& start) {
  if (can_smooth_more()) return smoother(start.unknowns, start.value, start.way);
  record_.end(PathStatus::failed, at(start.value) + ": Newton's method does not find the smoothed solution");
  return {};
}

Walk::Next Walk::after(Curve curve) {
  if (!leg_.is_normalised && !leg_.went_round && is_rough(curve)) return look_again(curve);
  write(curve);
  if (leg_.is_normalised) return after_normalised(curve);
  if (!leg_.went_round && curve.end == CurveEnd::fold) return after_fold(std::move(curve));
  return after_leg(curve);
}

/// Another minimum just beyond it; or on round it, the way back.
Walk::Next Walk::after_fold(Curve curve) {
  if (Next other = beyond(curve.points.back())) return other;
  leg_.went_round = true;
  leg_.from = curve.points.back().lambda;
  curve.rejected = curve.corrections = 0;
  return LegStart{.under_way = std::move(curve)};
}

Walk::Next Walk::after_normalised(const Curve& curve) {
  if (curve.end == CurveEnd::event) {
    if (Next other = beyond(curve.points.back())) return other;
    locate_end(curve.points.back());
  } else {
    finish(curve);
  }
  return {};
}

/// Multipliers that grow are normalised; where steps get short the barrier is raised.
Walk::Next Walk::after_leg(const Curve& curve) {
  const CurvePoint& last = curve.points.back();
  if (curve.end == CurveEnd::event) {
    return LegStart{.unknowns = last.x, .value = last.lambda, .way = last.rate(), .is_normalised = true};
  }
  const bool is_stuck = curve.end == CurveEnd::step_limit || curve.end == CurveEnd::corrector_failure || is_crawling_;
  if (is_stuck && can_smooth_more()) return smoother(last.x, last.lambda, last.rate());
  finish(curve);
  return {};
}

/// Where steps were short before a fold, the fold may be one of the active set's, which a larger barrier has not.
bool Walk::is_rough(const Curve& curve) const {
  return curve.end == CurveEnd::fold && curve.rejected > kFewAtFold && can_smooth_more();
}

Walk::Next Walk::look_again(Curve& curve) {
  curve.points.pop_back();
  curve.specials.pop_back();
  write(curve);
  const CurvePoint& before = curve.points.back();
  return smoother(before.x, before.lambda, before.rate());
}

/// A minimum meets a saddle at a fold and both are gone beyond it; another minimum may be near. And where normalised
/// multipliers say that feasibility ends, it may do so for this kind of motion only. The better one of
/// what the motion at hand and the problem's own guess lead to.
Walk::Next Walk::beyond(const CurvePoint& turn) {
  const double value = turn.lambda + direction() * kBeyondFold * range();
  if (!wished_.restarts || restarts_ >= kMostRestarts || (found_.to - value) * direction() <= 0.0) return {};
  ++restarts_;
  const Eigen::VectorXd near = kkt_->answer_from(turn.x.head(kkt_->size()), turn.lambda).unknowns;
  nlp_.set_number(found_.over, value);
  const auto best = exact_.best_from({near, nlp_.unknowns_from(straight_line_guess(nlp_.problem()))});
  if (!best) return {};
  found_.marks.push_back({Mark::restart, value});
  record_.write_exact(*best, value, 0);
  return start_from(*best, value);
}

/// On the end of feasibility, rho = 0, the barrier is taken away.
void Walk::locate_end(const CurvePoint& end_point) {
  FritzJohnSystem& system = *normalised_;
  Eigen::VectorXd y = joined(end_point.x, end_point.lambda), row = Eigen::VectorXd::Unit(y.size(), y.size() - 2);
  const Metric metric(system);
  const CorrectorOptions corrector = corrector_options(30);
  double change = kInfinity;
  for (int i = 0; i < 10 && change > 1e-10 * range(); ++i) {
    kkt_->set_barrier(0.1 * kkt_->barrier());
    const Correction correction = correct(system, metric, y, row, corrector);
    found_.iterations += correction.iterations;
    if (!correction.converged) break;
    change = std::abs(correction.y(y.size() - 1) - y(y.size() - 1));
    y = correction.y;
  }
  const double value = y(y.size() - 1);
  record_.write_end(kkt_->answer_from(y.head(kkt_->size()), value), value);
  record_.end(PathStatus::end_of_feasibility, "no motion near the last one meets the constraints beyond " + at(value));
}

void Walk::finish(const Curve& curve) {
  if (curve.end == CurveEnd::reached) return finish_at_target(curve.points.back());
  if (curve.end == CurveEnd::step_limit || curve.end == CurveEnd::stopped) keep_leg(curve);
  const std::string here = at(curve.points.back().lambda);
  if (curve.end == CurveEnd::step_limit) {
    return record_.end(PathStatus::step_limit, fmt::format("{}: took all {} steps", here, wished_.most_steps));
  }
  if (curve.end == CurveEnd::bound) {
    const std::vector<double> folds = found_.at(Mark::fold);
    const std::string turn = at(folds.empty() ? found_.from : folds.front());
    record_.end(PathStatus::failed, "the path turned back at " + turn + " and came to its start again");
  } else if (curve.end == CurveEnd::stopped) {
    record_.end(PathStatus::stopped, here + ": " + curve.reason);
  } else {
    record_.end(PathStatus::failed, here + ": the corrector fails however short the step");
  }
}

void Walk::finish_at_target(const CurvePoint& last) {
  const Eigen::VectorXd unknowns = last.x.head(kkt_->size());
  const NlpSolution near = kkt_->answer_from(unknowns, found_.to);
  const bool is_saddle = !kkt_->factorise(unknowns, found_.to).is_minimum();
  // A path that went round a fold was wanted as it is; one that lost its minimum at a branch point was not.
  const bool is_wanted = !is_saddle || !found_.at(Mark::fold).empty();
  NlpSolution answer = is_wanted ? exact_.solve_from_near(near.unknowns) : exact_.solve(near.unknowns, {});
  const double apart = std::abs(answer.objective - near.objective);
  const bool is_same = apart <= kSameObjective * (1.0 + std::abs(near.objective));
  if (is_saddle && is_same) answer.last_regularization = kInfinity;
  if (!is_solved(answer)) {
    return record_.end(PathStatus::failed, at(found_.to) + " is not solved from near: " + answer.message);
  }
  const int iterations = found_.points.back().iterations;
  found_.points.pop_back();
  record_.write_exact(answer, found_.to, iterations);
  record_.end(PathStatus::reached, "reached " + at(found_.to));
}

void Walk::keep_leg(const Curve& curve) {
  found_.leg = leg_;
  found_.leg->curve = curve;
  found_.leg->barrier = kkt_->barrier();
  found_.leg->restarts = restarts_;
  found_.leg->weights = kkt_->sizes();
  found_.leg->multiplier_size = kkt_->multiplier_size();
}

}  // namespace tandem::homotopy
