#include <tandem/ocp/solve.hpp>

#include <tandem/cli/commands.hpp>
#include <tandem/cli/progress_line.hpp>
#include <tandem/cli/solve_options.hpp>
#include <tandem/ocp/solution_file.hpp>
#include <tandem/report/report.hpp>

#include <fmt/core.h>

#include <cmath>
#include <filesystem>

namespace tandem::cli {
namespace {

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
  fmt::print("               {:>8.2f} ms linear algebra ({})\n", 1e3 * s.linear_algebra, arguments.linear_solver);
  fmt::print("               {:>8.2f} ms IPOPT's own\n", 1e3 * other);
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

}  // namespace

int solve(const Arguments& arguments, const Problems& problems) {
  const Problem problem = problem_from(arguments, problems);
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
