#include <tandem/derivatives/check_number.hpp>

#include <tandem/core/dice.hpp>
#include <tandem/core/error.hpp>
#include <tandem/derivatives/difference_check.hpp>
#include <tandem/derivatives/differences.hpp>

#include <limits>
#include <utility>

namespace tandem {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kStep =
    1.0 / 40.0;                    // of the box's width; four of them leave the middle half of it no further than 0.1
constexpr double kJitter = 1e-13;  // of an input's size, at least 1: over which nothing but noise changes
constexpr int kJitters = 8;
constexpr int kShorter = 4;  // steps, where there is no value within reach

/// The values, or NaN where the function has none.
VectorXd values_or_none(const BlackBox& function, const VectorXd& x, long outputs) {
  try {
    return function.values(x);
  } catch (const Error&) {
    return VectorXd::Constant(outputs, std::numeric_limits<double>::quiet_NaN());
  }
}

/// How far values near x are off the line that the Jacobian says.
VectorXd noise_at(const BlackBox& function, const VectorXd& x, const MatrixXd& jacobian, Dice& dice) {
  const VectorXd here = function.values(x), size = kJitter * x.cwiseAbs().cwiseMax(1.0);
  VectorXd noise = VectorXd::Zero(here.size());
  for (int k = 0; k < kJitters; ++k) {
    const VectorXd away = random_point(dice, -size, size);
    const VectorXd off = values_or_none(function, x + away, here.size()) - here - jacobian * away;
    noise = noise.cwiseMax(off.cwiseAbs());
  }
  return 4.0 * noise;  // of few samples
}

DifferenceBlock differences_of(const BlackBox& function, const VectorXd& x, const MatrixXd& jacobian,
                               const FunctionBox& box, Dice& dice) {
  const VectorXd noise = noise_at(function, x, jacobian, dice);
  DifferenceBlock found{jacobian, jacobian};
  for (long j = 0; j < x.size(); ++j) {
    VectorXd moved = x;
    const auto along = [&](double step) {
      moved(j) = x(j) + step;
      return values_or_none(function, moved, jacobian.rows());
    };
    double step = kStep * (box.upper(j) - box.lower(j));
    Difference one = central_difference(along, step, noise);
    for (int k = 0; k < kShorter && !one.derivative.allFinite(); ++k) {
      one = central_difference(along, step *= 0.25, noise);
    }
    found.block.col(j) = one.derivative;
    found.error.col(j) = one.error;
  }
  return found;
}

}  // namespace

DerivativeReport check_solution(const std::string& name, const BlackBox& function, const FunctionBox& box,
                                const CheckOptions& options) {
  check_options(options);
  const VectorXd middle = 0.5 * (box.lower + box.upper), quarter = 0.25 * (box.upper - box.lower);
  require((quarter.array() > 0.0).all() && quarter.allFinite(), "function '{}': its box has no room for differences",
          name);
  const long outputs = function.values(middle).size();  // refuses what has no value there
  BlockComparison comparison(name, named(box.outputs, box.inputs));
  Dice dice(options.seed);
  const VectorFunction values = [&](const VectorXd& x) { return values_or_none(function, x, outputs); };
  for (int k = 0; k < options.states; ++k) {
    const VectorXd x = finite_point(dice, values, name, middle - quarter, middle + quarter);
    const MatrixXd jacobian = function.jacobian(x);
    comparison.compare({"analytic", jacobian}, differences_of(function, x, jacobian, box, dice));
    comparison.next_state();
  }
  return {name, options.seed, {comparison.report()}};
}

DerivativeReport check_number(const std::string& name,
                              const std::function<NumberWithDerivatives(const VectorXd&)>& number,
                              const FunctionBox& box, const CheckOptions& options) {
  FunctionBox of_value = box, of_gradient = box;
  of_value.outputs = {name};
  of_gradient.outputs = box.inputs;
  const BlackBox value{[&](const VectorXd& x) { return VectorXd::Constant(1, number(x).value).eval(); },
                       [&](const VectorXd& x) -> MatrixXd { return number(x).gradient.transpose(); }};
  DerivativeReport report = check_solution(name, value, of_value, options);
  if (number(0.5 * (box.lower + box.upper)).hessian.size() == 0) return report;
  const BlackBox gradient{[&](const VectorXd& x) { return number(x).gradient; },
                          [&](const VectorXd& x) { return number(x).hessian; }};
  append(report, check_solution(name + ", second order", gradient, of_gradient, options));
  return report;
}

}  // namespace tandem
