#include <tandem/cli/commands.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/solve_options.hpp>
#include <tandem/cli/solving.hpp>
#include <tandem/core/error.hpp>
#include <tandem/ocp/answers/series/series_file.hpp>
#include <tandem/ocp/answers/series/series_solution.hpp>
#include <tandem/ocp/answers/solution_file.hpp>
#include <tandem/report/report.hpp>

#include <fmt/core.h>

#include <chrono>

namespace tandem::cli {
namespace {

/// What tandem itself has saved: complete, with numbers of its own.
Solution saved_solution(const Arguments& arguments, Problem& problem) {
  const std::string file = arguments.solution.string();
  require(arguments.settings.empty(), "--set is for series without numbers; '{}' has numbers of its own", file);
  require(!arguments.controls, "--controls is for series; '{}' has a transcription of its own", file);
  require(!arguments.steps, "--steps is for series; '{}' has a transcription of its own", file);
  Solution solution = load_json(arguments.solution);
  require(solution.problem == problem.name(), "'{}' is a solution of '{}', not of '{}'", file, solution.problem,
          problem.name());
  for (const auto& [name, value] : solution.numbers) problem.set(name, value);
  return solution;
}

Solution foreign_solution(const Arguments& arguments, Problem& problem) {
  Series series = read_series(arguments.solution, problem);
  if (arguments.controls) series.shape = control_shape(*arguments.controls);
  if (arguments.steps) series.steps = *arguments.steps;
  problem = with_numbers(problem, series);
  Solution solution = solution_from(problem, series);
  solution.message = fmt::format("'{}'", arguments.solution.string());
  return solution;
}

void save_files(const Solution& solution, const Problem& problem, const Arguments& arguments) {
  if (!arguments.json.empty()) {
    save_json(solution, arguments.json);
    say_saved(arguments, "solution", arguments.json);
  }
  if (!arguments.report.empty()) {
    save_report(problem, solution, arguments.report);
    say_saved(arguments, "report", arguments.report);
  }
}

}  // namespace

int certify(const Arguments& arguments, const Problems& problems) {
  require(!arguments.solution.empty(), "certify needs --solution FILE, a series as CSV or JSON");
  Problem problem = stated_problem(arguments, problems);
  check_files({arguments.json, arguments.report});
  const auto begin = std::chrono::steady_clock::now();
  Solution solution =
      is_saved_solution(arguments.solution) ? saved_solution(arguments, problem) : foreign_solution(arguments, problem);
  solution.certificate = tandem::certify(problem, solution);
  solution.seconds.certificate = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (!arguments.quiet) print_answer(solution, problem, arguments);
  save_files(solution, problem, arguments);
  return is_certified(solution) ? kCertified : kNotCertified;
}

}  // namespace tandem::cli
