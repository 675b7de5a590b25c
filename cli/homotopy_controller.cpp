#include <tandem/cli/controllers.hpp>
#include <tandem/cli/exit_codes.hpp>
#include <tandem/cli/homotopy_options.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/print_certificate.hpp>
#include <tandem/ocp/designs/controllers/number_path.hpp>

#include <fmt/core.h>

namespace tandem::cli {
namespace {

using controllers::ControllerStep;

void print_path(const ControllerProblem& problem, const NumberPath& found) {
  const auto& path = found.path;
  fmt::print("{}: {}\n", problem.name(), path.reason);
  if (path.steps.empty()) return;
  fmt::print("  {:>14}  {:>14}  {:>11}  {:>10}  {:>9}  {}\n", found.over, "cost", "real part", "stationary",
             "curvature", "Newton steps");
  for (const ControllerStep& step : path.steps) {
    fmt::print("  {:>14.9g}  {:>14.9g}  {:>11.4g}  {:>10.1e}  {:>9.1e}  {}\n", step.lambda, step.cost, step.abscissa,
               step.stationarity, step.least_curvature, step.corrections);
  }
  fmt::print("  {} points, {} Newton steps, {} steps rejected, {} folds, {:.2f} s\n", path.steps.size(),
             path.corrections, path.rejected_steps, path.folds, path.seconds);
  const ControllerStep& last = path.steps.back();
  fmt::print("  last point   {} = {:.12g}, cost {:.12g}\n", found.over, last.lambda, last.cost);
  print_certificate(last.certificate);
}

}  // namespace

int homotopy_controller(const Given& given, const Problems& /*problems*/) {
  const ControllerProblem problem = stated_controller(given);
  const std::string over = given.text(kOver).value();
  controllers::ControllerPathOptions options;
  options.first_step = given.number(kFirstStep).value_or(options.first_step);
  options.most_steps = given.count(kMostSteps).value_or(options.most_steps);
  const auto from = given.number(kFrom);
  const NumberPath found =
      follow_number(problem, over, from ? *from : problem.value(over), given.number(kTo).value(), options);
  if (!given.has(kQuiet)) print_path(problem, found);
  save_as(given, kJson, "path", [&](const auto& file) { save_json(problem, found, file); });
  return found.is_reached() ? kCertified : kNotCertified;
}

}  // namespace tandem::cli
