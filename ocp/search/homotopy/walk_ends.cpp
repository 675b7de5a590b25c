#include <tandem/ocp/search/homotopy/walk.hpp>

#include <tandem/ocp/search/continuation/follow.hpp>

#include <fmt/core.h>

#include <cmath>
#include <utility>

namespace tandem::homotopy {
namespace {

using continuation::Correction;
using continuation::CorrectorOptions;
using continuation::joined;
using continuation::Metric;
using continuation::Path;
using continuation::PathEnd;
using continuation::PathPoint;

constexpr double kBeyondFold = 1e-3;  // of the range: where another minimum is looked for
constexpr double kSameObjective = 1e-4;
constexpr int kFewAtFold = 2;
constexpr int kMostRestarts = 10;

}  // namespace

/// A leg that may have come to a fold.
void Walk::end_forth(Path& path) {
  if (is_rough(path)) return look_again(path);
  write(path);
  if (path.end == PathEnd::fold && restart_beyond(path.points.back())) return;
  if (path.end == PathEnd::fold) go_round(path);
  end_leg(path);
}

void Walk::end_round(const Path& path) {
  write(path);
  end_leg(path);
}

void Walk::end_normalised(FritzJohnSystem& system, const Path& path) {
  write(path);
  if (path.end != PathEnd::event) return finish(path);
  if (!restart_beyond(path.points.back())) locate_end(system, path.points.back());
}

void Walk::end_leg(const Path& path) {
  const PathPoint& last = path.points.back();
  if (path.end == PathEnd::event) return follow_normalised(last);
  const bool is_stuck = path.end == PathEnd::step_limit || path.end == PathEnd::corrector_failure || is_crawling_;
  if (is_stuck && can_smooth_more()) return follow_smoother(last.x, last.lambda, last.rate());
  finish(path);
}

/// Where steps were short before a fold, the fold may be one of the active set's, which a larger barrier has not.
bool Walk::is_rough(const Path& path) const {
  return path.end == PathEnd::fold && path.rejected > kFewAtFold && can_smooth_more();
}

void Walk::look_again(Path& path) {
  path.points.pop_back();
  path.specials.pop_back();
  write(path);
  const PathPoint& before = path.points.back();
  follow_smoother(before.x, before.lambda, before.rate());
}

/// On from a fold, the way back.
void Walk::go_round(Path& path) {
  leg_.went_round = true;
  leg_.from = path.points.back().lambda;
  path.rejected = path.corrections = 0;
  go_on(*kkt_, path, leg_options());
  write(path);
}

/// A minimum meets a saddle at a fold and both are gone beyond it; another minimum may be near. And where normalised
/// multipliers say that feasibility ends, it may do so for this kind of motion only. The better one of
/// what the motion at hand and the problem's own guess lead to.
bool Walk::restart_beyond(const PathPoint& turn) {
  const double value = turn.lambda + direction() * kBeyondFold * range();
  if (!wished_.restarts || restarts_ >= kMostRestarts || (found_.to - value) * direction() <= 0.0) return false;
  ++restarts_;
  const Eigen::VectorXd near = kkt_->answer_from(turn.x.head(kkt_->size()), turn.lambda).unknowns;
  nlp_.set_number(found_.over, value);
  const auto best = exact_.best_from({near, nlp_.unknowns_from(straight_line_guess(nlp_.problem()))});
  if (!best) return false;
  record_.write_exact(*best, value, 0);
  follow_from(*best, value);
  return true;
}

/// On the end of feasibility, rho = 0, the barrier is taken away.
void Walk::locate_end(FritzJohnSystem& system, const PathPoint& end_point) {
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
  record_.end(HomotopyStatus::end_of_feasibility,
              "no motion near the last one meets the constraints beyond " + at(value));
}

void Walk::finish(const Path& path) {
  if (path.end == PathEnd::reached) return finish_at_target(path.points.back());
  if (path.end == PathEnd::step_limit || path.end == PathEnd::stopped) keep_leg(path);
  const std::string here = at(path.points.back().lambda);
  if (path.end == PathEnd::step_limit) {
    return record_.end(HomotopyStatus::step_limit, fmt::format("{}: took all {} steps", here, wished_.most_steps));
  }
  if (path.end == PathEnd::bound) {
    const std::string turn = at(found_.folds.empty() ? found_.from : found_.folds.front());
    record_.end(HomotopyStatus::failed, "the path turned back at " + turn + " and came to its start again");
  } else if (path.end == PathEnd::stopped) {
    record_.end(HomotopyStatus::failed, here + ": stopped by the caller");
  } else {
    record_.end(HomotopyStatus::failed, here + ": the corrector fails however short the step");
  }
}

void Walk::finish_at_target(const PathPoint& last) {
  const Eigen::VectorXd unknowns = last.x.head(kkt_->size());
  const NlpSolution near = kkt_->answer_from(unknowns, found_.to);
  const bool is_saddle = !kkt_->factorise(unknowns, found_.to).is_minimum();
  // A path that went round a fold was wanted as it is; one that lost its minimum at a branch point was not.
  const bool is_wanted = !is_saddle || !found_.folds.empty();
  NlpSolution answer = is_wanted ? exact_.solve_from_near(near.unknowns) : exact_.solve(near.unknowns, {});
  const double apart = std::abs(answer.objective - near.objective);
  const bool is_same = apart <= kSameObjective * (1.0 + std::abs(near.objective));
  if (is_saddle && is_same) answer.last_regularization = kInfinity;
  if (!is_solved(answer)) {
    return record_.end(HomotopyStatus::failed, at(found_.to) + " is not solved from near: " + answer.message);
  }
  const int iterations = found_.points.back().iterations;
  found_.points.pop_back();
  record_.write_exact(answer, found_.to, iterations);
  record_.end(HomotopyStatus::reached, "reached " + at(found_.to));
}

void Walk::keep_leg(const Path& path) {
  found_.leg = leg_;
  found_.leg->path = path;
  found_.leg->barrier = kkt_->barrier();
  found_.leg->restarts = restarts_;
  found_.leg->weights = kkt_->sizes();
  found_.leg->multiplier_size = kkt_->multiplier_size();
}

}  // namespace tandem::homotopy
