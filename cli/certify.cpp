#include <tandem/cli/commands.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/settings.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/stopwatch.hpp>
#include <tandem/ocp/answers/series/series_file.hpp>
#include <tandem/ocp/answers/series/series_solution.hpp>
#include <tandem/ocp/answers/solution_file.hpp>
#include <tandem/report/report.hpp>

#include <fmt/core.h>

#include <array>

namespace tandem::cli {
namespace {

constexpr Option kControls{.name = "--controls",
                           .takes = Takes::text,
                           .value = "HOW",
                           .about = "between their times: held, linear or quadratic (as the times suggest)",
                           .group = kStatement};
constexpr Option kSteps{
    .name = "--steps",
    .takes = Takes::text,
    .value = "NAME",
    .about = "hold it against the finite problem of one step of shooting-rk4 or semi-implicit an interval",
    .group = kStatement};

constexpr std::array kOptions = {
    kSolution.in(kStatement).saying("the answer: CSV, JSON, or a solution saved by solve --json").required(),
    kSet.in(kStatement),
    kControls,
    kSteps,
    kJson.in(kOutput).saying("save the answer with its costates and certificate"),
    kReport.in(kOutput).saying("save a page to look at, offline"),
    kQuiet.in(kOutput),
};

constexpr std::string_view kFooter =
    R"(Tests a motion that another tool has found, on any mesh: times, states and controls as CSV or JSON (docs/certify.md).
Costates are read where the file has some (costate_NAME), else fitted to the motion by the minimum principle.
  tandem certify cart-pole-swing-up --solution casadi.csv
  tandem certify cart-pole-swing-up --solution crocoddyl.csv --controls held
  tandem certify cart-pole-swing-up --solution crocoddyl.csv --steps shooting-rk4
  tandem certify cart-pole-swing-up --solution tandem.json      what solve --json has saved
Exit codes: 0 certified; 1 not certified; 2 refused.)";

/// What tandem itself has saved: complete, with numbers of its own.
Solution saved_solution(const Given& given, Problem& problem) {
  const std::string file = given.file(kSolution).string();
  require(!given.has(kSet), "--set is for series without numbers; '{}' has numbers of its own", file);
  require(!given.has(kControls), "--controls is for series; '{}' has a transcription of its own", file);
  require(!given.has(kSteps), "--steps is for series; '{}' has a transcription of its own", file);
  Solution solution = load_json(given.file(kSolution));
  require(solution.problem == problem.name(), "'{}' is a solution of '{}', not of '{}'", file, solution.problem,
          problem.name());
  for (const auto& [name, value] : solution.numbers) problem.set(name, value);
  return solution;
}

Solution foreign_solution(const Given& given, Problem& problem) {
  const std::filesystem::path file = given.file(kSolution);
  Series series = read_series(file, problem);
  if (const auto controls = given.text(kControls)) series.shape = control_shape(*controls);
  if (const auto steps = given.text(kSteps)) series.steps = *steps;
  problem = with_numbers(problem, series);
  Solution solution = solution_from(problem, series);
  solution.message = fmt::format("'{}'", file.string());
  return solution;
}

void save_files(const Solution& solution, const Problem& problem, const Given& given) {
  save_as(given, kJson, "solution", [&](const auto& file) { save_json(solution, file); });
  save_as(given, kReport, "report", [&](const auto& file) { save_report(problem, solution, file); });
}

int certify_answer(const Given& given, const Problems& problems) {
  Problem problem = stated_problem(given, problems);
  const Stopwatch watch;
  Solution solution =
      is_saved_solution(given.file(kSolution)) ? saved_solution(given, problem) : foreign_solution(given, problem);
  solution.certificate = certify(problem, solution);
  solution.seconds.certificate = watch.seconds();
  if (!given.has(kQuiet)) print_tested(solution, problem);
  save_files(solution, problem, given);
  return is_certified(solution) ? kCertified : kNotCertified;
}

constexpr std::array kWays = {Way{Kind::motion, certify_answer}};

}  // namespace

constinit const Command kCertifyCommand{.name = "certify",
                                        .about = "test the answer of another tool",
                                        .argument = "a problem ('tandem list' lists them)",
                                        .needs_name = true,
                                        .options = kOptions,
                                        .kind_of = kind_of_problem,
                                        .ways = kWays,
                                        .footer = kFooter};

}  // namespace tandem::cli
