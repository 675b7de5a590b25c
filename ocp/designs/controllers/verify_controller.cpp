#include <tandem/ocp/designs/controllers/verify_controller.hpp>

#include <tandem/core/error.hpp>
#include <tandem/derivatives/check_number.hpp>
#include <tandem/ocp/designs/controllers/design.hpp>

#include <fmt/core.h>

#include <optional>
#include <string>
#include <utility>

namespace tandem {
namespace {

using controllers::ControllerDesign;
using controllers::Objective;
using controllers::Value;
using Eigen::VectorXd;

constexpr double kNumberSpread = 0.04;  // of a number's size

NumberWithDerivatives with_derivatives(const std::optional<Value>& found) {
  require(found.has_value(), "a loop is not stable");
  return {found->value, found->gradient, found->hessian};
}

/// Numbers measured by their size at a design: x = p / |p|, or p where that is 0.
class Scaled {
 public:
  explicit Scaled(const VectorXd& numbers) : size_(numbers.cwiseAbs()) {
    for (double& size : size_) size = size > 0.0 ? size : 1.0;
  }
  VectorXd numbers(const VectorXd& x) const { return x.cwiseProduct(size_); }
  VectorXd units(const VectorXd& numbers) const { return numbers.cwiseQuotient(size_); }
  NumberWithDerivatives by_units(NumberWithDerivatives n) const {
    n.gradient = n.gradient.cwiseProduct(size_);
    if (n.hessian.size() > 0) n.hessian = size_.asDiagonal() * n.hessian * size_.asDiagonal();
    return n;
  }

 private:
  VectorXd size_;
};

}  // namespace

DerivativeReport verify_controller(const ControllerProblem& problem, const CheckOptions& options) {
  check_options(options);
  const Objective objective = problem.objective();
  const ControllerDesign design = design_controller(objective, objective.form().start());
  require(design.is_solved, "{}: no controller was found to look at derivatives about: {}", problem.name(),
          design.message);
  const Scaled scaled(design.numbers);
  const VectorXd middle = scaled.units(design.numbers), reach = VectorXd::Constant(middle.size(), kNumberSpread);
  FunctionBox box{middle - reach, middle + reach, {}, {}};
  for (const auto& number : objective.form().numbers()) box.inputs.push_back(number.name);

  DerivativeReport report{problem.name(), options.seed, {}};
  const auto add = [&](const std::string& name, const auto& value) {
    const auto number = [&](const VectorXd& x) { return scaled.by_units(with_derivatives(value(scaled.numbers(x)))); };
    append(report, check_number(name, number, box, options));
  };
  add("mean squares", [&](const VectorXd& p) { return objective.mean_squares(p, true); });
  for (std::size_t k = 0; k < design.conditions.size(); ++k) {
    if (objective.conditions()[k].peak == 0.0) continue;
    const double frequency = design.conditions[k].peak_frequency;
    add(fmt::format("gain squared at {:.4g} rad/s", frequency),
        [&](const VectorXd& p) { return std::optional(objective.gain_at(p, k, frequency)); });
  }
  return report;
}

}  // namespace tandem
