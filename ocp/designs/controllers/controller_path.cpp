#include <tandem/ocp/designs/controllers/controller_path.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/lq/eigenvalues.hpp>
#include <tandem/ocp/search/continuation/follow.hpp>
#include <tandem/ocp/search/continuation/systems.hpp>

#include <chrono>
#include <cmath>

namespace tandem::controllers {

using continuation::FollowOptions;
using continuation::Path;
using continuation::PathEnd;
using continuation::PathPoint;
using continuation::Special;
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

  ControllerStep step(const PathPoint& point) const {
    const VectorXd p = numbers(point.x);
    const auto found = family_.cost(p, point.lambda, true);
    const MatrixXd hessian = unit_.asDiagonal() * found->hessian * unit_.asDiagonal();
    ControllerStep step;
    step.lambda = point.lambda;
    step.cost = found->value;
    step.abscissa = family_.abscissa(p, point.lambda);
    step.stationarity = unit_.cwiseProduct(found->gradient).lpNorm<Eigen::Infinity>() / found->value;
    step.least_curvature = lq::symmetric_eigenvalues(hessian)(0) / found->value;
    step.corrections = point.corrections;
    step.numbers = p;
    if (family_.certificate) step.certificate = family_.certificate(p, point.lambda, step.cost);
    return step;
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

ControllerPath follow_minimum(const CostFamily& family, const Form& form, const VectorXd& start,
                              const ControllerPathOptions& options) {
  const auto begin = std::chrono::steady_clock::now();
  const Stationarity equations(family, form, start);
  const auto system = continuation::dense_system(
      {form.size(), [&](const VectorXd& y, double lambda) { return equations.residual(y, lambda); },
       [&](const VectorXd& y, double lambda) { return equations.slope(y, lambda); }},
      [&](const VectorXd& y, double lambda) { return equations.jacobian(y, lambda); });
  const Path path = follow(*system, equations.unknowns(start), 0.0, follow_options(options));
  ControllerPath found;
  for (const PathPoint& point : path.points) found.steps.push_back(equations.step(point));
  found.is_complete = path.end == PathEnd::reached;
  found.reason = path.reason;
  found.rejected_steps = path.rejected;
  found.corrections = path.corrections;
  found.folds = path.count(Special::fold);
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return found;
}

}  // namespace tandem::controllers
