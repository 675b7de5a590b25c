#include <tandem/cli/codesigns.hpp>
#include <tandem/cli/commands.hpp>
#include <tandem/cli/homotopy_options.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/print_path.hpp>
#include <tandem/cli/progress_line.hpp>
#include <tandem/cli/settings.hpp>
#include <tandem/cli/solve_options.hpp>
#include <tandem/core/error.hpp>
#include <tandem/ocp/answers/path_file.hpp>
#include <tandem/ocp/designs/codesign/motion_front.hpp>
#include <tandem/ocp/designs/codesign/pareto.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <array>

namespace tandem::cli {
namespace {

constexpr Option kLambda{.name = "--lambda",
                         .takes = Takes::numbers,
                         .value = "L,L,...",
                         .about = "weights of the controller's or the motion's cost, 0 to 1"};

constexpr std::array kOptions = {
    kLambda,
    kSet,
    kMostSteps.saying("step limit of a co-design problem (1000)").of(Kind::structure),
    kTimeLimit,
    kJson.saying("save the front"),
    kOver.in("Motions").saying("the named number that weighs the two costs (weight)").of(Kind::motion),
    kGuess.in("Motions").of(Kind::motion),
    kTranscription.in("Motions").of(Kind::motion),
    kIntervals.in("Motions").of(Kind::motion),
    kDegree.in("Motions").of(Kind::motion),
    kRefine.in("Motions").of(Kind::motion),
    kQuiet,
};

constexpr std::string_view kFooter =
    R"(Follows the least (1 - lambda) structure_cost + lambda control_cost from the lightest design, lambda = 0, and prints
the front at the problem's weights, or at those of --lambda. Where a path stops (cheap controls leave the lightest
design without one) it is begun anew at heavier designs.
Of a motion whose cost is (1 - weight) J_s + weight J_c it solves for each weight, from the answer beside it, and anew
from another point's motion where that is better there.
  tandem pareto salama-cantilever
  tandem pareto salama-hub --lambda 0.1,0.5,0.9 --set effort_weight=1e-6 --json front.json
  tandem pareto slewing-beam                    mass against what still moves at the end
Exit codes: 0 all points found, each certified; 1 not so; 2 refused.)";

ParetoOptions pareto_options(const Given& given, ProgressLine& line) {
  ParetoOptions options;
  options.weights = given.numbers(kLambda);
  options.most_steps = given.count(kMostSteps).value_or(options.most_steps);
  options.progress = [&line, is_quiet = given.has(kQuiet)](const ParetoProgress& progress) {
    if (!is_quiet) {
      line.show(fmt::format("step {:4}  lambda = {:<16.10g} {:2} Newton steps{}", progress.step, progress.lambda,
                            progress.iterations, progress.was_accepted ? "" : ", rejected"),
                true);
    }
    return true;
  };
  return options;
}

MotionFrontOptions motion_options(const Given& given, const Problem& problem, ProgressLine& line) {
  MotionFrontOptions options;
  options.weights = given.numbers(kLambda);
  options.solve = mesh_from(given);
  options.solve.refine = given.number(kRefine);
  options.solve.guess = starting_guess(given, problem);
  options.progress = [&line, is_quiet = given.has(kQuiet)](const ParetoProgress& progress) {
    if (!is_quiet) {
      line.show(fmt::format("solve {:3}  lambda = {:<10.6g} {:3} iterations{}", progress.step, progress.lambda,
                            progress.iterations, progress.was_accepted ? "" : ", not solved"),
                true);
    }
    return true;
  };
  return options;
}

Path front_of_motions(const Given& given, const Problem& problem, ProgressLine& line) {
  const std::string over = given.text(kOver).value_or("weight");
  const auto numbers = problem.numbers();
  require(std::any_of(numbers.begin(), numbers.end(), [&](const NamedNumber& number) { return number.name == over; }),
          "problem '{}' has no number called '{}' that weighs two costs against each other (--over KEY names it)",
          problem.name(), over);
  return motion_front(problem, over, motion_options(given, problem, line));
}

/// Prints and saves a front; the exit code says whether all of it was found and certified.
int finish(const Path& front, const Given& given, ProgressLine& line) {
  line.finish();
  if (!given.has(kQuiet)) print_path(front);
  save_as(given, kJson, "front", [&](const auto& file) { save_json(front, file); });
  return is_certified(front) ? kCertified : kNotCertified;
}

int pareto_of_structure(const Given& given, const Problems& /*problems*/) {
  ProgressLine line;
  return finish(pareto_front(stated_codesign(given), pareto_options(given, line)), given, line);
}

int pareto_of_motion(const Given& given, const Problems& problems) {
  ProgressLine line;
  return finish(front_of_motions(given, stated_problem(given, problems), line), given, line);
}

constexpr std::array kWays = {Way{Kind::structure, pareto_of_structure}, Way{Kind::motion, pareto_of_motion}};

}  // namespace

constinit const Command kParetoCommand{
    .name = "pareto",
    .about = "design a structure with its controller or motion: the front of best ones",
    .argument = "a co-design problem, or a motion with design numbers ('tandem list')",
    .needs_name = true,
    .options = kOptions,
    .kind_of = kind_of_problem,
    .ways = kWays,
    .footer = kFooter};

}  // namespace tandem::cli
