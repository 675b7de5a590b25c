#include <tandem/cli/commands.hpp>
#include <tandem/cli/help_texts.hpp>
#include <tandem/cli/option_group.hpp>
#include <tandem/core/names.hpp>

#include <fmt/core.h>

#include <cstdio>
#include <string>
#include <vector>

namespace tandem::cli {
namespace {

void add_base(const OptionGroup& options, Arguments& a) {
  options.value("--base", a.base, "WHICH", "what a URDF's root link is: fixed (if not given) or floating");
}

/// Of commands that take a mesh as solve does.
void add_mesh(const OptionGroup& options, Arguments& a) {
  options.value("--transcription", a.transcription, "NAME", "as for solve");
  options.value("--intervals", a.intervals, "N", "as for solve");
  options.value("--degree", a.degree, "D", "as for solve");
}

void add_solve_options(CLI::App& app, Arguments& a) {
  const OptionGroup statement(app, "Statement"), method(app, "Method"), output(app, "Output");
  statement.many("--set", a.settings, "KEY=VALUE", "give a named number another value; may be repeated");
  method.many("--scale", a.scales, "NAME=SIZE",
              "measure a state, control, constraint or number by this size; may be repeated");
  statement.value("--guess", a.guess, "FILE|zeros", "start from a solution saved by --json, or from zeros");
  method.value(
      "--transcription", a.transcription, "NAME",
      "trapezoid, hermite-simpson, hermite-simpson-separated, gauss, radau, midpoint, shooting-rk4 or semi-implicit");
  method.value("--intervals", a.intervals, "N", "intervals of the mesh, kept as they are");
  method.value("--degree", a.degree, "D",
               "points of gauss and radau (3); 0 constant or 1 linear controls of shooting-rk4");
  method.flag("--fixed", a.fixed, "keep the problem's own mesh; else the solve goes on until the answer is certified");
  method.value("--budget", a.budget, "SECONDS", "for going on until the answer is certified (30)");
  method.value("--refine", a.refine, "TOL", "refine until the error bar is below this share of the objective's scale");
  method.value("--certify", a.certify, "HOW", "full; light, only what needs no integration; or none")
      ->capture_default_str();
  method.flag("--polish", a.polish,
              "find the arcs of a control that jumps between its bounds and solve for the times of its switches");
  method.flag("--rescue", a.rescue,
              "if it fails, try easier problems on the way: more force, less gravity, more time, open ends");
  method.value("--solver", a.solver, "NAME", "ipopt; or ddp, on shooting-rk4, semi-implicit, midpoint and trapezoid")
      ->capture_default_str();
  method.value("--hessian", a.hessian, "WHICH",
               "of ddp: exact (the default); or gauss-newton, without the steps' curvature, and of costs that are "
               "squares of residuals J'J");
  method
      .value("--linear-solver", a.linear_solver, "NAME",
             "sweep, along the stages; mumps; or shadow: mumps steers, the sweep is compared")
      ->capture_default_str();
  method
      .value("--derivatives", a.derivatives, "PLUG",
             "where exact derivatives come from: jets (multibody: recursive), recursive, symbolic or tape")
      ->capture_default_str();
  method.value("--tol", a.tolerance, "X", "convergence tolerance (1e-10)");
  method.many("--ipopt", a.ipopt, "KEY=VALUE", "an option of IPOPT's own; may be repeated");
  method.value("--max-iterations", a.max_iterations, "N", "iteration limit (3000)");
  method.value("--time-limit", a.time_limit, "SECONDS", "time limit of one solve");
  method.flag("--feedback", a.feedback, "of a co-design problem: feed back its sensors only, not all states");
  const OptionGroup starts(app, "Many starts");
  starts.value("--multi-start", a.multi_start, "N", "solve from N random starts and keep each minimum once");
  starts.value("--seed", a.seed, "S", "of what is random (1)");
  starts.value("--from-start", a.from_start, "K", "solve from the Kth of these starts alone; 0 is the usual guess");
  starts.value("--threads", a.threads, "N", "threads that solve side by side (as many as the machine has)");
  app.add_flag("--all", a.all, "solve every problem and print a table; 0 if all are certified and as referenced");
  output.value("--json", a.json, "FILE", "save everything, enough to restart from");
  output.value("--csv", a.csv, "FILE", "save the series at the knots");
  output.value("--report", a.report, "FILE", "save a page to look at, offline");
  CLI::Option* quiet = output.flag("--quiet", a.quiet, "print nothing but errors");
  output.flag("--verbose", a.verbose, "print IPOPT's own table")->excludes(quiet);
  output.flag("--timing", a.timing, "print where the time went");
}

void add_homotopy_options(CLI::App& app, Arguments& a) {
  const OptionGroup statement(app, "Statement"), method(app, "Method"), output(app, "Output");
  statement.value("--over", a.over, "KEY", "the named number to change")->required();
  statement.value("--from", a.from, "A", "where to start (the problem's own value)");
  statement.value("--to", a.to, "B", "where to get")->required();
  statement.many("--set", a.settings, "KEY=VALUE", "give another named number another value; may be repeated");
  statement.value("--guess", a.guess, "FILE|zeros", "start from a solution saved by solve --json, or from zeros");
  add_mesh(method, a);
  method.value("--derivatives", a.derivatives, "PLUG", "as for solve");
  method.value("--barrier", a.barrier, "MU", "by which bounds are smoothed on the way (1e-8)");
  method.value("--first-step", a.first_step, "X", "as a fraction of the path (0.1)");
  method.value("--max-steps", a.most_steps, "N", "step limit (1000)");
  method.value("--through-folds", a.through_folds, "N", "pass this many folds before --to counts");
  method.flag("--polish", a.polish, "follow controls that jump between their bounds by the times of their switches");
  method.flag("--no-restart", a.no_restart, "at a fold go round it, do not look for another minimum beyond");
  output.value("--checkpoint", a.checkpoint, "FILE",
               "where the path stops at Ctrl-C or --max-steps, save it to be resumed");
  statement.value("--resume", a.resume, "FILE", "go on with a path saved by --checkpoint; other options as they were");
  output.value("--json", a.json, "FILE", "save the path");
  output.value("--csv", a.csv, "FILE", "save the series of the last answer at the knots");
  output.value("--report", a.report, "FILE", "save a page of the last answer and of the path");
  output.flag("--quiet", a.quiet, "print nothing but errors");
  app.footer(kHomotopyFooter);
}

void add_pareto_options(CLI::App& app, Arguments& a, bool has_own_problem) {
  const OptionGroup options(app), motions(app, "Motions");
  CLI::Option* name =
      app.add_option("NAME", a.name, "a co-design problem, or a motion with design numbers ('tandem list')");
  if (!has_own_problem) name->required();
  options.value("--lambda", a.weights, "L,L,...", "weights of the controller's or the motion's cost, 0 to 1")
      ->delimiter(',');
  options.many("--set", a.settings, "KEY=VALUE", "give a named number another value; may be repeated");
  options.value("--max-steps", a.most_steps, "N", "step limit of a co-design problem (1000)");
  options.value("--json", a.json, "FILE", "save the front");
  motions.value("--over", a.over, "KEY", "the named number that weighs the two costs (weight)");
  motions.value("--guess", a.guess, "FILE|zeros", "start from a solution saved by solve --json, or from zeros");
  add_mesh(motions, a);
  motions.value("--refine", a.refine, "TOL", "as for solve");
  options.flag("--quiet", a.quiet, "print nothing but errors");
  app.footer(kParetoFooter);
}

void add_show_options(CLI::App& app, Arguments& a) {
  const OptionGroup options(app);
  options.flag("--structure", a.structure, "sizes and non-zeros of the transcribed problem, and what scales it");
  add_mesh(options, a);
}

void add_feedback_options(CLI::App& app, Arguments& a) {
  const OptionGroup feedback(app, "Feedback (a problem's plan on a disturbed plant)");
  feedback.flag("--feedback", a.feedback, "NAME is a problem: follow its plan with feedback, and without");
  feedback.value("--solution", a.solution, "FILE", "a plan saved by solve --solver ddp --json, instead of solving now");
  feedback.many("--set", a.settings, "KEY=VALUE", "give a named number of the problem another value; may be repeated");
  feedback.value("--intervals", a.intervals, "N", "of the plan");
  feedback.many(
      "--plant", a.plant, "KEY=VALUE",
      "a named number of the plant, its value or by how much it differs, pole_mass=+5%; may be repeated (every "
      "mass +5%)");
  feedback.value("--push", a.push, "SIZE",
                 "how far a push throws each velocity at most, as a part of its range in the plan (0.02)");
  feedback.value("--pushes", a.pushes, "N", "how many, at random times of the plan (3)");
  feedback.value("--seed", a.seed, "S", "of the pushes (1)");
  feedback.value("--runs", a.runs, "N", "with seeds S, S + 1, ... (1)");
  feedback.value("--gains", a.gains, "WHOSE", "plan, those of DDP; or tracking, those of a regulator along the plan")
      ->capture_default_str();
  feedback.value("--hold", a.hold, "SECONDS",
                 "time after the plan's end in which a regulator holds it (as long as the plan)");
  feedback.value("--within", a.within, "X", "distance from the end that counts as there, by each state's range (0.02)");
  feedback.value("--report", a.report, "FILE", "save a page with both motions of the first run");
}

void add_simulate_options(CLI::App& app, Arguments& a, bool has_own_problem) {
  const OptionGroup start(app, "Start"), method(app, "Method"), output(app, "Output");
  CLI::Option* name = app.add_option(
      "NAME", a.name, "a model ('tandem list --models' lists them) or a URDF file; with --feedback a problem");
  if (!has_own_problem) name->required();
  start.many("--start", a.start, "NAME=VALUE", "start a joint here, elbow=0.5 or base.z=1; may be repeated");
  start.many("--rate", a.rates, "NAME=VALUE", "start a joint at this speed; may be repeated");
  start.value("--gravity", a.gravity, "X Y Z", "gravity's acceleration in the world's axes")->expected(3);
  add_base(start, a);
  method.value("--time", a.time, "SECONDS", "how long to simulate (10)");
  method.value("--step", a.step, "SECONDS", "spacing of the series, and rk4's step (0.01)");
  method.value("--integrator", a.integrator, "NAME", "fehlberg78 (adaptive, at 1e-14) or rk4")->capture_default_str();
  method.value("--limit", a.limit, "X", "relative drift that passes the audit (1e-9; rk4: 1e-3)");
  output.value("--csv", a.csv, "FILE", "save the series as a table");
  output.value("--json", a.json, "FILE", "save series and audit");
  output.flag("--quiet", a.quiet, "print nothing but errors");
  add_feedback_options(app, a);
  app.footer(kSimulateFooter);
}

void add_certify_options(CLI::App& app, Arguments& a) {
  const OptionGroup statement(app, "Statement"), output(app, "Output");
  statement.value("--solution", a.solution, "FILE", "the answer: CSV, JSON, or a solution saved by solve --json")
      ->required();
  statement.many("--set", a.settings, "KEY=VALUE", "give a named number another value; may be repeated");
  statement.value("--controls", a.controls, "HOW",
                  "between their times: held, linear or quadratic (as the times suggest)");
  statement.value("--steps", a.steps, "NAME",
                  "hold it against the finite problem of one step of shooting-rk4 or semi-implicit an interval");
  output.value("--json", a.json, "FILE", "save the answer with its costates and certificate");
  output.value("--report", a.report, "FILE", "save a page to look at, offline");
  output.flag("--quiet", a.quiet, "print nothing but errors");
  app.footer(kCertifyFooter);
}

void add_verify_options(CLI::App& app, Arguments& a) {
  const OptionGroup options(app);
  app.add_option("NAME", a.name, "a model, a URDF file, or a problem");
  options.flag("--all", a.all, "every model (families by an example) and problem");
  options.value("--states", a.states, "N", "random states to compare at (3)");
  options.value("--seed", a.seed, "S", "of what is random (1)");
  options.many("--set", a.settings, "KEY=VALUE", "give a problem's named number another value; may be repeated");
  add_base(options, a);
  options.value("--json", a.json, "FILE", "save the table");
  options.flag("--quiet", a.quiet, "print nothing but errors");
  app.footer(kVerifyFooter);
}

void add_export_options(CLI::App& app, Arguments& a) {
  const OptionGroup options(app);
  app.add_option("NAME", a.name, "a problem, a model ('tandem list --models' lists them) or a URDF file")->required();
  options.many("--set", a.settings, "KEY=VALUE", "give a problem's named number another value; may be repeated");
  options.value("--output", a.output, "FILE", "where to (NAME.casadi)");
  add_base(options, a);
  options.flag("--quiet", a.quiet, "print nothing but errors");
  app.footer(kExportFooter);
}

void add_name(CLI::App& app, Arguments& arguments, bool has_own_problem) {
  CLI::Option* name = app.add_option("NAME", arguments.name, "a problem ('tandem list' lists them)");
  if (!has_own_problem) name->required();
}

/// Refuses words that no option and no command is called, with the nearest ones that are.
int refuse_word(const CLI::App& app, const std::string& word) {
  std::vector<std::string> known;
  const bool is_option = word.rfind("-", 0) == 0;
  const CLI::App* used = &app;
  for (const CLI::App* sub : app.get_subcommands()) used = sub;
  if (is_option) {
    for (const CLI::Option* option : used->get_options()) known.push_back(option->get_name());
  } else if (used == &app) {
    for (const CLI::App* sub : app.get_subcommands([](const CLI::App*) { return true; })) {
      known.push_back(sub->get_name());
    }
  }
  const std::string name = word.substr(0, word.find('='));
  if (is_option || used == &app) {
    fmt::print(stderr, "tandem: no {} is called '{}'{}\n", is_option ? "option" : "command", name,
               did_you_mean(name, known));
  } else {
    fmt::print(stderr, "tandem: one argument too many: '{}'\n", word);
  }
  return kRefused;
}

}  // namespace

Parsed parse(int argc, char** argv, bool has_own_problem) {
  Parsed parsed;
  Arguments& arguments = parsed.arguments;
  CLI::App app(kAbout, "tandem");
  app.set_version_flag("--version", std::string("tandem ") + TANDEM_VERSION);
  app.footer(kExitCodes);
  app.require_subcommand(0, 1);
  app.allow_extras(false);

  CLI::App* list = app.add_subcommand("list", "list the problems, with their reference values");
  list->add_flag("--models", arguments.models, "list the models that simulate knows, not the problems");
  list->add_option("--json", arguments.json, "save the list")->type_name("FILE");
  CLI::App* show = app.add_subcommand("show", "print a problem: states, controls, numbers, source");
  add_name(*show, arguments, has_own_problem);
  add_show_options(*show, arguments);
  CLI::App* solve = app.add_subcommand("solve", "solve a problem and certify the answer");
  solve->add_option("NAME", arguments.name, "a problem ('tandem list' lists them)");
  add_solve_options(*solve, arguments);
  solve->footer(kExitCodes);
  CLI::App* homotopy = app.add_subcommand("homotopy", "follow the answer while a named number changes");
  add_name(*homotopy, arguments, has_own_problem);
  add_homotopy_options(*homotopy, arguments);
  add_pareto_options(
      *app.add_subcommand("pareto", "design a structure with its controller or motion: the front of best ones"),
      arguments, has_own_problem);
  add_simulate_options(
      *app.add_subcommand("simulate", "move a model and audit its energy; or a problem's plan on a disturbed plant"),
      arguments, has_own_problem);
  CLI::App* certify = app.add_subcommand("certify", "test the answer of another tool");
  add_name(*certify, arguments, has_own_problem);
  add_certify_options(*certify, arguments);
  add_verify_options(*app.add_subcommand("verify", "compare derivatives by every way there is"), arguments);
  add_export_options(*app.add_subcommand("export", "save dynamics, or a problem's functions, as CasADi functions"),
                     arguments);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    const std::vector<std::string> words = app.remaining(true);
    parsed.exit_code = refuse_word(app, words.empty() ? "" : words.front());
    return parsed;
  } catch (const CLI::ParseError& error) {
    const bool is_help = error.get_exit_code() == 0;
    if (is_help) {
      parsed.exit_code = app.exit(error);
    } else {
      fmt::print(stderr, "tandem: {}\n", error.what());
      parsed.exit_code = kRefused;
    }
    return parsed;
  }
  if (app.get_subcommands().empty()) {
    fmt::print("{}", app.help());
    parsed.exit_code = kRefused;
    return parsed;
  }
  arguments.command = app.get_subcommands().front()->get_name();
  return parsed;
}

}  // namespace tandem::cli
