#include <tandem/ocp/search/continuation/follow.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/search/continuation/corrector.hpp>
#include <tandem/ocp/search/continuation/follower.hpp>

#include <cmath>
#include <utility>

namespace tandem::continuation {
namespace {

void check_options(const FollowOptions& options) {
  const StepRules& steps = options.steps;
  require(std::isfinite(options.direction) && options.direction != 0.0, "continuation: the direction {} has no sign",
          options.direction);
  require(
      steps.least > 0.0 && steps.least <= steps.first && steps.first <= steps.greatest && std::isfinite(steps.greatest),
      "continuation: steps of least {}, first {} and greatest {} length are not in order", steps.least, steps.first,
      steps.greatest);
  require(options.most_steps >= 0, "continuation: the step limit {} is negative", options.most_steps);
  require(options.lower <= options.upper, "continuation: lambda has crossed bounds [{}, {}]", options.lower,
          options.upper);
  require(!options.goal || std::isfinite(*options.goal), "continuation: the goal {} is not a finite number",
          options.goal.value_or(0.0));
  for (const double target : options.targets) {
    require(std::isfinite(target), "continuation: the target {} is not a finite number", target);
  }
}

void check_start(System& system, const Eigen::VectorXd& x, double lambda, const FollowOptions& options) {
  require(x.size() == system.size(), "continuation: the start has {} unknowns, the system {}", x.size(), system.size());
  require(x.allFinite() && std::isfinite(lambda), "continuation: the start is not finite");
  require(lambda >= options.lower && lambda <= options.upper,
          "continuation: the start, lambda = {}, is outside [{}, {}]", lambda, options.lower, options.upper);
  const Eigen::VectorXd f = system.residual(x, lambda);
  require(f.allFinite(), "continuation: F has no finite value at the start, lambda = {}", lambda);
  const double error = system.error(f, x);
  require(error <= options.start_error, "continuation: the start is not on the path: F is off by {:.3g} at lambda = {}",
          error, lambda);
}

/// The tangent at the start. Where F_x is singular e_lambda does not border it well; a row of ones does.
CurvePoint first_point(System& system, const Metric& metric, const Eigen::VectorXd& y, double direction) {
  const int n = system.size();
  const auto is_tangent = [&](const CurvePoint& point) {
    if (!point.tangent.allFinite()) return false;
    Factor& factor = system.factorise(point.x, point.lambda);
    const Eigen::VectorXd slope = system.slope(point.x, point.lambda);
    const Eigen::VectorXd along = factor.multiply(point.tangent.head(n));
    return (along + point.rate() * slope).norm() <= 1e-6 * (along.norm() + std::abs(point.rate()) * slope.norm());
  };
  CurvePoint point = survey(system, metric, y, parameter_row(n));
  if (!is_tangent(point)) {
    Eigen::VectorXd row = metric.row(Eigen::VectorXd::Ones(n + 1));
    point = survey(system, metric, y, row);
  }
  if (point.rate() * direction < 0.0) {
    point.tangent = -point.tangent;
    point = survey(system, metric, y, metric.row(point.tangent));
  }
  return point;
}

}  // namespace

Curve follow(System& system, const Eigen::VectorXd& x, double lambda, const FollowOptions& options) {
  check_options(options);
  check_start(system, x, lambda, options);
  const Metric metric(system);
  CurvePoint start = first_point(system, metric, joined(x, lambda), options.direction);
  // lambda stays as it was said, unless the start is a fold.
  Correction correction = correct(system, metric, joined(x, lambda), parameter_row(system.size()), options.corrector);
  if (!correction.converged) {
    correction = correct(system, metric, joined(x, lambda), metric.row(start.tangent), options.corrector);
  }
  require(correction.converged, "continuation: Newton's method does not converge from the start, lambda = {}", lambda);
  start = first_point(system, metric, correction.y, options.direction);
  start.corrections = correction.iterations;
  Curve curve;
  curve.points.push_back(std::move(start));
  curve.corrections = correction.iterations;
  curve.step = options.steps.first;
  curve.is_natural = options.parametrisation != Parametrisation::arclength;
  if (options.goal == lambda && options.folds_first == 0) {
    curve.end = CurveEnd::reached, curve.reason = "the start is the goal";
  }
  go_on(system, curve, options);
  return curve;
}

void go_on(System& system, Curve& curve, const FollowOptions& options) {
  check_options(options);
  require(!curve.points.empty(), "continuation: a path without points cannot be gone on with");
  const CurvePoint& last = curve.points.back();
  require(last.x.size() == system.size() && last.tangent.size() == system.size() + 1,
          "continuation: the path has {} unknowns, the system {}", last.x.size(), system.size());
  const bool may_go_on = curve.end == CurveEnd::open || curve.end == CurveEnd::step_limit ||
                         curve.end == CurveEnd::stopped || curve.end == CurveEnd::fold || curve.end == CurveEnd::event;
  if (!may_go_on) return;
  curve.end = CurveEnd::open;
  curve.reason.clear();
  Follower(system, curve, options).run();
}

}  // namespace tandem::continuation
