#include <tandem/ocp/search/homotopy/homotopy.hpp>

#include <tandem/cli/codesigns.hpp>
#include <tandem/cli/commands.hpp>
#include <tandem/cli/controllers.hpp>
#include <tandem/cli/interrupt.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/progress_line.hpp>
#include <tandem/cli/solve_options.hpp>
#include <tandem/core/error.hpp>
#include <tandem/ocp/answers/solution_file.hpp>
#include <tandem/ocp/search/homotopy/checkpoint_file.hpp>
#include <tandem/ocp/search/homotopy/homotopy_file.hpp>
#include <tandem/ocp/search/homotopy/polished_path.hpp>
#include <tandem/problems/codesign_registry.hpp>
#include <tandem/problems/controller_registry.hpp>
#include <tandem/report/path_page.hpp>

#include <fmt/core.h>

#include <algorithm>

namespace tandem::cli {
namespace {

std::string line_for(const HomotopyProgress& progress, const std::string& over) {
  return fmt::format("step {:4}  {} = {:<16.10g} {:2} Newton steps, {}{}", progress.step, over, progress.value,
                     progress.iterations, progress.was_natural ? "natural" : "arclength",
                     progress.was_accepted ? "" : ", rejected");
}

HomotopyOptions homotopy_options(const Arguments& arguments, const Problem& problem, ProgressLine& line) {
  HomotopyOptions options;
  options.solve = options_from(arguments, problem);
  if (arguments.barrier) options.barrier = *arguments.barrier;
  if (arguments.first_step) options.first_step = *arguments.first_step;
  if (arguments.most_steps) options.most_steps = *arguments.most_steps;
  options.folds_first = arguments.through_folds;
  options.restarts = !arguments.no_restart;
  options.progress = [&line, quiet = arguments.quiet, over = arguments.over](const HomotopyProgress& progress) {
    if (!quiet) line.show(line_for(progress, over), true);
    return !Interrupt::is_asked_for();
  };
  return options;
}

std::string list(const std::vector<double>& values) {
  std::string text;
  for (const double value : values) text += fmt::format("{}{:.12g}", text.empty() ? "" : ", ", value);
  return text;
}

void print_path(const Homotopy& path) {
  const auto certified = std::count_if(path.points.begin(), path.points.end(),
                                       [](const HomotopyPoint& point) { return point.certificate.passes(); });
  fmt::print("{}: {}\n", path.problem, path.reason);
  fmt::print("  status       {}\n", to_string(path.status));
  fmt::print("  points       {}, {} certified\n", path.points.size(), certified);
  fmt::print("  iterations   {}, {} steps rejected\n", path.iterations, path.rejected_steps);
  if (!path.folds.empty()) fmt::print("  folds        at {} = {}\n", path.over, list(path.folds));
  if (!path.branch_points.empty()) fmt::print("  branches     at {} = {}\n", path.over, list(path.branch_points));
  for (const StructureChange& change : path.changes) {
    fmt::print("  structure    at {} = {:.8g}: {} switches before, {} after\n", path.over, change.value,
               change.switches_before, change.switches_after);
  }
  if (path.points.empty()) return;
  const HomotopyPoint& last = path.points.back();
  fmt::print("  last point   {} = {:.12g}, objective {:.12g}{}\n", path.over, last.value, last.objective,
             last.certificate.passes() ? ", certified" : "");
}

Homotopy followed(const Arguments& arguments, const Problem& problem, const HomotopyOptions& options) {
  const double from = arguments.from.value_or(problem.value(arguments.over)), to = *arguments.to;
  if (arguments.resume.empty()) {
    return (arguments.polish ? follow_polished : follow_number)(problem, arguments.over, from, to, options);
  }
  require(!arguments.polish, "--resume: only paths without --polish are saved");
  const Homotopy stopped = load_checkpoint(arguments.resume);
  require(stopped.over == arguments.over && stopped.to == to,
          "--resume: the saved path goes over {} to {}, not {} to {}", stopped.over, stopped.to, arguments.over, to);
  return go_on(problem, stopped, options);
}

void save_files(const Arguments& arguments, const Problem& problem, const Homotopy& path) {
  if (!arguments.checkpoint.empty() && path.leg) {
    save_checkpoint(path, arguments.checkpoint);
    say_saved(arguments, "checkpoint", arguments.checkpoint);
  }
  if (!arguments.json.empty()) save_json(path, arguments.json);
  if (!path.solution) return;
  if (!arguments.csv.empty()) save_csv(*path.solution, arguments.csv);
  if (!arguments.report.empty()) save_report(problem, path, arguments.report);
}

}  // namespace

int homotopy(const Arguments& arguments, const Problems& problems) {
  if (is_codesign(arguments.name)) return homotopy_codesign(arguments);
  if (is_controller(arguments.name)) return homotopy_controller(arguments);
  const Problem problem = stated_problem(arguments, problems);
  check_files({arguments.json, arguments.csv, arguments.report, arguments.checkpoint});
  const Interrupt interrupt;
  ProgressLine line;
  const Homotopy path = followed(arguments, problem, homotopy_options(arguments, problem, line));
  line.finish();
  if (!arguments.quiet) print_path(path);
  save_files(arguments, problem, path);
  const bool is_reached = path.status == HomotopyStatus::reached && path.points.back().certificate.passes();
  return is_reached ? kCertified : kNotCertified;
}

}  // namespace tandem::cli
