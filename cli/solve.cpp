#include <tandem/cli/codesigns.hpp>
#include <tandem/cli/commands.hpp>
#include <tandem/cli/controllers.hpp>
#include <tandem/cli/output.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/progress_line.hpp>
#include <tandem/cli/settings.hpp>
#include <tandem/cli/solve_options.hpp>
#include <tandem/cli/solving.hpp>
#include <tandem/core/error.hpp>
#include <tandem/derivatives/evaluation_threads.hpp>
#include <tandem/ocp/answers/second_variation.hpp>
#include <tandem/ocp/answers/solution_file.hpp>
#include <tandem/ocp/search/homotopy/rescue.hpp>
#include <tandem/ocp/search/polish/polish_answer.hpp>
#include <tandem/ocp/statement/random_guess.hpp>
#include <tandem/report/report.hpp>

#include <fmt/format.h>

#include <array>
#include <string>
#include <utility>
#include <vector>

namespace tandem::cli {
namespace {

constexpr std::array kOptions = {
    kAll.saying("solve every problem and print a table; 0 if all are certified and as referenced").of(Kind::every),
    kSet.in(kStatement).of(kOneMotion | kDesigns),
    kGuess.in(kStatement).saying("start from a solution saved by --json, or from zeros").of(kOneMotion),
    kScale,
    kTranscription.in(kMethod)
        .saying(
            "trapezoid, hermite-simpson, hermite-simpson-separated, gauss, radau, spline, midpoint, shooting-rk4 or "
            "semi-implicit")
        .of(kMotions),
    kIntervals.in(kMethod).saying("intervals of the mesh, kept as they are").of(kMotions),
    kDegree.in(kMethod)
        .saying("points of gauss, radau and spline (3); 0 constant or 1 linear controls of shooting-rk4")
        .of(kMotions),
    kFixed,
    kBudget,
    kRefine.in(kMethod).saying("refine until the error bar is below this share of the objective's scale").of(kMotions),
    kCertify,
    kPolish.in(kMethod)
        .saying("find the arcs of a control that jumps between its bounds and solve for the times of its switches")
        .of(kOneMotion),
    kRescue,
    kSolver,
    kHessian,
    kLinearSolver,
    kDerivatives.in(kMethod)
        .saying("where exact derivatives come from: bytecode (large trees of bodies: recursive), recursive, symbolic, "
                "tape or jets")
        .of(kMotions),
    kTolerance,
    kIpopt,
    kMostIterations,
    kTimeLimit.in(kMethod),
    kFeedback.in(kMethod)
        .saying("of a co-design problem: feed back its sensors only, not all states")
        .of(Kind::structure),
    kMultiStart,
    kSeed.in(kManyStarts).of(kOneMotion | kDesigns).only_beside({kMultiStart.name, kFromStart.name}),
    kFromStart,
    kThreads,
    kJson.in(kOutput).saying("save everything, enough to restart from"),
    kCsv.in(kOutput).saying("save the series at the knots").of(kOneMotion),
    kReport.in(kOutput).saying("save a page to look at, offline").of(kOneMotion),
    kQuiet.in(kOutput),
    kVerbose,
    kTiming,
};

Kind kind_of(const Given& given, const Problems& problems) {
  const bool is_every = given.has(kAll);
  require(is_every || !given.name().empty() || problems.has_own(), "solve needs a NAME, or --all");
  require(!is_every || given.name().empty(), "solve takes --all or a NAME, not both ('{}')", given.name());
  if (is_every) return Kind::every;
  const Kind kind = problems.kind_of(given.name());
  return kind == Kind::motion && given.has(kMultiStart) ? Kind::starts : kind;
}

/// An answer, the statement that it answers, and what was done for it after the first solve.
struct Found {
  Problem problem;
  Solution solution = {};
  std::vector<std::string> done = {}, rescued = {}, polished = {};
};

void save_files(const Found& found, const Given& given) {
  save_as(given, kJson, "solution", [&](const auto& file) { save_json(found.solution, file); });
  save_as(given, kCsv, "series", [&](const auto& file) { save_csv(found.solution, file); });
  save_as(given, kReport, "report", [&](const auto& file) { save_report(found.problem, found.solution, file); });
}

std::string words_for(const SecondVariation& found) {
  if (!found.applies) return "does not apply: " + found.why_not;
  if (found.is_minimum()) return fmt::format("a minimum, its least ratio {:.3g} of 1", found.least_ratio);
  return fmt::format("no minimum: {} negative direction{}{}", found.negative_directions,
                     found.negative_directions == 1 ? "" : "s",
                     found.conjugate_time ? fmt::format(", conjugate point at {:.9g}", *found.conjugate_time) : "");
}

/// What the second variation in continuous time says of an answer that the certificate passes.
void note_second_order(const Problem& problem, Solution& solution) {
  if (!solution.certificate.passes() || solution.phases.size() != 1) return;
  solution.certificate.notes.push_back("second order in continuous time: " +
                                       words_for(second_variation(problem, solution)));
}

Found solved(Problem problem, const SolveOptions& options, const Given& given) {
  if (!goes_on(given)) {
    Solution solution = tandem::solve(problem, options);
    return {std::move(problem), std::move(solution)};
  }
  CertifiedSolve found = solve_certified(problem, certified_options_from(given, options));
  return {std::move(found.problem), std::move(found.solution), std::move(found.done)};
}

/// The options with the guess that --from-start means.
SolveOptions options_with_start(const Given& given, const Problem& problem) {
  SolveOptions options = options_from(given, problem);
  if (const auto start = given.count(kFromStart)) {
    const Guess around = options.guess ? *options.guess : straight_line_guess(problem);
    options.guess = random_guess(problem, around, given.natural(kSeed).value_or(1), *start);
  }
  return options;
}

void print(const Found& found, const SolveOptions& options, const Given& given) {
  print_answer(found.solution, found.problem);
  if (given.has(kTiming)) print_timing(found.solution, options);
  if (!found.done.empty()) say("  went on      {}\n", fmt::join(found.done, "; "));
  print_each("rescue", found.rescued);
  print_each("polished", found.polished);
}

void set_threads(const Given& given) {
  const auto threads = given.count(kThreads);
  require(!threads || *threads >= 1, "--threads {}: at least one is needed", threads.value_or(0));
  set_evaluation_threads(threads.value_or(1));
}

int solve_one(const Given& given, const Problems& problems) {
  set_threads(given);
  Problem problem = stated_problem(given, problems);
  SolveOptions options = options_with_start(given, problem);
  ProgressLine line;
  if (!given.has(kQuiet) && !given.has(kVerbose)) options.solver.progress = shown_on(line);
  Found found = solved(std::move(problem), options, given);
  if (given.has(kRescue)) found.rescued = rescue_answer(found.problem, found.solution, options);
  if (given.has(kPolish)) found.polished = polish_answer(found.problem, found.solution, options);
  note_second_order(found.problem, found.solution);
  line.finish();
  if (!given.has(kQuiet)) print(found, options, given);
  save_files(found, given);
  return is_certified(found.solution) ? kCertified : kNotCertified;
}

constexpr std::array kWays = {Way{Kind::motion, solve_one}, Way{Kind::starts, solve_from_many_starts},
                              Way{Kind::every, solve_all}, Way{Kind::structure, solve_codesign},
                              Way{Kind::controller, solve_controller}};

}  // namespace

constinit const Command kSolveCommand{.name = "solve",
                                      .about = "solve a problem and certify the answer",
                                      .argument = "a problem ('tandem list' lists them)",
                                      .options = kOptions,
                                      .kind_of = kind_of,
                                      .ways = kWays};

}  // namespace tandem::cli
