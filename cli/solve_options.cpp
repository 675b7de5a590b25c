#include <tandem/cli/solve_options.hpp>

#include <tandem/cli/settings.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/answers/solution_file.hpp>

#include <string>

namespace tandem::cli {
namespace {

void refuse_unknown(const char* option, const std::string& name, const std::vector<std::string>& known) {
  for (const std::string& one : known) {
    if (one == name) return;
  }
  std::string list;
  for (const std::string& one : known) list += (list.empty() ? "" : ", ") + one;
  refuse("{} '{}' is not known; there is: {}", option, name, list);
}

}  // namespace

Problem stated_problem(const Arguments& arguments, const Problems& problems) {
  return with_settings(problems.make(arguments.name), arguments.settings);
}

SolveOptions options_from(const Arguments& arguments) {
  refuse_unknown("solver", arguments.solver, solvers());
  refuse_unknown("derivatives", arguments.derivatives, derivative_plugs());
  refuse_unknown("linear solver", arguments.linear_solver, linear_solvers());
  SolveOptions options;
  options.method = arguments.solver;
  options.transcription = arguments.transcription;
  options.intervals = arguments.intervals;
  options.degree = arguments.degree;
  options.refine = arguments.refine;
  options.certify = certify_level(arguments.certify);
  options.derivatives = arguments.derivatives;
  options.solver.linear_solver = arguments.linear_solver;
  if (arguments.hessian) {
    refuse_unknown("hessian", *arguments.hessian, hessians());
    require(arguments.solver == "ddp", "--hessian is of --solver ddp; '{}' takes the exact one", arguments.solver);
    options.solver.hessian = *arguments.hessian;
  }
  options.solver.verbose = arguments.verbose;
  if (arguments.tolerance) options.solver.tolerance = *arguments.tolerance;
  if (arguments.max_iterations) options.solver.max_iterations = *arguments.max_iterations;
  if (arguments.time_limit) options.solver.time_limit = *arguments.time_limit;
  for (const std::string& setting : arguments.ipopt) {
    const auto [key, value] = setting_from(setting, "--ipopt");
    options.solver.ipopt[key] = value;
  }
  for (const std::string& setting : arguments.scales) {
    const auto [key, value] = setting_from(setting, "--scale");
    options.scales[key] = number_from(value, key);
  }
  return options;
}

bool goes_on(const Arguments& a) {
  require(!a.fixed || !a.budget, "--budget is for going on, which --fixed keeps from");
  return !a.fixed && !a.intervals && !a.refine && !a.polish && !a.rescue && a.solver == "ipopt" && a.certify == "full";
}

CertifiedOptions certified_options_from(const Arguments& arguments, SolveOptions solve) {
  CertifiedOptions options;
  options.solve = std::move(solve);
  options.budget = arguments.budget.value_or(options.budget);
  return options;
}

SolveOptions options_from(const Arguments& arguments, const Problem& problem) {
  SolveOptions options = options_from(arguments);
  if (arguments.guess == "zeros") {
    options.guess = zero_guess(problem);
  } else if (!arguments.guess.empty()) {
    options.guess = guess_from(load_json(arguments.guess));
  }
  return options;
}

void check_files(const std::vector<std::filesystem::path>& files) {
  for (const std::filesystem::path& file : files) {
    if (!file.empty()) check_writable(file);
  }
}

}  // namespace tandem::cli
