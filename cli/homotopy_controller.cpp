#include <tandem/cli/controllers.hpp>
#include <tandem/cli/print_certificate.hpp>
#include <tandem/cli/refuse_options.hpp>
#include <tandem/cli/solve_options.hpp>
#include <tandem/core/error.hpp>
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

int homotopy_controller(const Arguments& arguments) {
  Arguments others = arguments;
  others.first_step.reset();
  others.most_steps.reset();
  refuse_options_of_motions(
      others, "a controller problem",
      "homotopy takes --over, --from, --to, --set, --first-step, --max-steps, --json and --quiet");
  const ControllerProblem problem = stated_controller(arguments);
  check_files({arguments.json});
  controllers::ControllerPathOptions options;
  if (arguments.first_step) options.first_step = *arguments.first_step;
  if (arguments.most_steps) options.most_steps = *arguments.most_steps;
  const double from = arguments.from ? *arguments.from : problem.value(arguments.over);
  const NumberPath found = follow_number(problem, arguments.over, from, *arguments.to, options);
  if (!arguments.quiet) print_path(problem, found);
  if (!arguments.json.empty()) save_json(problem, found, arguments.json);
  return found.is_reached() ? kCertified : kNotCertified;
}

}  // namespace tandem::cli
