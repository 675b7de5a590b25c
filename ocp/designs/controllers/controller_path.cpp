#include <tandem/ocp/designs/controllers/controller_path.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/stopwatch.hpp>
#include <tandem/ocp/lq/eigenvalues.hpp>
#include <tandem/ocp/search/continuation/follow.hpp>
#include <tandem/ocp/search/continuation/systems.hpp>

#include <cmath>

namespace tandem::controllers {

using continuation::Curve;
using continuation::CurvePoint;
using continuation::FollowOptions;
using continuation::Special;
using continuation::SpecialPoint;
using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

/// The gradient by y = p / unit, over the cost at the start, and its derivatives. Not finite where there is no cost.
class Stationarity {
 public:
  Stationarity(const CostFamily& family, const Form& form, const VectorXd& start) : family_(family) {
    form.gain(start);  // refuses what does not fit
    const auto at = family.cost(start, 0.0, true);
    require(at.has_value(), "controller path: the loop is not stable at the start");
    first_cost_ = at->value;
    const VectorXd curvature = at->hessian.diagonal() / at->value;
    Index least = 0;
    require(curvature.minCoeff(&least) > 0.0, "controller path: the start is no minimum, the cost curves down by '{}'",
            form.numbers()[static_cast<std::size_t>(least)].name);
    unit_ = curvature.cwiseSqrt().cwiseInverse();
  }

  VectorXd numbers(const VectorXd& y) const { return unit_.cwiseProduct(y); }
  VectorXd unknowns(const VectorXd& p) const { return p.cwiseQuotient(unit_); }

  VectorXd residual(const VectorXd& y, double lambda) const {
    const auto found = y.allFinite() ? family_.cost(numbers(y), lambda, false) : std::nullopt;
    return found ? scaled(found->gradient) : VectorXd::Constant(y.size(), NAN);
  }

  VectorXd slope(const VectorXd& y, double lambda) const { return scaled(family_.slope(numbers(y), lambda)); }

  MatrixXd jacobian(const VectorXd& y, double lambda) const {
    const auto found = family_.cost(numbers(y), lambda, true);
    if (!found) return MatrixXd::Constant(y.size(), y.size(), NAN);
    return unit_.asDiagonal() * found->hessian * unit_.asDiagonal() / first_cost_;
  }

  PathPoint point(const CurvePoint& from) const {
    const VectorXd p = numbers(from.x);
    const auto found = family_.cost(p, from.lambda, true);
    const MatrixXd hessian = unit_.asDiagonal() * found->hessian * unit_.asDiagonal();
    const double stationarity = unit_.cwiseProduct(found->gradient).lpNorm<Eigen::Infinity>() / found->value;
    const double least_curvature = lq::symmetric_eigenvalues(hessian)(0) / found->value;
    PathPoint point{.value = from.lambda, .objective = found->value, .iterations = from.corrections};
    point.measures = Eigen::Vector3d(family_.abscissa(p, from.lambda), stationarity, least_curvature);
    point.designs = p;
    if (family_.certificate) point.certificate = family_.certificate(p, from.lambda, found->value);
    return point;
  }

 private:
  VectorXd scaled(const VectorXd& gradient) const { return unit_.cwiseProduct(gradient) / first_cost_; }

  const CostFamily& family_;
  double first_cost_ = 1.0;
  VectorXd unit_;
};

FollowOptions follow_options(const ControllerPathOptions& wished) {
  require(wished.first_step > 0.0 && wished.most_steps >= 1,
          "controller path: a first step of {} and {} steps at most make no sense", wished.first_step,
          wished.most_steps);
  FollowOptions options;
  options.goal = 1.0;
  options.steps.first = wished.first_step;
  options.steps.greatest = 10.0;
  options.corrector = {.tolerance = 1e-9, .error_tolerance = 1e-9};
  options.most_steps = wished.most_steps;
  return options;
}

}  // namespace

Path follow_minimum(const CostFamily& family, const Form& form, const VectorXd& start,
                    const ControllerPathOptions& options) {
  const Stopwatch watch;
  const Stationarity equations(family, form, start);
  const auto system = continuation::dense_system(
      {form.size(), [&](const VectorXd& y, double lambda) { return equations.residual(y, lambda); },
       [&](const VectorXd& y, double lambda) { return equations.slope(y, lambda); }},
      [&](const VectorXd& y, double lambda) { return equations.jacobian(y, lambda); });
  const Curve curve = follow(*system, equations.unknowns(start), 0.0, follow_options(options));
  Path path{.over = "lambda", .from = 0.0, .to = 1.0};
  path.measures = {"abscissa", "stationarity", "least_curvature"};
  for (const auto& number : form.numbers()) path.designs.push_back(number.name);
  for (const CurvePoint& point : curve.points) path.points.push_back(equations.point(point));
  for (const SpecialPoint& special : curve.specials) {
    if (special.kind == Special::fold) path.marks.push_back({Mark::fold, special.point.lambda});
  }
  path.status = continuation::path_status(curve.end);
  path.reason = curve.reason;
  path.rejected_steps = curve.rejected;
  path.iterations = curve.corrections;
  path.seconds = watch.seconds();
  return path;
}

}  // namespace tandem::controllers
