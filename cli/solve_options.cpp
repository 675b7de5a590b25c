#include <tandem/cli/solve_options.hpp>

#include <tandem/cli/settings.hpp>
#include <tandem/core/error.hpp>
#include <tandem/ocp/answers/solution_file.hpp>

#include <algorithm>
#include <string>

namespace tandem::cli {
namespace {

void refuse_unknown(std::string_view what, const std::string& name, const std::vector<std::string>& known) {
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  refuse("{} '{}' is not known; there is: {}", what, name, fmt::join(known, ", "));
}

/// DDP has linear algebra and sizes of its own.
void refuse_options_of_ipopt(const Given& given) {
  if (given.choice(kSolver) != "ddp") return;
  for (const Option& option : {kLinearSolver, kIpopt, kScale}) {
    const bool is_of_starts = option.name == kScale.name && given.has(kMultiStart);  // which it tells apart
    require(!given.has(option) || is_of_starts, "{} is of --solver ipopt", option.name);
  }
}

void set_hessian(const Given& given, SolveOptions& options) {
  const auto hessian = given.text(kHessian);
  if (!hessian) return;
  refuse_unknown("hessian", *hessian, hessians());
  require(options.method == "ddp", "--hessian is of --solver ddp; '{}' takes the exact one", options.method);
  options.solver.hessian = *hessian;
}

void set_limits(const Given& given, SolverOptions& solver) {
  solver.tolerance = given.number(kTolerance).value_or(solver.tolerance);
  solver.max_iterations = given.count(kMostIterations).value_or(solver.max_iterations);
}

void set_named(const Given& given, SolveOptions& options) {
  for (const std::string& setting : given.all(kIpopt)) {
    const auto [key, value] = setting_from(setting, kIpopt.name);
    options.solver.ipopt[key] = value;
  }
  for (const std::string& setting : given.all(kScale)) {
    const auto [key, value] = setting_from(setting, kScale.name);
    options.scales[key] = number_from(value, key);
  }
}

/// What keeps solve from going on; empty where nothing does.
std::string kept_by(const Given& given) {
  for (const Option& option : {kFixed, kIntervals, kRefine, kPolish, kRescue}) {
    if (given.has(option)) return std::string(option.name);
  }
  for (const Option& option : {kSolver, kCertify}) {
    if (given.choice(option) != option.preset) return fmt::format("{} {}", option.name, given.choice(option));
  }
  return "";
}

}  // namespace

SolveOptions mesh_from(const Given& given) {
  SolveOptions options;
  options.transcription = given.text(kTranscription);
  options.intervals = given.count(kIntervals);
  options.degree = given.count(kDegree);
  return options;
}

std::string derivatives_from(const Given& given) {
  std::string plug = given.choice(kDerivatives);
  refuse_unknown("derivatives", plug, derivative_plugs());
  return plug;
}

std::optional<Guess> starting_guess(const Given& given, const Problem& problem) {
  const auto guess = given.text(kGuess);
  if (!guess) return std::nullopt;
  return *guess == "zeros" ? zero_guess(problem) : guess_from(load_json(*guess));
}

SolveOptions options_from(const Given& given) {
  SolveOptions options = mesh_from(given);
  options.method = given.choice(kSolver);
  options.solver.linear_solver = given.choice(kLinearSolver);
  refuse_unknown("solver", options.method, solvers());
  options.derivatives = derivatives_from(given);
  refuse_unknown("linear solver", options.solver.linear_solver, linear_solvers());
  refuse_options_of_ipopt(given);
  set_hessian(given, options);
  options.refine = given.number(kRefine);
  options.certify = certify_level(given.choice(kCertify));
  options.solver.verbose = given.has(kVerbose);
  set_limits(given, options.solver);
  set_named(given, options);
  return options;
}

SolveOptions options_from(const Given& given, const Problem& problem) {
  SolveOptions options = options_from(given);
  options.guess = starting_guess(given, problem);
  return options;
}

bool goes_on(const Given& given) {
  const std::string kept = kept_by(given);
  require(kept.empty() || !given.has(kBudget), "--budget is for going on, which {} keeps from", kept);
  return kept.empty();
}

CertifiedOptions certified_options_from(const Given& given, SolveOptions solve) {
  CertifiedOptions options;
  options.solve = std::move(solve);
  options.budget = given.number(kBudget).value_or(options.budget);
  return options;
}

}  // namespace tandem::cli
