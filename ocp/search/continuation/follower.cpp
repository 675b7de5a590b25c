#include <tandem/ocp/search/continuation/follower.hpp>

#include <tandem/core/ending.hpp>
#include <tandem/core/find_zero.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace tandem::continuation {
namespace {

constexpr double kShortest = 1e-14;     // bracket of a search, by the length of the step
constexpr double kSame = 1e-6;          // of the curve's size: a point is the start again
constexpr double kMostlyNatural = 0.5;  // share of lambda in the tangent from which steps are natural again

}  // namespace

void Follower::run() {
  while (curve_.end == CurveEnd::open) advance();
}

void Follower::advance() {
  if (std::ssize(curve_.points) > options_.most_steps) {
    return finish(CurveEnd::step_limit, fmt::format("took all of its {} steps", options_.most_steps));
  }
  const Eigen::VectorXd direction = predicted_direction();
  const double length = length_to_next_mark(curve_.step, direction(system_.size()));
  // A step that is to end at a mark holds lambda there, so that it does not end just before it.
  const bool is_natural = curve_.is_natural || length < curve_.step;
  Trial trial = attempt(direction, length, is_natural);
  if (!trial.is_good() && is_natural && options_.parametrisation != Parametrisation::natural) {
    reject(trial);
    curve_.is_natural = false;
    trial = attempt(direction, length, false);
  }
  if (!trial.is_good()) return shorten(trial, length);
  accept(std::move(trial), length);
}

Eigen::VectorXd Follower::predicted_direction() const {
  const std::size_t count = curve_.points.size();
  if (options_.predictor == Predictor::tangent || count < 2) return last().tangent;
  const CurvePoint& before = curve_.points[count - 2];
  const Eigen::VectorXd secant = last_y() - joined(before.x, before.lambda);
  return secant / metric_.norm(secant);
}

double Follower::length_to_next_mark(double length, double rate) const {
  for (const double mark : marks_of(options_, curve_)) {
    const double distance = (mark - last().lambda) / rate;
    if (distance > 0.0) length = std::min(length, distance);
  }
  return length;
}

Follower::Trial Follower::attempt(const Eigen::VectorXd& direction, double length, bool is_natural) {
  Trial trial;
  const Eigen::VectorXd row = is_natural ? parameter_row(system_.size()) : metric_.row(direction);
  trial.correction = correct(system_, metric_, predicted(direction, length), row, options_.corrector);
  curve_.corrections += trial.correction.iterations;
  trial.point.lambda = trial.correction.y(system_.size());
  trial.point.was_natural = is_natural;
  if (!trial.correction.converged) return trial;
  trial.point = surveyed(trial.correction);
  trial.point.was_natural = is_natural;
  const bool has_turned = is_natural && trial.point.rate() * last().rate() < 0.0;  // jumped over a fold
  if (!trial.point.tangent.allFinite() || has_turned) return trial;
  const double cosine = metric_.dot(last().tangent, trial.point.tangent);
  trial.excess =
      excess(without_noise(trial.correction), std::acos(std::clamp(cosine, -1.0, 1.0)), length, options_.steps);
  return trial;
}

Eigen::VectorXd Follower::predicted(const Eigen::VectorXd& direction, double length) const {
  const int n = system_.size();
  Eigen::VectorXd y = last_y() + length * direction;
  for (const double mark : marks_of(options_, curve_)) {
    if (std::abs(y(n) - mark) <= 1e-14 * (std::abs(last().lambda) + std::abs(mark))) y(n) = mark;
  }
  return y;
}

Correction Follower::without_noise(const Correction& correction) const {
  Correction clean = correction;
  if (clean.first_step < 1e3 * options_.corrector.tolerance * (1.0 + metric_.norm(clean.y))) {
    clean.first_step = clean.contraction = 0.0;
  }
  return clean;
}

CurvePoint Follower::surveyed(const Correction& correction) {
  CurvePoint point = survey(system_, metric_, correction.y, metric_.row(last().tangent));
  point.length = last().length + metric_.norm(correction.y - last_y());
  point.corrections = correction.iterations;
  return point;
}

void Follower::reject(const Trial& trial) {
  ++curve_.rejected;
  log(trial.point, curve_.step, trial.correction.iterations, false);
}

void Follower::shorten(const Trial& trial, double length) {
  curve_.step = length;
  reject(trial);
  curve_.step = 0.5 * length;
  if (curve_.step >= options_.steps.least || curve_.end != CurveEnd::open) return;
  finish(CurveEnd::corrector_failure,
         fmt::format("the corrector fails at lambda = {:.10g} however short the step", last().lambda));
}

