#include <tandem/ocp/solve.hpp>

#include <tandem/cli/commands.hpp>
#include <tandem/cli/progress_line.hpp>
#include <tandem/cli/settings.hpp>
#include <tandem/core/error.hpp>
#include <tandem/ocp/solution_file.hpp>
#include <tandem/report/report.hpp>

#include <fmt/core.h>

#include <cmath>
#include <filesystem>
#include <fstream>

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
  options.derivatives = arguments.derivatives;
  options.solver.linear_solver = arguments.linear_solver;
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
  if (!arguments.guess.empty()) options.guess = guess_from(load_json(arguments.guess));
  return options;
}

void print_certificate(const Certificate& certificate) {
  fmt::print("  certificate  {}\n", certificate.passes() ? "PASS" : "FAIL");
  for (const CertificateLine& line : certificate.lines) {
    const std::string limit = std::isnan(line.limit) ? "" : fmt::format("limit {:.0e}", line.limit);
    const char* mark = !line.in_verdict ? "note" : (line.holds ? "ok" : "FAILS");
    fmt::print("    {:<18} {:>9.2e}  {:<12} {:<6} {}\n", line.name, line.value, limit, mark, line.where);
  }
  for (const std::string& note : certificate.notes) fmt::print("    note: {}\n", note);
  for (const std::string& reason : certificate.reasons) fmt::print("    because {}\n", reason);
}

void print_timing(const Solution& solution, const Arguments& arguments) {
  const Seconds& s = solution.seconds;
  const double other = s.solver - s.evaluation - s.linear_algebra;
  fmt::print("  time         {:>8.2f} ms setup\n", 1e3 * s.setup);
  fmt::print("               {:>8.2f} ms evaluation of functions and derivatives ({})\n", 1e3 * s.evaluation,
             arguments.derivatives);
  fmt::print("               {:>8.2f} ms linear algebra ({})\n", 1e3 * s.linear_algebra,
             arguments.solver == "ddp" ? "Riccati recursion" : arguments.linear_solver);
  fmt::print("               {:>8.2f} ms {} own\n", 1e3 * other, arguments.solver == "ddp" ? "DDP's" : "IPOPT's");
  fmt::print("               {:>8.2f} ms certificate\n", 1e3 * s.certificate);
}

void print_shadow(const ShadowReport& shadow) {
  fmt::print("  shadow       {} systems solved by both: {} differ in singularity, {} in inertia, {} in the step\n",
             shadow.systems, shadow.status_differences, shadow.inertia_differences, shadow.step_differences);
  fmt::print("               worst difference of a step {:.1e}; worst residual {:.1e}, the sweep's {:.1e}\n",
             shadow.worst_step, shadow.worst_residual, shadow.worst_sweep_residual);
}

void print_answer(const Solution& solution, const Problem& problem, const Arguments& arguments) {
  fmt::print("{}: {} in {} iterations, {:.3g} s\n", solution.problem, solution.message, solution.iterations,
             solution.seconds.total);
  std::string reference;
  if (const auto known = problem.reference()) {
    reference = fmt::format("  (reference {:.10g}, difference {:.1e})", known->objective,
                            solution.objective - known->objective);
  }
  fmt::print("  objective    {:.12g}{}\n", solution.objective, reference);
  fmt::print("  final time   {:.12g}\n", solution.final_time);
  fmt::print("  mesh         {}, {} intervals{}\n", solution.transcription, solution.intervals(),
             solution.phases.size() > 1 ? fmt::format(" in {} phases", solution.phases.size()) : "");
  print_certificate(solution.certificate);
  if (solution.shadow) print_shadow(*solution.shadow);
  if (arguments.timing) print_timing(solution, arguments);
}

void save_files(const Solution& solution, const Problem& problem, const Arguments& arguments) {
  const auto say = [&](const char* what, const std::filesystem::path& file) {
    if (!arguments.quiet) fmt::print("  {:<12} {}\n", what, std::filesystem::absolute(file).string());
  };
  if (!arguments.json.empty()) {
    save_json(solution, arguments.json);
    say("solution", arguments.json);
  }
  if (!arguments.csv.empty()) {
    save_csv(solution, arguments.csv);
    say("series", arguments.csv);
  }
  if (!arguments.report.empty()) {
    save_report(problem, solution, arguments.report);
    say("report", arguments.report);
  }
}

/// Refuses files that cannot be written before a long solve, not after it.
void check_files(const Arguments& arguments) {
  for (const std::filesystem::path& file : {arguments.json, arguments.csv, arguments.report}) {
    if (file.empty()) continue;
    const std::ofstream out(file, std::ios::app);  // leaves what is there
    require(out.good(), "cannot write to '{}'", file.string());
  }
}

}  // namespace

int solve(const Arguments& arguments, const Problems& problems) {
  Problem problem = problems.make(arguments.name);
  for (const std::string& setting : arguments.settings) {
    const auto [key, value] = setting_from(setting, "--set");
    problem.set(key, number_from(value, key));
  }
  SolveOptions options = options_from(arguments);
  check_files(arguments);
  ProgressLine line;
  if (!arguments.quiet && !arguments.verbose) {
    options.solver.progress = [&](const Progress& progress) {
      line.show(progress);
      return true;
    };
  }
  const Solution solution = tandem::solve(problem, options);
  line.finish();
  if (!arguments.quiet) print_answer(solution, problem, arguments);
  save_files(solution, problem, arguments);
  return solution.is_solved() && solution.certificate.passes() ? kCertified : kNotCertified;
}

}  // namespace tandem::cli
