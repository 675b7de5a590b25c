#include <tandem/cli/feedback.hpp>

#include <tandem/cli/exit_codes.hpp>
#include <tandem/cli/output.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/progress_line.hpp>
#include <tandem/cli/settings.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/names.hpp>
#include <tandem/ocp/answers/played.hpp>
#include <tandem/ocp/answers/solution_file.hpp>
#include <tandem/ocp/search/closed_loop/trials_file.hpp>
#include <tandem/report/feedback.hpp>

#include <fmt/core.h>

#include <optional>
#include <string>
#include <vector>

namespace tandem::cli {
namespace {

constexpr double kMassError = 0.05;

void require_gains_unless_tracking(const Given& given, const Problem& problem, const Solution& plan) {
  if (given.choice(kGains) == "plan") require_gains(problem, plan);
}

/// A plan from a file, with the numbers that it was made for.
Solution loaded_plan(const Given& given, Problem& problem) {
  const std::filesystem::path file = given.file(kSolution);
  require(!given.has(kSet), "--set is for a plan that is solved now; '{}' has numbers of its own", file.string());
  require(!given.has(kIntervals), "--intervals is for a plan that is solved now, not for '{}'", file.string());
  Solution plan = load_json(file);
  require(plan.problem == problem.name(), "'{}' is a solution of '{}', not of '{}'", file.string(), plan.problem,
          problem.name());
  for (const auto& [name, value] : plan.numbers) problem.set(name, value);
  require_gains_unless_tracking(given, problem, plan);
  plan.certificate = certify(problem, plan);  // what the file says of itself is not asked
  return plan;
}

Solution solved_plan(const Given& given, const Problem& problem) {
  SolveOptions options;
  options.method = "ddp";
  options.transcription = "shooting-rk4";
  options.intervals = given.count(kIntervals);
  ProgressLine line;
  if (!given.has(kQuiet)) options.solver.progress = shown_on(line);
  Solution plan = tandem::solve(problem, options);
  line.finish();
  return plan;
}

/// "+5%" and "-3%" are changes, anything else a value.
double changed(double nominal, const std::string& text, const std::string& key) {
  if (text.empty() || text.back() != '%') return number_from(text, key);
  std::string percent = text.substr(0, text.size() - 1);
  if (percent.starts_with('+')) percent.erase(0, 1);
  return nominal * (1.0 + 0.01 * number_from(percent, key));
}

/// The problem with the plant's numbers: those of --plant, or every mass five per cent too heavy.
Problem plant_of(const Problem& problem, const Given& given) {
  Problem plant = problem;
  for (const std::string& setting : given.all(kPlant)) {
    const auto [key, text] = setting_from(setting, kPlant.name);
    plant.set(key, changed(problem.value(key), text, key));
  }
  if (given.has(kPlant)) return plant;
  for (const NamedNumber& number : problem.numbers()) {
    if (number.unit == "kg") plant.set(number.name, number.value * (1.0 + kMassError));
  }
  return plant;
}

TrialOptions trial_options(const Given& given, const Problem& plant) {
  TrialOptions options;
  const std::string gains = given.choice(kGains);
  require(gains == "plan" || gains == "tracking", "--gains is plan or tracking, not '{}'", gains);
  options.gains = gains == "plan" ? Gains::plan : Gains::tracking;
  options.disturbance.numbers = plant.number_values();
  options.disturbance.size = given.number(kPush).value_or(options.disturbance.size);
  options.disturbance.pushes = given.count(kPushes).value_or(options.disturbance.pushes);
  options.seed = given.natural(kSeed).value_or(options.seed);
  options.runs = given.count(kRuns).value_or(options.runs);
  options.tolerance = given.number(kWithin).value_or(options.tolerance);
  options.hold = given.number(kHold);
  return options;
}

void print_plant(const Problem& problem, const Problem& plant) {
  const char* head = "plant";
  for (std::size_t i = 0; i < problem.numbers().size(); ++i) {
    const NamedNumber& planned = problem.numbers()[i];
    const double real = plant.numbers()[i].value;
    if (real == planned.value) continue;
    const std::string unit = planned.unit.empty() ? "" : " " + planned.unit;
    const std::string change =
        planned.value != 0.0 ? fmt::format(" ({:+.3g} %)", 100.0 * (real / planned.value - 1.0)) : "";
    say("  {:<12} {} is {:.6g}{}{}, the plan was made for {:.6g}{}\n", head, planned.name, real, unit, change,
        planned.value, unit);
    head = "";
  }
  if (*head != '\0') say("  {:<12} as the plan takes it to be\n", head);
}

/// How far the pushes of all runs throw each state at most.
void print_pushes(const Problem& problem, const Trials& trials) {
  const Trial& first = trials.runs.front();
  if (first.pushes.empty()) {
    say("  {:<12} none\n", "pushes");
    return;
  }
  Eigen::VectorXd most = Eigen::VectorXd::Zero(first.pushes.front().jump.size());
  for (const Trial& trial : trials.runs) {
    for (const Push& push : trial.pushes) most = most.cwiseMax(push.jump.cwiseAbs());
  }
  std::string list;
  for (int i = 0; i < most.size(); ++i) {
    const State& state = problem.phases().front().states[i];
    if (most(i) > 0.0)
      list += fmt::format("{}{} by up to {:.3g} {}", list.empty() ? "" : ", ", state.name, most(i), state.unit);
  }
  say("  {:<12} {} a run, at random times: {}\n", "pushes", first.pushes.size(), list);
}

std::string outcome(const RolledOut& motion, double tolerance) {
  if (!motion.trouble.empty()) return fmt::format("FAILS  {}", motion.trouble);
  return fmt::format("{:<6} {:>8.1e} {:>8.1e} {:<14}", motion.holds(tolerance) ? "holds" : "FAILS",
                     motion.at_plan_end.distance, motion.at_end.distance, motion.at_end.state);
}

void print_runs(const Trials& trials) {
  say("  {:>8}   {:<39} {}\n", "", "with feedback", "without");
  const char* columns = "plan's end    end by";
  say("  {:>8}   {:<39} {}\n", "seed", fmt::format("       {}", columns), fmt::format("       {}", columns));
  for (const Trial& trial : trials.runs) {
    say("  {:>8}   {:<39} {}\n", trial.seed, outcome(trial.with, trials.tolerance),
        outcome(trial.without, trials.tolerance));
  }
  const auto say_past = [&](const char* head, auto motion) {
    const Trial* worst = &trials.runs.front();
    for (const Trial& trial : trials.runs) {
      if (motion(trial).past_bounds > motion(*worst).past_bounds) worst = &trial;
    }
    if (motion(*worst).past_bounds <= 0.0) return;
    say("  {:<12} {} goes {:.3g} past its bound {} (seed {})\n", "bounds", motion(*worst).past_bounds_of,
        motion(*worst).past_bounds, head, worst->seed);
  };
  say_past("with feedback", [](const Trial& t) -> const RolledOut& { return t.with; });
  say_past("without", [](const Trial& t) -> const RolledOut& { return t.without; });
}

void print(const Problem& problem, const Problem& plant, const Solution& plan, const Trials& trials,
           const Given& given) {
  say("{}: a plan of {} intervals to {:.6g} s, objective {:.10g}, {}\n", problem.name(), plan.intervals(),
      plan.final_time, plan.objective, is_certified(plan) ? "certified" : "not certified");
  print_plant(problem, plant);
  print_pushes(problem, trials);
  say("  {:<12} u = u_k + K_k (x - x_k) read at the knots, {}{}\n", "feedback",
      given.choice(kGains) == "plan" ? "gains of DDP" : "gains of a regulator along the plan",
      trials.hold > 0.0 ? fmt::format("; a regulator for {:.4g} s past the plan's end", trials.hold) : "");
  say("  {:<12} at the end within {:.3g} of the range of each state from where it is to be\n", "holds means",
      trials.tolerance);
  print_runs(trials);
  const std::size_t count = trials.runs.size();
  say("  with feedback it holds in {} of {} runs, without in {}\n", trials.held_with(), count, trials.held_without());
}

/// What to follow: the plan of a file, whose numbers the problem then has, or one that is yet to be solved for.
std::optional<Solution> given_plan(const Given& given, Problem& problem) {
  return given.has(kSolution) ? std::optional(loaded_plan(given, problem)) : std::nullopt;
}

void save_files(const Problem& problem, const Problem& plant, const Solution& plan, const Trials& trials,
                const Given& given) {
  const std::vector<double> numbers = plant.number_values();
  save_as(given, kJson, "trials", [&](const auto& file) { save_json(problem, plan, plant, trials, file); });
  save_as(given, kReport, "report", [&](const auto& file) { save_report(problem, numbers, plan, trials, file); });
}

}  // namespace

int simulate_feedback(const Given& given, const Problems& problems) {
  Problem problem = stated_problem(given, problems);
  const std::optional<Solution> loaded = given_plan(given, problem);
  const Problem plant = plant_of(problem, given);
  const TrialOptions options = trial_options(given, plant);
  check_options(problem, options);  // before a long solve, not after it
  const Solution plan = loaded ? *loaded : solved_plan(given, problem);
  if (!is_certified(plan)) {
    warn("tandem: '{}' has no certified plan to follow: {}\n", problem.name(), plan.message);
    return kNotCertified;
  }
  const Trials trials = try_feedback(problem, plan, options);
  if (!given.has(kQuiet)) print(problem, plant, plan, trials, given);
  save_files(problem, plant, plan, trials, given);
  return trials.all_hold() && std::ssize(trials.runs) == options.runs ? kCertified : kNotCertified;
}

}  // namespace tandem::cli
