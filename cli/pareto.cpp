#include <tandem/ocp/codesign/pareto.hpp>

#include <tandem/cli/codesigns.hpp>
#include <tandem/cli/commands.hpp>
#include <tandem/cli/progress_line.hpp>
#include <tandem/cli/solve_options.hpp>
#include <tandem/ocp/codesign/pareto_file.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace tandem::cli {
namespace {

ParetoOptions pareto_options(const Arguments& arguments, ProgressLine& line) {
  ParetoOptions options;
  options.weights = arguments.weights;
  if (arguments.most_steps) options.most_steps = *arguments.most_steps;
  if (arguments.quiet) return options;
  options.progress = [&line](const ParetoProgress& progress) {
    line.show(fmt::format("step {:4}  lambda = {:<16.10g} {:2} Newton steps{}", progress.step, progress.lambda,
                          progress.iterations, progress.was_accepted ? "" : ", rejected"),
              true);
    return true;
  };
  return options;
}

void print_front(const ParetoFront& front) {
  std::size_t width = 12;
  for (const std::string& name : front.designs) width = std::max(width, name.size());
  fmt::print("{}: {}\n", front.problem, front.reason);
  fmt::print("  {:>8}  {:>12}  {:>12}  {:>12}", "lambda", "structure", "control", "objective");
  for (const std::string& name : front.designs) fmt::print("  {:>{}}", name, width);
  fmt::print("\n");
  for (const ParetoPoint& point : front.points) {
    fmt::print("  {:>8.6g}  {:>12.6g}  {:>12.6g}  {:>12.6g}", point.lambda, point.structure_cost, point.control_cost,
               point.objective);
    for (const double size : point.design) fmt::print("  {:>{}.5g}", size, width);
    fmt::print("{}\n", point.is_minimum() ? "" : "  not a minimum");
  }
  fmt::print("  {} Newton steps, {} steps rejected, {} evaluations, {:.2f} s\n", front.iterations, front.rejected_steps,
             front.evaluations, front.seconds);
}

}  // namespace

int pareto(const Arguments& arguments) {
  const Codesign problem = stated_codesign(arguments);
  check_files({arguments.json});
  ProgressLine line;
  const ParetoFront front = pareto_front(problem, pareto_options(arguments, line));
  line.finish();
  if (!arguments.quiet) print_front(front);
  if (!arguments.json.empty()) save_json(front, arguments.json);
  const bool holds = front.is_complete && std::all_of(front.points.begin(), front.points.end(),
                                                      [](const ParetoPoint& point) { return point.is_minimum(); });
  return holds ? kCertified : kNotCertified;
}

}  // namespace tandem::cli
