#include <tandem/cli/codesigns.hpp>
#include <tandem/cli/commands.hpp>
#include <tandem/cli/controllers.hpp>
#include <tandem/cli/homotopy_options.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/print_path.hpp>
#include <tandem/cli/progress_line.hpp>
#include <tandem/cli/settings.hpp>
#include <tandem/cli/solve_options.hpp>
#include <tandem/core/error.hpp>
#include <tandem/ocp/answers/path_file.hpp>
#include <tandem/ocp/answers/solution_file.hpp>
#include <tandem/ocp/search/homotopy/checkpoint_file.hpp>
#include <tandem/ocp/search/homotopy/homotopy.hpp>
#include <tandem/ocp/search/homotopy/polished_path.hpp>
#include <tandem/report/path_page.hpp>

#include <fmt/core.h>

#include <array>

namespace tandem::cli {
namespace {

constexpr Option kBarrier{.name = "--barrier",
                          .takes = Takes::number,
                          .value = "MU",
                          .about = "by which bounds are smoothed on the way (1e-8)",
                          .group = kMethod,
                          .kinds = Kind::motion};
constexpr Option kThroughFolds{.name = "--through-folds",
                               .takes = Takes::count,
                               .value = "N",
                               .about = "pass this many folds before --to counts",
                               .group = kMethod,
                               .kinds = Kind::motion};
constexpr Option kNoRestart{.name = "--no-restart",
                            .about = "at a fold go round it, do not look for another minimum beyond",
                            .group = kMethod,
                            .kinds = Kind::motion};
constexpr Option kCheckpoint{.name = "--checkpoint",
                             .takes = Takes::saved,
                             .value = "FILE",
                             .about = "where the path stops at Ctrl-C or --max-steps, save it to be resumed",
                             .group = kOutput,
                             .kinds = Kind::motion};
constexpr Option kResume{.name = "--resume",
                         .takes = Takes::file,
                         .value = "FILE",
                         .about = "go on with a path saved by --checkpoint; other options as they were",
                         .group = kStatement,
                         .kinds = Kind::motion};

constexpr std::array kOptions = {
    kOver.in(kStatement).saying("the named number to change").required(),
    kFrom,
    kTo,
    kSet.in(kStatement).saying("give another named number another value; may be repeated"),
    kGuess.in(kStatement).of(Kind::motion),
    kTranscription.in(kMethod).of(Kind::motion),
    kIntervals.in(kMethod).of(Kind::motion),
    kDegree.in(kMethod).of(Kind::motion),
    kDerivatives.in(kMethod).of(Kind::motion),
    kBarrier,
    kFirstStep,
    kMostSteps.in(kMethod).saying("step limit (1000)").of(Kind::motion | Kind::controller),
    kThroughFolds,
    kPolish.in(kMethod)
        .saying("follow controls that jump between their bounds by the times of their switches")
        .of(Kind::motion)
        .excluding({kBarrier.name, kThroughFolds.name, kCheckpoint.name, kResume.name}),  // of paths by Newton's method
    kNoRestart,
    kTimeLimit.in(kMethod),
    kCheckpoint,
    kResume,
    kJson.in(kOutput).saying("save the path"),
    kCsv.in(kOutput).saying("save the series of the last answer at the knots").of(Kind::motion),
    kReport.in(kOutput).saying("save a page of the last answer and of the path").of(Kind::motion),
    kQuiet.in(kOutput),
};

constexpr std::string_view kFooter =
    R"(Solves the problem at --from, follows its answer by Newton's method while the number changes, and solves it again at
--to. Says where motions that meet the constraints end, and where the path turns back (folds).
  tandem homotopy cart-pole-swing-up --over max_force --to 1    the weakest force that still swings it up
  tandem homotopy acrobot-swing-up --over gravity --from 4.9 --to 9.81
  tandem homotopy bratu --over lambda --to 1 --through-folds 1  its other solution
  tandem homotopy beam-controller --over coupling --from 0 --to 1  from a few modes' controller to the whole beam's
  tandem homotopy draper --over response --to 1e-4  the lightest design as a limit of a co-design problem moves
Exit codes: 0 reached and certified; 1 not reached, or not certified there; 2 refused.)";

std::string line_for(const HomotopyProgress& progress, const std::string& over) {
  return fmt::format("step {:4}  {} = {:<16.10g} {:2} Newton steps, {}{}", progress.step, over, progress.value,
                     progress.iterations, progress.was_natural ? "natural" : "arclength",
                     progress.was_accepted ? "" : ", rejected");
}

HomotopyOptions homotopy_options(const Given& given, const Problem& problem, ProgressLine& line) {
  HomotopyOptions options;
  options.solve = mesh_from(given);
  options.solve.guess = starting_guess(given, problem);
  options.solve.derivatives = derivatives_from(given);
  options.barrier = given.number(kBarrier).value_or(options.barrier);
  options.first_step = given.number(kFirstStep).value_or(options.first_step);
  options.most_steps = given.count(kMostSteps).value_or(options.most_steps);
  options.folds_first = given.count(kThroughFolds).value_or(0);
  options.restarts = !given.has(kNoRestart);
  options.progress = [&line, is_quiet = given.has(kQuiet),
                      over = given.text(kOver).value()](const HomotopyProgress& progress) {
    if (!is_quiet) line.show(line_for(progress, over), true);
    return true;
  };
  return options;
}

Homotopy resumed(const Given& given, const Problem& problem, const HomotopyOptions& options) {
  const Homotopy stopped = load_checkpoint(given.file(kResume));
  const std::string over = given.text(kOver).value();
  const double to = given.number(kTo).value();
  require(stopped.over == over && stopped.to == to, "--resume: the saved path goes over {} to {}, not {} to {}",
          stopped.over, stopped.to, over, to);
  return go_on(problem, stopped, options);
}

Homotopy followed(const Given& given, const Problem& problem, const HomotopyOptions& options) {
  if (given.has(kResume)) return resumed(given, problem, options);
  const std::string over = given.text(kOver).value();
  const double from = given.number(kFrom).value_or(problem.value(over)), to = given.number(kTo).value();
  return (given.has(kPolish) ? follow_polished : follow_number)(problem, over, from, to, options);
}

void save_files(const Given& given, const Problem& problem, const Homotopy& path) {
  if (path.leg) save_as(given, kCheckpoint, "checkpoint", [&](const auto& file) { save_checkpoint(path, file); });
  save_as(given, kJson, "path", [&](const auto& file) { save_json(path, file); });
  if (!path.solution) return;
  save_as(given, kCsv, "series", [&](const auto& file) { save_csv(*path.solution, file); });
  save_as(given, kReport, "report", [&](const auto& file) { save_report(problem, path, file); });
}

int homotopy_motion(const Given& given, const Problems& problems) {
  const Problem problem = stated_problem(given, problems);
  ProgressLine line;
  const Homotopy path = followed(given, problem, homotopy_options(given, problem, line));
  line.finish();
  if (!given.has(kQuiet)) print_path(path);
  save_files(given, problem, path);
  return is_certified(path) ? kCertified : kNotCertified;
}

constexpr std::array kWays = {Way{Kind::motion, homotopy_motion}, Way{Kind::structure, homotopy_codesign},
                              Way{Kind::controller, homotopy_controller}};

}  // namespace

constinit const Command kHomotopyCommand{.name = "homotopy",
                                         .about = "follow the answer while a named number changes",
                                         .argument = "a problem ('tandem list' lists them)",
                                         .needs_name = true,
                                         .options = kOptions,
                                         .kind_of = kind_of_problem,
                                         .ways = kWays,
                                         .footer = kFooter};

}  // namespace tandem::cli
