// The only file that includes CLI11 (it costs seconds to compile).
#include <tandem/cli/commands.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>

#include <fmt/core.h>
#include <CLI/CLI.hpp>

#include <cstdio>

namespace tandem::cli {
namespace {

constexpr const char* kAbout =
    "tandem solves optimal control problems and says whether the answer is right.\n"
    "\n"
    "Try:\n"
    "  tandem list                                     the problems it knows\n"
    "  tandem show cart-pole-swing-up                  what one of them says\n"
    "  tandem solve cart-pole-swing-up --report r.html solve it, certify it, look at it\n"
    "  tandem solve cart-pole-swing-up --intervals 20  too coarse: see the certificate refuse\n"
    "  tandem solve bryson-denham --set limit=0.125    another value of a named number\n"
    "  tandem solve flexible-hub --polish              its switches, to rounding\n"
    "  tandem solve cart-pole-swing-up --multi-start 50  from many starts: its local minima, the best first\n"
    "  tandem solve --all                              every problem, in a table\n"
    "  tandem homotopy bryson-denham --over limit --to 0.3  follow its answer as a number changes\n"
    "  tandem pareto salama-hub                        a structure and its controller, designed together: the front\n"
    "  tandem simulate double-pendulum                 a model in motion, its energy audited\n"
    "  tandem simulate cart-pole-swing-up --feedback   its plan on a disturbed plant, with feedback and without\n"
    "  tandem verify acrobot                           its derivatives, by every way there is, compared\n"
    "  tandem export acrobot                           its dynamics as CasADi functions\n";

constexpr const char* kExitCodes =
    "Exit codes: 0 solved and certified; 1 not solved or not certified; 2 refused before a solver ran.";

void add_solve_options(CLI::App& app, Arguments& a) {
  const std::string statement = "Statement", method = "Method", output = "Output";
  app.add_option("--set", a.settings, "give a named number another value; may be repeated")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(statement);
  app.add_option("--scale", a.scales, "measure a state, control, constraint or number by this size; may be repeated")
      ->type_name("NAME=SIZE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(method);
  app.add_option("--guess", a.guess, "start from a solution saved by --json, or from zeros")
      ->type_name("FILE|zeros")
      ->group(statement);
  app.add_option("--transcription", a.transcription,
                 "trapezoid, hermite-simpson, hermite-simpson-separated, gauss, radau, midpoint, shooting-rk4 or "
                 "semi-implicit")
      ->type_name("NAME")
      ->group(method);
  app.add_option("--intervals", a.intervals, "intervals of the mesh")->type_name("N")->group(method);
  app.add_option("--degree", a.degree, "points of gauss and radau (3); 0 constant or 1 linear controls of shooting-rk4")
      ->type_name("D")
      ->group(method);
  app.add_option("--refine", a.refine, "split intervals until each one's error is below this")
      ->type_name("TOL")
      ->group(method);
  app.add_flag("--polish", a.polish,
               "find the arcs of a control that jumps between its bounds and solve for the times of its switches")
      ->group(method);
  app.add_flag("--rescue", a.rescue,
               "if it fails, try easier problems on the way: more force, less gravity, more time, open ends")
      ->group(method);
  app.add_option("--solver", a.solver, "ipopt; or ddp, on shooting-rk4 and semi-implicit")
      ->type_name("NAME")
      ->capture_default_str()
      ->group(method);
  app.add_option("--hessian", a.hessian,
                 "of ddp: exact (the default); or gauss-newton, without the steps' curvature, and of costs that are "
                 "squares of residuals J'J")
      ->type_name("WHICH")
      ->group(method);
  app.add_option("--linear-solver", a.linear_solver,
                 "sweep, along the stages; mumps; or shadow: mumps steers, the sweep is compared")
      ->type_name("NAME")
      ->capture_default_str()
      ->group(method);
  app.add_option("--derivatives", a.derivatives,
                 "where exact derivatives come from: jets (multibody: recursive), recursive, symbolic or tape")
      ->type_name("PLUG")
      ->capture_default_str()
      ->group(method);
  app.add_option("--tol", a.tolerance, "convergence tolerance (1e-10)")->type_name("X")->group(method);
  app.add_option("--ipopt", a.ipopt, "an option of IPOPT's own; may be repeated")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(method);
  app.add_option("--max-iterations", a.max_iterations, "iteration limit (3000)")->type_name("N")->group(method);
  app.add_option("--time-limit", a.time_limit, "time limit of one solve")->type_name("SECONDS")->group(method);
  const std::string starts = "Many starts";
  app.add_option("--multi-start", a.multi_start, "solve from N random starts and keep each minimum once")
      ->type_name("N")
      ->group(starts);
  app.add_option("--seed", a.seed, "of what is random (1)")->type_name("S")->group(starts);
  app.add_option("--from-start", a.from_start, "solve from the Kth of these starts alone; 0 is the usual guess")
      ->type_name("K")
      ->group(starts);
  app.add_option("--threads", a.threads, "threads that solve side by side (as many as the machine has)")
      ->type_name("N")
      ->group(starts);
  app.add_flag("--all", a.all, "solve every problem and print a table; 0 if all are certified and as referenced");
  app.add_option("--json", a.json, "save everything, enough to restart from")->type_name("FILE")->group(output);
  app.add_option("--csv", a.csv, "save the series at the knots")->type_name("FILE")->group(output);
  app.add_option("--report", a.report, "save a page to look at, offline")->type_name("FILE")->group(output);
  CLI::Option* quiet = app.add_flag("--quiet", a.quiet, "print nothing but errors")->group(output);
  app.add_flag("--verbose", a.verbose, "print IPOPT's own table")->excludes(quiet)->group(output);
  app.add_flag("--timing", a.timing, "print where the time went")->group(output);
}

constexpr const char* kHomotopyFooter =
    "Solves the problem at --from, follows its answer by Newton's method while the number changes, and solves it again "
    "at\n"
    "--to. Says where motions that meet the constraints end, and where the path turns back (folds).\n"
    "  tandem homotopy cart-pole-swing-up --over max_force --to 1    the weakest force that still swings it up\n"
    "  tandem homotopy acrobot-swing-up --over gravity --from 4.9 --to 9.81\n"
    "  tandem homotopy bratu --over lambda --to 1 --through-folds 1  its other solution\n"
    "Exit codes: 0 reached and certified; 1 not reached, or not certified there; 2 refused.";

void add_homotopy_options(CLI::App& app, Arguments& a) {
  const std::string statement = "Statement", method = "Method", output = "Output";
  app.add_option("--over", a.over, "the named number to change")->type_name("KEY")->required()->group(statement);
  app.add_option("--from", a.from, "where to start (the problem's own value)")->type_name("A")->group(statement);
  app.add_option("--to", a.to, "where to get")->type_name("B")->required()->group(statement);
  app.add_option("--set", a.settings, "give another named number another value; may be repeated")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->group(statement);
  app.add_option("--guess", a.guess, "start from a solution saved by solve --json, or from zeros")
      ->type_name("FILE|zeros")
      ->group(statement);
  app.add_option("--transcription", a.transcription, "as for solve")->type_name("NAME")->group(method);
  app.add_option("--intervals", a.intervals, "as for solve")->type_name("N")->group(method);
  app.add_option("--degree", a.degree, "as for solve")->type_name("D")->group(method);
  app.add_option("--derivatives", a.derivatives, "as for solve")->type_name("PLUG")->group(method);
  app.add_option("--barrier", a.barrier, "by which bounds are smoothed on the way (1e-8)")
      ->type_name("MU")
      ->group(method);
  app.add_option("--first-step", a.first_step, "as a fraction of the path (0.1)")->type_name("X")->group(method);
  app.add_option("--max-steps", a.most_steps, "step limit (1000)")->type_name("N")->group(method);
  app.add_option("--through-folds", a.through_folds, "pass this many folds before --to counts")
      ->type_name("N")
      ->group(method);
  app.add_flag("--polish", a.polish, "follow controls that jump between their bounds by the times of their switches")
      ->group(method);
  app.add_flag("--no-restart", a.no_restart, "at a fold go round it, do not look for another minimum beyond")
      ->group(method);
  app.add_option("--checkpoint", a.checkpoint, "where the path stops at Ctrl-C or --max-steps, save it to be resumed")
      ->type_name("FILE")
      ->group(output);
  app.add_option("--resume", a.resume, "go on with a path saved by --checkpoint; other options as they were")
      ->type_name("FILE")
      ->group(statement);
  app.add_option("--json", a.json, "save the path")->type_name("FILE")->group(output);
  app.add_option("--csv", a.csv, "save the series of the last answer at the knots")->type_name("FILE")->group(output);
  app.add_option("--report", a.report, "save a page of the last answer and of the path")
      ->type_name("FILE")
      ->group(output);
  app.add_flag("--quiet", a.quiet, "print nothing but errors")->group(output);
  app.footer(kHomotopyFooter);
}

constexpr const char* kParetoFooter =
    "Follows the least (1 - lambda) structure_cost + lambda control_cost from the lightest design, lambda = 0, and "
    "prints\n"
    "the front at the problem's weights, or at those of --lambda.\n"
    "  tandem pareto salama-cantilever\n"
    "  tandem pareto salama-hub --lambda 0.1,0.5,0.9 --set effort_weight=1e-6 --json front.json\n"
    "Exit codes: 0 all points found, each a minimum; 1 not so; 2 refused.";

void add_pareto_options(CLI::App& app, Arguments& a) {
  app.add_option("NAME", a.name, "a co-design problem ('tandem list' lists them)")->required();
  app.add_option("--lambda", a.weights, "weights of the controller's cost, at least 0 and below 1")
      ->type_name("L,L,...")
      ->delimiter(',');
  app.add_option("--set", a.settings, "give a named number another value; may be repeated")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--max-steps", a.most_steps, "step limit (1000)")->type_name("N");
  app.add_option("--json", a.json, "save the front")->type_name("FILE");
  app.add_flag("--quiet", a.quiet, "print nothing but errors");
  app.footer(kParetoFooter);
}

void add_show_options(CLI::App& app, Arguments& a) {
  app.add_flag("--structure", a.structure, "sizes and non-zeros of the transcribed problem, and what scales it");
  app.add_option("--transcription", a.transcription, "as for solve")->type_name("NAME");
  app.add_option("--intervals", a.intervals, "as for solve")->type_name("N");
  app.add_option("--degree", a.degree, "as for solve")->type_name("D");
}

constexpr const char* kSimulateFooter =
    "Of a model: its free motion, audited. Of a problem with --feedback: its plan, solved by DDP, on a plant of other\n"
    "numbers that random pushes hit, once with the gains of DDP and once without; past the end of the plan a regulator "
    "holds\n"
    "it where it is to end.\n"
    "  tandem simulate double-pendulum --time 5\n"
    "  tandem simulate cart-pole-swing-up --feedback --runs 20 --report r.html\n"
    "  tandem simulate cart-pole-swing-up --feedback --plant pole_mass=+10% --push 0.05 --gains tracking\n"
    "Exit codes: 0 energy and momentum were kept, or every motion with feedback got to its end; 1 not so, or the "
    "motion\n"
    "went to infinity, or there was no certified plan; 2 refused.";

void add_feedback_options(CLI::App& app, Arguments& a) {
  const std::string feedback = "Feedback (a problem's plan on a disturbed plant)";
  const auto add_settings = [&](const char* option, std::vector<std::string>& settings, const char* about) {
    app.add_option(option, settings, about)
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group(feedback);
  };
  app.add_flag("--feedback", a.feedback, "NAME is a problem: follow its plan with feedback, and without")
      ->group(feedback);
  app.add_option("--solution", a.solution, "a plan saved by solve --solver ddp --json, instead of solving now")
      ->type_name("FILE")
      ->group(feedback);
  add_settings("--set", a.settings, "give a named number of the problem another value; may be repeated");
  app.add_option("--intervals", a.intervals, "of the plan")->type_name("N")->group(feedback);
  add_settings(
      "--plant", a.plant,
      "a named number of the plant, its value or by how much it differs, pole_mass=+5%; may be repeated (every "
      "mass +5%)");
  app.add_option("--push", a.push,
                 "how far a push throws each velocity at most, as a part of its range in the plan (0.02)")
      ->type_name("SIZE")
      ->group(feedback);
  app.add_option("--pushes", a.pushes, "how many, at random times of the plan (3)")->type_name("N")->group(feedback);
  app.add_option("--seed", a.seed, "of the pushes (1)")->type_name("S")->group(feedback);
  app.add_option("--runs", a.runs, "with seeds S, S + 1, ... (1)")->type_name("N")->group(feedback);
  app.add_option("--gains", a.gains, "plan, those of DDP; or tracking, those of a regulator along the plan")
      ->type_name("WHOSE")
      ->capture_default_str()
      ->group(feedback);
  app.add_option("--hold", a.hold, "time after the plan's end in which a regulator holds it (as long as the plan)")
      ->type_name("SECONDS")
      ->group(feedback);
  app.add_option("--within", a.within, "distance from the end that counts as there, by each state's range (0.02)")
      ->type_name("X")
      ->group(feedback);
  app.add_option("--report", a.report, "save a page with both motions of the first run")
      ->type_name("FILE")
      ->group(feedback);
}

void add_simulate_options(CLI::App& app, Arguments& a, bool has_own_problem) {
  const std::string start = "Start", method = "Method", output = "Output";
  CLI::Option* name = app.add_option(
      "NAME", a.name, "a model ('tandem list --models' lists them) or a URDF file; with --feedback a problem");
  if (!has_own_problem) name->required();
  const auto add_settings = [&](const char* option, std::vector<std::string>& settings, const char* about) {
    app.add_option(option, settings, about)
        ->type_name("NAME=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
        ->group(start);
  };
  add_settings("--start", a.start, "start a joint here, elbow=0.5 or base.z=1; may be repeated");
  add_settings("--rate", a.rates, "start a joint at this speed; may be repeated");
  app.add_option("--gravity", a.gravity, "gravity's acceleration in the world's axes")
      ->type_name("X Y Z")
      ->expected(3)
      ->group(start);
  app.add_option("--base", a.base, "what a URDF's root link is: fixed (if not given) or floating")
      ->type_name("WHICH")
      ->group(start);
  app.add_option("--time", a.time, "how long to simulate (10)")->type_name("SECONDS")->group(method);
  app.add_option("--step", a.step, "spacing of the series, and rk4's step (0.01)")->type_name("SECONDS")->group(method);
  app.add_option("--integrator", a.integrator, "fehlberg78 (adaptive, at 1e-14) or rk4")
      ->type_name("NAME")
      ->capture_default_str()
      ->group(method);
  app.add_option("--limit", a.limit, "relative drift that passes the audit (1e-9; rk4: 1e-3)")
      ->type_name("X")
      ->group(method);
  app.add_option("--csv", a.csv, "save the series as a table")->type_name("FILE")->group(output);
  app.add_option("--json", a.json, "save series and audit")->type_name("FILE")->group(output);
  app.add_flag("--quiet", a.quiet, "print nothing but errors")->group(output);
  add_feedback_options(app, a);
  app.footer(kSimulateFooter);
}

void add_base(CLI::App& app, Arguments& a) {
  app.add_option("--base", a.base, "what a URDF's root link is: fixed (if not given) or floating")->type_name("WHICH");
}

constexpr const char* kVerifyFooter =
    "Compares derivatives by all the ways that apply, a line a block: which ways, their largest difference relative "
    "to\n"
    "the norm of the block, and the entry that it is in.\n"
    "  tandem verify acrobot               every derivative of a model's dynamics: analytic sweeps, CppAD, CasADi,\n"
    "                                      complex steps\n"
    "  tandem verify robot.urdf --states 10\n"
    "  tandem verify cart-pole-swing-up    dynamics, costs and constraints of a problem, first and second order:\n"
    "                                      all plugs, and differences of the values\n"
    "  tandem verify --all                 every model and problem that tandem knows\n"
    "Exit codes: 0 all agree; 1 some do not, or a function is not smooth there; 2 refused.";

void add_verify_options(CLI::App& app, Arguments& a) {
  app.add_option("NAME", a.name, "a model, a URDF file, or a problem");
  app.add_flag("--all", a.all, "every model (families by an example) and problem");
  app.add_option("--states", a.states, "random states to compare at (3)")->type_name("N");
  app.add_option("--seed", a.seed, "of what is random (1)")->type_name("S");
  app.add_option("--set", a.settings, "give a problem's named number another value; may be repeated")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_base(app, a);
  app.add_option("--json", a.json, "save the table")->type_name("FILE");
  app.add_flag("--quiet", a.quiet, "print nothing but errors");
  app.footer(kVerifyFooter);
}

constexpr const char* kExportFooter =
    "Saves forward_dynamics(q, v, tau) -> a, inverse_dynamics(q, v, a) -> tau and coordinate_rates(q, v) -> q_dot "
    "with\n"
    "the model's numbers. In Python, f = casadi.Function.load('acrobot.casadi') is forward dynamics; a\n"
    "casadi.FileDeserializer unpacks all, one after the other, then the names of coordinates and velocities.\n"
    "Of a problem: dynamics, costs, constraints and linkages as functions of (x, u, t, p), p the named numbers.\n"
    "Exit codes: 0 saved; 2 refused.";

void add_export_options(CLI::App& app, Arguments& a) {
  app.add_option("NAME", a.name, "a problem, a model ('tandem list --models' lists them) or a URDF file")->required();
  app.add_option("--set", a.settings, "give a problem's named number another value; may be repeated")
      ->type_name("KEY=VALUE")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  app.add_option("--output", a.output, "where to (NAME.casadi)")->type_name("FILE");
  add_base(app, a);
  app.add_flag("--quiet", a.quiet, "print nothing but errors");
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
  add_pareto_options(*app.add_subcommand("pareto", "design a structure with its controller: the front of best ones"),
                     arguments);
  add_simulate_options(
      *app.add_subcommand("simulate", "move a model and audit its energy; or a problem's plan on a disturbed plant"),
      arguments, has_own_problem);
  add_verify_options(*app.add_subcommand("verify", "compare derivatives by every way there is"), arguments);
  add_export_options(*app.add_subcommand("export", "save a model's dynamics as CasADi functions"), arguments);

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
