#include <tandem/ocp/search/multi_start.hpp>

#include <tandem/cli/interrupt.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/progress_line.hpp>
#include <tandem/cli/solve_options.hpp>
#include <tandem/cli/solving.hpp>
#include <tandem/core/error.hpp>
#include <tandem/ocp/answers/solution_file.hpp>
#include <tandem/ocp/search/multi_start_file.hpp>
#include <tandem/report/minima.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <string>

namespace tandem::cli {
namespace {

constexpr int kMostRows = 20;         // of the table; all minima are saved
constexpr int kMostIterations = 500;  // of a start, unless --max-iterations says otherwise

void check_combination(const Arguments& arguments) {
  require(!arguments.from_start, "--from-start takes one start, --multi-start many: not both");
  require(!arguments.verbose, "--verbose is for one solve, not for --multi-start");
  require(*arguments.multi_start >= 1, "--multi-start {}: at least one start is needed", *arguments.multi_start);
  require(!arguments.threads || *arguments.threads >= 1, "--threads {}: at least one is needed",
          arguments.threads.value_or(0));
}

std::string words_for(const StartsProgress& progress) {
  const std::string best = progress.best ? fmt::format(", best objective {:.8g}", *progress.best) : "";
  return fmt::format("{} of {} starts, {} solved{}", progress.finished, progress.starts, progress.solved, best);
}

MultiStart search(const Problem& problem, const Arguments& arguments) {
  MultiStartOptions options{.starts = *arguments.multi_start, .seed = arguments.seed.value_or(1)};
  options.threads = arguments.threads.value_or(0);
  options.solve = options_from(arguments, problem);
  if (!arguments.max_iterations) options.solve.solver.max_iterations = kMostIterations;
  const Interrupt interrupt;
  ProgressLine line;
  int shown = -1;
  const int tenth = std::max(1, options.starts / 10);
  options.progress = [&](const StartsProgress& progress) {
    if (!arguments.quiet && progress.finished > shown) {
      shown = progress.finished;
      line.show(words_for(progress), shown > 0 && shown % tenth == 0);
    }
    return !Interrupt::is_asked_for();
  };
  MultiStart found = multi_start(problem, options);
  line.finish();
  return found;
}

void print_minima(const MultiStart& found) {
  if (found.minima.empty()) return;
  const Minimum* const best = found.best();
  fmt::print("  {:>7}  {:<16} {:>12}  {:>10}  {:>10}  {}\n", "minimum", "objective", "starts", "first", "iterations",
             "certificate");
  const int rows = std::min(kMostRows, static_cast<int>(found.minima.size()));
  for (int i = 0; i < rows; ++i) {
    const Minimum& minimum = found.minima[i];
    const std::string starts = fmt::format("{} of {}", minimum.starts.size(), found.starts);
    const int first = minimum.starts.front();
    fmt::print("  {:>7}  {:<16.10g} {:>12}  {:>10}  {:>10}  {}{}\n", i + 1, minimum.solution.objective, starts,
               first == 0 ? "own guess" : std::to_string(first), minimum.solution.iterations,
               minimum.solution.certificate.passes() ? "PASS" : "FAIL", &minimum == best ? "  <- the answer" : "");
  }
  const int more = static_cast<int>(found.minima.size()) - rows;
  if (more > 0) fmt::print("  {:>7}  and {} more\n", "", more);
}

void print_found(const MultiStart& found) {
  const Solution& answer = found.answer();
  fmt::print("{}: {} starts, seed {}, {} thread{}, {:.3g} s\n", answer.problem, found.starts, found.seed, found.threads,
             found.threads == 1 ? "" : "s", found.seconds);
  std::string unsolved;
  for (const auto& [status, count] : found.unsolved) unsolved += fmt::format(", {} {}", count, to_string(status));
  fmt::print("  solved {}{}; distinct minima {}\n", found.solved(), unsolved, found.minima.size());
  print_minima(found);
}

void save_files(const MultiStart& found, const Problem& problem, const Arguments& arguments) {
  if (!arguments.json.empty()) {
    save_json(found, arguments.json);
    say_saved(arguments, "solution", arguments.json);
  }
  if (!arguments.csv.empty()) {
    save_csv(found.answer(), arguments.csv);
    say_saved(arguments, "series", arguments.csv);
  }
  if (!arguments.report.empty()) {
    save_report(problem, found, arguments.report);
    say_saved(arguments, "report", arguments.report);
  }
}

}  // namespace

int solve_from_many_starts(const Arguments& arguments, const Problems& problems) {
  check_combination(arguments);
  const Problem problem = stated_problem(arguments, problems);
  check_files({arguments.json, arguments.csv, arguments.report});
  const MultiStart found = search(problem, arguments);
  if (!arguments.quiet) {
    print_found(found);
    print_answer(found.answer(), problem, arguments);
  }
  save_files(found, problem, arguments);
  return is_certified(found.answer()) ? kCertified : kNotCertified;
}

}  // namespace tandem::cli
