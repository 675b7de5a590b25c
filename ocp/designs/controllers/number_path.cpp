#include <tandem/ocp/designs/controllers/number_path.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/designs/controllers/certify_controller.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tandem {

using controllers::Objective;
using Eigen::VectorXd;

namespace {

constexpr double kDifference = 1e-5;  // of the way; rounding of 1e-11 in a slope that only predicts

/// The problem's objective along the way, made once for each place.
class Along {
 public:
  Along(const ControllerProblem& problem, std::string over, double from, double to)
      : problem_(problem), over_(std::move(over)), from_(from), to_(to) {}

  double value(double lambda) const { return lambda == 1.0 ? to_ : from_ + lambda * (to_ - from_); }

  /// Beyond the ends, where the number may not be allowed to go, that of the end.
  const Objective& at(double lambda) {
    if (!objective_ || lambda != lambda_) {
      problem_.set(over_, value(std::clamp(lambda, 0.0, 1.0)));
      objective_.emplace(problem_.objective());
      lambda_ = lambda;
    }
    return *objective_;
  }

  VectorXd slope(const VectorXd& p, double lambda) {
    const double low = std::max(0.0, lambda - kDifference), high = std::min(1.0, lambda + kDifference);
    const auto after = at(high).mean_squares(p), before = at(low).mean_squares(p);
    if (!after || !before || high <= low) return VectorXd::Constant(p.size(), NAN);
    return (after->gradient - before->gradient) / (high - low);
  }

 private:
  ControllerProblem problem_;
  std::string over_;
  double from_, to_, lambda_ = -1.0;
  std::optional<Objective> objective_;
};

/// A path from 0 to 1 as one over the number.
Path stretched(Path unit, Path over) {
  const auto value = [&](double lambda) {
    return lambda == 1.0 ? over.to : over.from + lambda * (over.to - over.from);
  };
  for (PathPoint& point : unit.points) point.value = value(point.value);
  for (PathMark& mark : unit.marks) mark.value = value(mark.value);
  unit.problem = std::move(over.problem);
  unit.over = std::move(over.over);
  unit.from = over.from;
  unit.to = over.to;
  unit.numbers = std::move(over.numbers);
  return unit;
}

}  // namespace

Path follow_number(const ControllerProblem& problem, const std::string& over, double from, double to,
                   const controllers::ControllerPathOptions& options) {
  Along along(problem, over, from, to);
  const Objective last = along.at(1.0), first = along.at(0.0);
  require(!first.has_peaks() && !last.has_peaks(), "{}: paths follow mean squares; the weight of a peak must be 0",
          problem.name());
  require(first.form().size() == last.form().size() && first.form().order() == last.form().order(),
          "{}: the controller's form depends on '{}'", problem.name(), over);
  require(from != to, "{}: the path over '{}' has no length", problem.name(), over);
  Path path = path_over(over, from, to, problem.name(), problem.numbers());
  path.numbers[over] = from;
  const controllers::ControllerDesign start = design_controller(first, first.form().start());
  if (!start.is_solved) {
    path.reason = "no minimum to begin with: " + start.message;
    return path;
  }
  const controllers::CostFamily family{
      [&](const VectorXd& p, double lambda, bool with_hessian) {
        return along.at(lambda).mean_squares(p, with_hessian);
      },
      [&](const VectorXd& p, double lambda) { return along.slope(p, lambda); },
      [&](const VectorXd& p, double lambda) { return along.at(lambda).abscissa(p); },
      [&](const VectorXd& p, double lambda, double cost) { return certify(along.at(lambda), p, cost); }};
  return stretched(follow_minimum(family, first.form(), start.numbers, options), std::move(path));
}

}  // namespace tandem