void Follower::accept(Trial trial, double length) {
  // A step cut short by a mark says that longer ones are good, not that this is their length.
  const double wished = next_length(length, trial.excess, options_.steps);
  curve_.step = length < curve_.step ? std::max(wished, curve_.step) : wished;
  const double share = std::abs(trial.point.rate()) * std::sqrt(system_.parameter_weight());
  if (options_.parametrisation == Parametrisation::automatic && share >= kMostlyNatural) curve_.is_natural = true;
  const int corrections = trial.point.corrections;
  if (!pass(trial.point)) curve_.points.push_back(std::move(trial.point));
  log(last(), length, corrections, true);
}

bool Follower::pass(const CurvePoint& to) {
  std::vector<std::pair<SpecialPoint, Watch>> found;
  const CurvePoint from = last();
  for (const Watch& watch : watches_for(options_, curve_)) {
    if (is_passed(watch, from, to) && !is_known(watch)) found.emplace_back(locate(watch, from, to), watch);
  }
  if (const auto closing = closing_watch(from, to)) {
    SpecialPoint start = locate(*closing, from, to);
    if (is_the_start(start.point)) found.emplace_back(std::move(start), *closing);
  }
  std::sort(found.begin(), found.end(),
            [](const auto& a, const auto& b) { return a.first.point.length < b.first.point.length; });
  for (auto& [special, watch] : found) {
    if (watch.is_listed) curve_.specials.push_back(special);
    if (watch.end == CurveEnd::open) continue;
    finish(watch.end, watch.reason);
    curve_.points.push_back(std::move(special.point));
    return true;
  }
  return false;
}

bool Follower::is_known(const Watch& watch) const {
  if (curve_.specials.empty()) return false;
  const SpecialPoint& special = curve_.specials.back();
  const bool is_its_value = !watch.lambda || *watch.lambda == special.point.lambda;
  return special.kind == watch.kind && special.name == watch.name && is_its_value &&
         special.point.length == last().length;
}

std::optional<Watch> Follower::closing_watch(const CurvePoint& from, const CurvePoint& to) const {
  if (curve_.points.size() < 3) return std::nullopt;
  const CurvePoint& start = curve_.points.front();
  Watch watch{[&](const CurvePoint& point) {
    return metric_.dot(start.tangent, joined(point.x - start.x, point.lambda - start.lambda));
  }};
  const double away = metric_.norm(joined(to.x - start.x, to.lambda - start.lambda));
  if (!is_passed(watch, from, to) || away > 2.0 * (to.length - from.length)) return std::nullopt;
  watch.end = CurveEnd::closed;
  watch.reason = "the path closed on itself";
  watch.is_listed = false;
  return watch;
}

bool Follower::is_the_start(const CurvePoint& point) const {
  const CurvePoint& start = curve_.points.front();
  const double away = metric_.norm(joined(point.x - start.x, point.lambda - start.lambda));
  return away <= kSame * (1.0 + metric_.norm(last_y())) && metric_.dot(point.tangent, start.tangent) > 0.0;
}

SpecialPoint Follower::locate(const Watch& watch, const CurvePoint& from, const CurvePoint& to) {
  SpecialPoint special{watch.kind, watch.name, to, true};
  const double after = watch.value(to);
  if (after == 0.0) return special;
  const Eigen::VectorXd y = joined(from.x, from.lambda), row = metric_.row(from.tangent);
  const double length = metric_.dot(from.tangent, joined(to.x, to.lambda) - y);
  double least = std::abs(after);
  const auto value_at = [&](double s) {
    const Correction correction = correct(system_, metric_, y + s * from.tangent, row, options_.corrector);
    curve_.corrections += correction.iterations;
    special.is_exact = correction.converged;
    if (!correction.converged) return std::nan("");
    CurvePoint point = surveyed(correction);
    const double value = watch.value(point);
    if (std::abs(value) <= least) least = std::abs(value), special.point = std::move(point);
    return value;
  };
  find_zero(value_at, 0.0, watch.value(from), length, after, kShortest * length);
  if (watch.lambda) settle_at(*watch.lambda, special.point);
  return special;
}

void Follower::settle_at(double lambda, CurvePoint& point) {
  const Correction correction =
      correct(system_, metric_, joined(point.x, lambda), parameter_row(system_.size()), options_.corrector);
  curve_.corrections += correction.iterations;
  if (!correction.converged) return;
  point = surveyed(correction);
  point.lambda = lambda;
}

void Follower::log(const CurvePoint& point, double length, int corrections, bool was_accepted) {
  if (ending::is_due() && curve_.end == CurveEnd::open) finish(CurveEnd::stopped, std::string(ending::words()));
  if (!options_.log) return;
  const double rate = point.tangent.size() > 0 ? point.rate() : last().rate();
  const StepReport report{static_cast<int>(curve_.points.size()) - 1,
                          point.lambda,
                          rate,
                          length,
                          corrections,
                          point.was_natural,
                          was_accepted};
  if (!options_.log(report) && curve_.end == CurveEnd::open) finish(CurveEnd::stopped, "stopped by the caller");
}

void Follower::finish(CurveEnd end, std::string reason) {
  curve_.end = end;
  curve_.reason = std::move(reason);
}

}  // namespace tandem::continuation
