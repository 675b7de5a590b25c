#pragma once

#include <tandem/ocp/answers/path.hpp>
#include <tandem/ocp/designs/controllers/objective.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tandem::controllers {

struct ControllerPathOptions {
  double first_step = 0.1;
  int most_steps = 500;
};

/// Costs that change with a parameter lambda from 0 to 1: value, gradient and Hessian by p, nothing where a loop is not
/// stable; how the gradient changes with lambda; the loop's abscissa; and what says that numbers and cost are a
/// minimum.
struct CostFamily {
  std::function<std::optional<Value>(const Eigen::VectorXd& p, double lambda, bool with_hessian)> cost;
  std::function<Eigen::VectorXd(const Eigen::VectorXd& p, double lambda)> slope;
  std::function<double(const Eigen::VectorXd& p, double lambda)> abscissa;
  std::function<Certificate(const Eigen::VectorXd& p, double lambda, double cost)> certificate = {};
};

/// Follows the zeros of the gradient by the numbers of `form` from a minimum at lambda = 0, known to 1e-6, to lambda =
/// 1, round folds too. Of each point it measures the loop's "abscissa", "stationarity" (the largest slope of ln cost,
/// numbers in units of 1 / sqrt of its curvature) and "least_curvature" (of ln cost, in the same units: positive at a
/// minimum). Refuses a start that is none.
Path follow_minimum(const CostFamily& family, const Form& form, const Eigen::VectorXd& start,
                    const ControllerPathOptions& options = {});

}  // namespace tandem::controllers
