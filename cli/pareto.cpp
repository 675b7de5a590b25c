#include <tandem/ocp/designs/codesign/pareto.hpp>

#include <tandem/cli/codesigns.hpp>
#include <tandem/cli/commands.hpp>
#include <tandem/cli/interrupt.hpp>
#include <tandem/cli/print_certificate.hpp>
#include <tandem/cli/progress_line.hpp>
#include <tandem/cli/refuse_options.hpp>
#include <tandem/cli/solve_options.hpp>
#include <tandem/core/error.hpp>
#include <tandem/ocp/answers/certificate_lines.hpp>
#include <tandem/ocp/designs/codesign/motion_front.hpp>
#include <tandem/ocp/designs/codesign/pareto_file.hpp>
#include <tandem/problems/codesign_registry.hpp>
#include <tandem/problems/controller_registry.hpp>

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

ParetoFront structure_front(const Arguments& arguments, ProgressLine& line) {
  const Codesign problem = stated_codesign(arguments);
  Arguments others = arguments;
  others.most_steps.reset();
  const char* const takes = "pareto takes --lambda, --set and --max-steps";
  refuse_options_of_motions(others, "a co-design problem", takes);
  require(arguments.over.empty(), "--over is for problems of motion; of a co-design problem {}", takes);
  return pareto_front(problem, pareto_options(arguments, line));
}

ParetoFront front_of_motions(const Arguments& arguments, const Problems& problems, ProgressLine& line) {
  require(!arguments.most_steps, "--max-steps is of co-design problems; a motion is solved for each weight");
  const Problem problem = stated_problem(arguments, problems);
  const std::string over = arguments.over.empty() ? "weight" : arguments.over;
  const auto numbers = problem.numbers();
  require(std::any_of(numbers.begin(), numbers.end(), [&](const NamedNumber& number) { return number.name == over; }),
          "problem '{}' has no number called '{}' that weighs two costs against each other (--over KEY names it)",
          problem.name(), over);
  MotionFrontOptions options;
  options.weights = arguments.weights;
  options.solve = options_from(arguments, problem);
  options.progress = [&line, quiet = arguments.quiet](const ParetoProgress& progress) {
    if (!quiet) {
      line.show(fmt::format("solve {:3}  lambda = {:<10.6g} {:3} iterations{}", progress.step, progress.lambda,
                            progress.iterations, progress.was_accepted ? "" : ", not solved"),
                true);
    }
    return !Interrupt::is_asked_for();
  };
  return motion_front(problem, over, options);
}

/// Of all points together: each line where it is worst.
Certificate worst_of(const ParetoFront& front) {
  Certificate all;
  for (const ParetoPoint& point : front.points) {
    see_worst(all, point.certificate, fmt::format("lambda = {:.6g}", point.lambda));
  }
  return all;
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
    fmt::print("{}\n", point.certificate.passes() ? "" : "  FAIL");
  }
  print_certificate(worst_of(front));
  if (front.evaluations > 0) {
    fmt::print("  {} Newton steps, {} steps rejected, {} evaluations, {:.2f} s\n", front.iterations,
               front.rejected_steps, front.evaluations, front.seconds);
  } else {
    fmt::print("  {} iterations, {:.2f} s\n", front.iterations, front.seconds);
  }
}

}  // namespace

int pareto(const Arguments& arguments, const Problems& problems) {
  check_files({arguments.json});
  const Interrupt interrupt;
  ProgressLine line;
  const ParetoFront front = is_codesign(arguments.name) || is_controller(arguments.name)
                                ? structure_front(arguments, line)
                                : front_of_motions(arguments, problems, line);
  line.finish();
  if (!arguments.quiet) print_front(front);
  if (!arguments.json.empty()) save_json(front, arguments.json);
  const bool holds =
      front.is_complete && std::all_of(front.points.begin(), front.points.end(),
                                       [](const ParetoPoint& point) { return point.certificate.passes(); });
  return holds ? kCertified : kNotCertified;
}

}  // namespace tandem::cli
