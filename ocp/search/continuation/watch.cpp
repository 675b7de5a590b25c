#include <tandem/ocp/search/continuation/watch.hpp>

#include <fmt/core.h>

#include <cmath>
#include <utility>

namespace tandem::continuation {
namespace {

Watch for_lambda(double lambda, CurveEnd end, std::string reason) {
  Watch watch;
  watch.value = [lambda](const CurvePoint& point) { return point.lambda - lambda; };
  watch.kind = Special::target;
  watch.lambda = lambda;
  watch.end = end;
  watch.reason = std::move(reason);
  watch.is_listed = end == CurveEnd::open;
  return watch;
}

/// A fold that has to be passed before the goal counts does not end the curve.
Watch for_folds(const FollowOptions& options) {
  Watch watch{[](const CurvePoint& point) { return point.rate(); }, Special::fold};
  if (options.stops_at_fold) watch.end = CurveEnd::fold, watch.reason = "the path turned back at a fold";
  return watch;
}

bool goal_counts(const FollowOptions& options, const Curve& curve) {
  return options.goal && curve.count(Special::fold) >= options.folds_first;
}

}  // namespace

std::vector<Watch> watches_for(const FollowOptions& options, const Curve& curve) {
  std::vector<Watch> watches;
  watches.push_back(for_folds(options));
  watches.push_back({[](const CurvePoint& point) { return point.branch_distance; }, Special::branch_point});
  if (goal_counts(options, curve)) {
    watches.push_back(for_lambda(*options.goal, CurveEnd::reached, fmt::format("reached {:.10g}", *options.goal)));
  }
  for (const double bound : {options.lower, options.upper}) {
    if (std::isfinite(bound)) {
      watches.push_back(for_lambda(bound, CurveEnd::bound, fmt::format("came to the bound {:.10g}", bound)));
    }
  }
  for (const double target : options.targets) watches.push_back(for_lambda(target, CurveEnd::open, ""));
  for (const Event& event : options.events) {
    Watch watch{[&event](const CurvePoint& point) { return event.function(point.x, point.lambda); }, Special::event,
                event.name};
    if (event.ends_path) watch.end = CurveEnd::event, watch.reason = fmt::format("came to '{}'", event.name);
    watches.push_back(std::move(watch));
  }
  return watches;
}

std::vector<double> marks_of(const FollowOptions& options, const Curve& curve) {
  std::vector<double> marks = options.targets;
  if (goal_counts(options, curve)) marks.push_back(*options.goal);
  for (const double bound : {options.lower, options.upper}) {
    if (std::isfinite(bound)) marks.push_back(bound);
  }
  return marks;
}

/// A zero at the end of the step is passed, one at its start was so by the step before.
bool is_passed(const Watch& watch, const CurvePoint& from, const CurvePoint& to) {
  const double before = watch.value(from), after = watch.value(to);
  return (before < 0.0 && after >= 0.0) || (before > 0.0 && after <= 0.0);
}

}  // namespace tandem::continuation
