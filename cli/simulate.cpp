#include <tandem/cli/commands.hpp>
#include <tandem/cli/driven_joints.hpp>
#include <tandem/cli/feedback.hpp>
#include <tandem/cli/model_argument.hpp>
#include <tandem/cli/output.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/settings.hpp>
#include <tandem/cli/simulation_file.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

namespace tandem::cli {
namespace {

constexpr Option kGravity{.name = "--gravity",
                          .takes = Takes::numbers,
                          .value = "X Y Z",
                          .about = "gravity's acceleration in the world's axes",
                          .group = "Start",
                          .kinds = kModels,
                          .words = 3};
constexpr Option kDrive{.name = "--drive",
                        .takes = Takes::text,
                        .value = "JOINT=hold|FILE.csv",
                        .about = "hold a joint, or move it as a table of --csv says; may be repeated",
                        .group = "Start",
                        .kinds = kModels,
                        .is_repeated = true};
constexpr Option kTime{.name = "--time",
                       .takes = Takes::number,
                       .value = "SECONDS",
                       .about = "how long to simulate (10)",
                       .group = kMethod,
                       .kinds = kModels};
constexpr Option kStep{.name = "--step",
                       .takes = Takes::number,
                       .value = "SECONDS",
                       .about = "spacing of the series, and rk4's step (0.01)",
                       .group = kMethod,
                       .kinds = kModels | Kind::every};
constexpr Option kIntegrator{.name = "--integrator",
                             .takes = Takes::text,
                             .value = "NAME",
                             .about = "fehlberg78 (adaptive, at 1e-14) or rk4",
                             .group = kMethod,
                             .preset = "fehlberg78",
                             .kinds = kModels | Kind::every};
constexpr Option kForm{.name = "--form",
                       .takes = Takes::text,
                       .value = "NAME",
                       .about = "minimal (loops embedded), multipliers, or descriptor (absolute coordinates)",
                       .group = kMethod,
                       .preset = "minimal",
                       .kinds = kModels};
constexpr Option kLimit{.name = "--limit",
                        .takes = Takes::number,
                        .value = "X",
                        .about = "relative drift that passes the audit (1e-9; rk4: 1e-3)",
                        .group = kMethod,
                        .kinds = kModels | Kind::every};

constexpr std::array kOptions = {
    kAll.saying("every model (families by an example), against stored states, in a table").of(Kind::every),
    kStart,
    kRate,
    kGravity,
    kDrive,
    kBase.in("Start"),
    kTime,
    kStep,
    kIntegrator,
    kForm,
    kLimit,
    kTimeLimit.in(kMethod),
    kCsv.in(kOutput).saying("save the series as a table").of(kModels),
    kJson.in(kOutput).saying("save series and audit").of(kModels | Kind::motion),
    kQuiet.in(kOutput).of(kModels | Kind::motion),
    kFeedback.in(kOfFeedback).saying("NAME is a problem: follow its plan with feedback, and without").of(Kind::motion),
    kSolution.in(kOfFeedback)
        .saying("a plan saved by solve --solver ddp --json, instead of solving now")
        .of(Kind::motion),
    kSet.in(kOfFeedback).saying("give a named number of the problem another value; may be repeated").of(Kind::motion),
    kIntervals.in(kOfFeedback).saying("of the plan").of(Kind::motion),
    kPlant,
    kPush,
    kPushes,
    kSeed.in(kOfFeedback).saying("of the pushes (1)").of(Kind::motion),
    kRuns,
    kGains,
    kHold,
    kWithin,
    kReport.in(kOfFeedback).saying("save a page with both motions of the first run").of(Kind::motion),
};

constexpr std::string_view kFooter =
    R"(Of a model: its free motion, audited. Of a problem with --feedback: its plan, solved by DDP, on a plant of other
numbers that random pushes hit, once with the gains of DDP and once without; past the end of the plan a regulator holds
it where it is to end.
  tandem simulate double-pendulum --time 5
  tandem simulate acrobot --drive elbow=hold --csv swung.csv
  tandem simulate four-bar --form descriptor
  tandem simulate --all
  tandem simulate cart-pole-swing-up --feedback --runs 20 --report r.html
  tandem simulate cart-pole-swing-up --feedback --plant pole_mass=+10% --push 0.05 --gains tracking
Exit codes: 0 energy and momentum were kept, or every motion with feedback got to its end; 1 not so, or the motion
went to infinity, or there was no certified plan; 2 refused.)";

Kind kind_of(const Given& given, const Problems& problems) {
  const std::string& name = given.name();
  require(!given.has(kAll) || name.empty(), "simulate takes --all or a NAME, not both ('{}')", name);
  if (given.has(kAll)) return Kind::every;
  const bool is_plan = given.has(kFeedback);
  require(!is_plan || !name.empty() || problems.has_own(), "simulate --feedback needs the NAME of a problem");
  if (is_plan) return problems.kind_of(name);
  require(!name.empty(), "simulate needs a NAME ('tandem list --models' lists them), --all, or --feedback");
  if (!problems.knows(name)) return kind_of_model(name);
  const Kind kind = problems.kind_of(name);
  require(kind != Kind::motion, "'{}' is a problem, not a model: --feedback simulates its plan", name);
  return kind;
}

SimulationOptions simulation_options(const Given& given) {
  SimulationOptions options;
  options.integrator = integrator_named(given.choice(kIntegrator));
  options.form = form_named(given.choice(kForm));
  options.duration = given.number(kTime).value_or(options.duration);
  options.step = given.number(kStep).value_or(options.step);
  return options;
}

Parameters<double> parameters_from(const Model& model, const Given& given) {
  Parameters<double> parameters = model.parameters();
  const std::vector<double> gravity = given.numbers(kGravity);
  if (!gravity.empty()) parameters.set_gravity({gravity[0], gravity[1], gravity[2]});
  return parameters;
}

// A fixed step drifts by its order; whether that is much is for who chose it to say.
double limit_from(const Given& given, const SimulationOptions& options) {
  const double limit = given.number(kLimit).value_or(options.integrator == Integrator::rk4 ? 1e-3 : 1e-9);
  require(limit > 0.0, "--limit is {}: it must be positive", limit);
  return limit;
}

std::string method_of(const SimulationOptions& options) {
  if (options.form == Form::descriptor) return name_of(options.form);
  const std::string integrator = name_of(options.integrator);
  return options.form == Form::minimal ? integrator : integrator + fmt::format(", {}", name_of(options.form));
}

void print(const AuditedMotion& motion) {
  const Simulation& s = motion.simulation;
  const Eigen::Index last = s.time.size() - 1;
  say("{}: {} bodies, {} freedoms\n", motion.model.name(), motion.model.body_count() - 1, motion.model.nv());
  say("  {:.6g} s by {}: {} steps, {} taken back, {} evaluations\n", s.time(last), method_of(motion.options), s.steps,
      s.rejected, s.evaluations);
  say("  {:<16} {:>14} {:>14}\n", "energy (J)", "at start", "at end");
  say("    {:<14} {:>14.8g} {:>14.8g}\n", "kinetic", s.kinetic(0), s.kinetic(last));
  say("    {:<14} {:>14.8g} {:>14.8g}\n", "potential", s.potential(0), s.potential(last));
  say("    {:<14} {:>14.8g} {:>14.8g}\n", "work done", s.work(0), s.work(last));
  say("  audit  {}\n", motion.passes() ? "PASS" : "FAIL");
  for (const AuditLine& line : motion.lines()) {
    say("    {:<18} {:>9.2e}  limit {:.0e}  {}\n", line.name, line.drift, motion.limit, line.holds ? "ok" : "FAILS");
  }
}

int simulate_model(const Given& given, const Problems& /*problems*/) {
  ModelExample example = model_at_state(given);
  SimulationOptions options = simulation_options(given);
  drive_joints(given.all(kDrive), kDrive.name, example.model, example.q, example.v, options);
  const double limit = limit_from(given, options);
  const Simulation simulation =
      simulate(example.model, parameters_from(example.model, given), example.q, example.v, options);
  const AuditedMotion motion{example.model, simulation, options, limit};
  if (!given.has(kQuiet)) print(motion);
  save_as(given, kCsv, "series", [&](const auto& file) { save_csv(motion, file); });
  save_as(given, kJson, "motion", [&](const auto& file) { save_json(motion, file); });
  return motion.passes() && simulation.is_whole ? kCertified : kNotCertified;
}

int simulate_all(const Given& given, const Problems& /*problems*/) {
  const SimulationOptions options = simulation_options(given);
  return simulate_every_model(options, limit_from(given, options)) ? kCertified : kNotCertified;
}

constexpr std::array kWays = {Way{Kind::every, simulate_all}, Way{Kind::model, simulate_model},
                              Way{Kind::urdf, simulate_model}, Way{Kind::motion, simulate_feedback}};

}  // namespace

constinit const Command kSimulateCommand{
    .name = "simulate",
    .about = "move a model and audit its energy; or a problem's plan on a disturbed plant",
    .argument = "a model ('tandem list --models' lists them) or a URDF file; with --feedback a problem",
    .options = kOptions,
    .kind_of = kind_of,
    .ways = kWays,
    .footer = kFooter};

}  // namespace tandem::cli
