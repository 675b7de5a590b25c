#include <tandem/cli/codesigns.hpp>
#include <tandem/cli/controllers.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/progress_line.hpp>
#include <tandem/cli/solve_options.hpp>
#include <tandem/cli/solving.hpp>
#include <tandem/core/error.hpp>
#include <tandem/ocp/answers/certificate_lines.hpp>
#include <tandem/ocp/answers/second_variation.hpp>
#include <tandem/ocp/answers/solution_file.hpp>
#include <tandem/ocp/search/homotopy/rescue.hpp>
#include <tandem/ocp/search/polish/detect_arcs.hpp>
#include <tandem/ocp/search/polish/polish.hpp>
#include <tandem/ocp/statement/random_guess.hpp>
#include <tandem/problems/codesign_registry.hpp>
#include <tandem/problems/controller_registry.hpp>
#include <tandem/report/report.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace tandem::cli {
namespace {

void save_files(const Solution& solution, const Problem& problem, const Arguments& arguments) {
  if (!arguments.json.empty()) {
    save_json(solution, arguments.json);
    say_saved(arguments, "solution", arguments.json);
  }
  if (!arguments.csv.empty()) {
    save_csv(solution, arguments.csv);
    say_saved(arguments, "series", arguments.csv);
  }
  if (!arguments.report.empty()) {
    save_report(problem, solution, arguments.report);
    say_saved(arguments, "report", arguments.report);
  }
}

/// What the second variation in continuous time says of an answer that the certificate passes.
void note_second_order(const Problem& problem, Solution& solution) {
  if (!solution.certificate.passes() || solution.phases.size() != 1) return;
  const SecondVariation found = second_variation(problem, solution);
  std::string words;
  if (!found.applies) {
    words = "does not apply: " + found.why_not;
  } else if (found.is_minimum()) {
    words = fmt::format("a minimum, its least ratio {:.3g} of 1", found.least_ratio);
  } else {
    words = fmt::format("no minimum: {} negative direction{}{}", found.negative_directions,
                        found.negative_directions == 1 ? "" : "s",
                        found.conjugate_time ? fmt::format(", conjugate point at {:.9g}", *found.conjugate_time) : "");
  }
  solution.certificate.notes.push_back("second order in continuous time: " + words);
}

constexpr double kPolishShare = 50.0;  ///< of the time of the solve
constexpr double kLeastPolish = 1.0;   ///< seconds

std::string why_not(const Certificate& certificate) {
  return certificate.reasons.empty() ? "it is not confirmed" : certificate.reasons.back();
}

/// Replaces an answer and its statement by polished ones, where there is something to polish; `says` what was done.
void polish_answer(Problem& problem, Solution& solution, const SolveOptions& options, std::vector<std::string>& says) {
  if (!solution.is_solved()) return;
  const ArcStructure arcs = detect_arcs(problem, solution);
  if (arcs.is_trivial()) {
    says.emplace_back("nothing: it found no time at which a control jumps or a state comes to a bound");
    return;
  }
  PolishOptions polish_options;
  polish_options.solve = options;
  polish_options.time_limit =
      std::clamp(kPolishShare * solution.seconds.total, kLeastPolish, polish_options.time_limit);
  try {
    Polished polished = polish(problem, arcs, guess_from(solution), polish_options);
    says = std::move(polished.changes);
    if (!improves(polished, solution)) {
      says.push_back("nothing better was found, the answer is as it was: " + why_not(polished.solution.certificate));
      return;
    }
    add_effort(solution, polished.solution);
    says.emplace_back("the minimum principle holds along every arc");
    problem = std::move(polished.problem);
    solution = std::move(polished.solution);
  } catch (const InvalidInput& refusal) {
    says = {std::string("nothing: ") + refusal.what()};
  }
}

/// An answer that only wants a finer mesh is not to be rescued.
bool wants_rescue(const Solution& solution) {
  if (!solution.is_solved()) return true;
  return !solution.certificate.passes() && !wants_finer_mesh(solution.certificate);
}

/// Replaces an answer by one that was reached by way of an easier problem; `says` what was tried.
void rescue_answer(const Problem& problem, Solution& solution, const SolveOptions& options,
                   std::vector<std::string>& says) {
  if (is_certified(solution)) return;
  if (!wants_rescue(solution)) {
    says.emplace_back("nothing: the answer wants a finer mesh");
    return;
  }
  Rescue found = rescue(problem, options);
  for (const RescueAttempt& attempt : found.attempts) {
    says.push_back(fmt::format("{}: {} ({} iterations)", attempt.words, attempt.outcome, attempt.iterations));
  }
  if (!found.solution) return;
  add_effort(solution, *found.solution);
  for (const RescueAttempt& attempt : found.attempts) {
    found.solution->iterations += attempt.iterations;
    found.solution->seconds.total += attempt.seconds;
  }
  solution = std::move(*found.solution);
}

int solve_one(const Arguments& arguments, const Problems& problems) {
  Problem problem = stated_problem(arguments, problems);
  SolveOptions options = options_from(arguments, problem);
  if (arguments.from_start) {
    const Guess around = options.guess ? *options.guess : straight_line_guess(problem);
    options.guess = random_guess(problem, around, arguments.seed.value_or(1), *arguments.from_start);
  }
  check_files({arguments.json, arguments.csv, arguments.report});
  ProgressLine line;
  if (!arguments.quiet && !arguments.verbose) {
    options.solver.progress = [&](const Progress& progress) {
      line.show(progress);
      return true;
    };
  }
  std::vector<std::string> done, rescued, polished;
  Solution solution;
  if (goes_on(arguments)) {
    CertifiedSolve found = solve_certified(problem, certified_options_from(arguments, options));
    problem = std::move(found.problem), solution = std::move(found.solution), done = std::move(found.done);
  } else {
    solution = tandem::solve(problem, options);
  }
  if (arguments.rescue) rescue_answer(problem, solution, options, rescued);
  if (arguments.polish) polish_answer(problem, solution, options, polished);
  note_second_order(problem, solution);
  line.finish();
  if (!arguments.quiet) {
    print_answer(solution, problem, arguments);
    if (!done.empty()) fmt::print("  went on      {}\n", fmt::join(done, "; "));
    for (const std::string& one : rescued) fmt::print("  rescue       {}\n", one);
    for (const std::string& one : polished) fmt::print("  polished     {}\n", one);
  }
  save_files(solution, problem, arguments);
  return is_certified(solution) ? kCertified : kNotCertified;
}

}  // namespace

int solve(const Arguments& arguments, const Problems& problems) {
  require(arguments.all || !arguments.name.empty() || problems.has_own(), "solve needs a NAME, or --all");
  require(!arguments.rescue || !(arguments.all || arguments.multi_start), "--rescue is of one solve");
  if (arguments.all) return solve_all(arguments, problems);
  if (is_codesign(arguments.name)) return solve_codesign(arguments);
  if (is_controller(arguments.name)) return solve_controller(arguments);
  require(!arguments.feedback, "--feedback of solve is for co-design problems; of motions it is simulate's");
  if (arguments.multi_start) return solve_from_many_starts(arguments, problems);
  require(!arguments.seed || arguments.from_start, "--seed is of --multi-start or --from-start");
  require(!arguments.threads, "--threads is of --multi-start");
  return solve_one(arguments, problems);
}

}  // namespace tandem::cli
