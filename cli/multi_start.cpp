#include <tandem/cli/exit_codes.hpp>
#include <tandem/cli/output.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/progress_line.hpp>
#include <tandem/cli/settings.hpp>
#include <tandem/cli/solve_options.hpp>
#include <tandem/cli/solving.hpp>
#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>
#include <tandem/ocp/answers/solution_file.hpp>
#include <tandem/ocp/search/multi_start.hpp>
#include <tandem/ocp/search/multi_start_file.hpp>
#include <tandem/ocp/search/polish/polish_answer.hpp>
#include <tandem/report/minima.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <string>
#include <vector>

namespace tandem::cli {
namespace {

constexpr int kMostRows = 20;                 // of the table; all minima are saved
constexpr int kMostIterationsOfAStart = 500;  // unless --max-iterations says otherwise

std::string words_for(const StartsProgress& progress) {
  const std::string best = progress.best ? fmt::format(", best objective {:.8g}", *progress.best) : "";
  return fmt::format("{} of {} starts, {} solved{}", progress.finished, progress.starts, progress.solved, best);
}

MultiStartOptions options_of_starts(const Given& given, const Problem& problem) {
  MultiStartOptions options{.starts = given.count(kMultiStart).value(), .seed = given.natural(kSeed).value_or(1)};
  require(options.starts >= 1, "--multi-start {}: at least one start is needed", options.starts);
  const auto threads = given.count(kThreads);
  require(!threads || *threads >= 1, "--threads {}: at least one is needed", threads.value_or(0));
  options.threads = threads.value_or(0);
  options.solve = options_from(given, problem);
  if (!given.has(kMostIterations)) options.solve.solver.max_iterations = kMostIterationsOfAStart;
  return options;
}

MultiStart search(const Problem& problem, MultiStartOptions options, bool is_quiet) {
  ProgressLine line;
  int shown = -1;
  const int tenth = std::max(1, options.starts / 10);
  options.progress = [&](const StartsProgress& progress) {
    if (!is_quiet && progress.finished > shown) {
      shown = progress.finished;
      line.show(words_for(progress), shown > 0 && shown % tenth == 0);
    }
    return true;
  };
  MultiStart found = multi_start(problem, options);
  line.finish();
  return found;
}

/// Polishes the answer in its place among the minima, and the problem with it; what was done.
std::vector<std::string> polish_best(Problem& problem, MultiStart& found, const SolveOptions& options) {
  const Minimum* const best = found.best();
  if (best == nullptr) return {};
  return polish_answer(problem, found.minima[static_cast<std::size_t>(best - found.minima.data())].solution, options);
}

void print_minima(const MultiStart& found) {
  if (found.minima.empty()) return;
  const Minimum* const best = found.best();
  say("  {:>7}  {:<16} {:>12}  {:>10}  {:>10}  {}\n", "minimum", "objective", "starts", "first", "iterations",
      "certificate");
  const int rows = std::min(kMostRows, static_cast<int>(found.minima.size()));
  for (int i = 0; i < rows; ++i) {
    const Minimum& minimum = found.minima[i];
    const std::string starts = fmt::format("{} of {}", minimum.starts.size(), found.starts);
    const int first = minimum.starts.front();
    say("  {:>7}  {:<16.10g} {:>12}  {:>10}  {:>10}  {}{}\n", i + 1, minimum.solution.objective, starts,
        first == 0 ? "own guess" : std::to_string(first), minimum.solution.iterations,
        minimum.solution.certificate.passes() ? "PASS" : "FAIL", &minimum == best ? "  <- the answer" : "");
  }
  const int more = static_cast<int>(found.minima.size()) - rows;
  if (more > 0) say("  {:>7}  and {} more\n", "", more);
}

void print_found(const MultiStart& found) {
  const Solution& answer = found.answer();
  say("{}: {} starts, seed {}, {} thread{}, {:.3g} s\n", answer.problem, found.starts, found.seed, found.threads,
      found.threads == 1 ? "" : "s", found.seconds);
  std::string unsolved;
  for (const auto& [status, count] : found.unsolved) unsolved += fmt::format(", {} {}", count, to_string(status));
  say("  solved {}{}; distinct minima {}\n", found.solved(), unsolved, found.minima.size());
  print_minima(found);
}

void save_files(const MultiStart& found, const Problem& problem, const Given& given) {
  save_as(given, kJson, "solution", [&](const auto& file) { save_json(found, file); });
  save_as(given, kCsv, "series", [&](const auto& file) { save_csv(found.answer(), file); });
  save_as(given, kReport, "report", [&](const auto& file) { save_report(problem, found, file); });
}

}  // namespace

int solve_from_many_starts(const Given& given, const Problems& problems) {
  Problem problem = stated_problem(given, problems);
  const MultiStartOptions options = options_of_starts(given, problem);
  const bool is_quiet = given.has(kQuiet);
  MultiStart found = search(problem, options, is_quiet);
  if (!is_quiet) print_found(found);
  const auto polished =
      given.has(kPolish) ? polish_best(problem, found, options_from(given)) : std::vector<std::string>{};
  if (!is_quiet) {
    print_answer(found.answer(), problem);
    if (given.has(kTiming)) print_timing(found.answer(), options.solve);
    print_each("polished", polished);
  }
  save_files(found, problem, given);
  return is_certified(found.answer()) && !ending::is_due() ? kCertified : kNotCertified;
}

}  // namespace tandem::cli
