#include <tandem/cli/print_answer.hpp>

#include <tandem/cli/output.hpp>
#include <tandem/cli/print_certificate.hpp>

#include <fmt/core.h>

#include <string>
#include <vector>

namespace tandem::cli {
namespace {

constexpr double kOtherMinimum = 1e-3;  // of the objective: more than a mesh makes of it

/// " ± 5e-4 (better 58.8076675)".
std::string bar_words(const Solution& solution) {
  const std::optional<ErrorBar>& bar = solution.certificate.error_bar;
  return bar ? fmt::format(" \u00b1 {:.1g} (better {:.12g})", bar->bar, bar->better) : "";
}

void print_shadow(const ShadowReport& shadow) {
  say("  shadow       {} systems solved by both: {} differ in singularity, {} in inertia, {} in the step\n",
      shadow.systems, shadow.status_differences, shadow.inertia_differences, shadow.step_differences);
  say("               worst difference of a step {:.1e}; worst residual {:.1e}, the sweep's {:.1e}\n",
      shadow.worst_step, shadow.worst_residual, shadow.worst_sweep_residual);
}

/// The rounds of a refinement, a line each.
void print_rounds(const Solution& solution) {
  const char* head = "refined";
  for (const RefinementRound& round : solution.rounds) {
    say("  {:<12} {:>6} intervals  {:<16.12g} +- {:.1e}  {}\n", head, round.intervals, round.objective, round.bar,
        round.status == Status::solved ? (round.certified ? "certified" : "") : to_string(round.status));
    head = "";
  }
}

void print_switches(const std::vector<Switch>& switches) {
  if (switches.empty()) return;
  const char* head = "switches";
  for (const Switch& one : switches) {
    say("  {:<12} {:<14.12g} {} from {} to {}\n", head, one.time, one.control, one.from, one.to);
    head = "";
  }
}

/// The objective with its bar, beside the reference, if there is one.
void print_objective(const Solution& solution, const Problem& problem) {
  std::string reference;
  bool better_is_known = false;
  if (const auto known = problem.reference()) {
    reference = fmt::format("  (reference {:.10g}, difference {:.1e})", known->objective,
                            solution.objective - known->objective);
    const double worse = (problem.is_maximised() ? -1.0 : 1.0) * (solution.objective - known->objective);
    better_is_known =
        solution.is_solved() && worse > std::max(known->tolerance, kOtherMinimum * std::abs(known->objective));
  }
  say("  objective    {:.12g}{}{}\n", solution.objective, bar_words(solution), reference);
  if (better_is_known) say("               a better minimum is known: try --multi-start 20\n");
}

/// All but the first line.
void print_body(const Solution& solution, const Problem& problem) {
  print_objective(solution, problem);
  say("  final time   {:.12g}\n", solution.final_time);
  say("  mesh         {}, {} intervals{}\n", solution.transcription, solution.intervals(),
      solution.phases.size() > 1 ? fmt::format(" in {} phases", solution.phases.size()) : "");
  print_rounds(solution);
  if (solution.costates_fitted) say("  costates     fitted to the motion: the file has none\n");
  print_switches(solution.switches);
  print_certificate(solution.certificate);
  if (solution.shadow) print_shadow(*solution.shadow);
}

}  // namespace

void print_answer(const Solution& solution, const Problem& problem) {
  say("{}: {} in {} iterations, {:.3g} s\n", solution.problem, solution.message, solution.iterations,
      solution.seconds.total);
  print_body(solution, problem);
}

void print_tested(const Solution& solution, const Problem& problem) {
  say("{}: {}, tested in {:.3g} s\n", solution.problem, solution.message, solution.seconds.certificate);
  print_body(solution, problem);
}

void print_timing(const Solution& solution, const SolveOptions& options) {
  const Seconds& s = solution.seconds;
  const double other = s.solver - s.evaluation - s.linear_algebra;
  const bool is_ddp = options.method == "ddp";
  say("  time         {:>8.2f} ms setup\n", 1e3 * s.setup);
  say("               {:>8.2f} ms evaluation of functions and derivatives ({})\n", 1e3 * s.evaluation,
      options.derivatives);
  say("               {:>8.2f} ms linear algebra ({})\n", 1e3 * s.linear_algebra,
      is_ddp ? "Riccati recursion" : options.solver.linear_solver);
  say("               {:>8.2f} ms {} own\n", 1e3 * other, is_ddp ? "DDP's" : "IPOPT's");
  say("               {:>8.2f} ms certificate\n", 1e3 * s.certificate);
}

void print_each(const char* head, const std::vector<std::string>& sentences) {
  for (const std::string& sentence : sentences) say("  {:<12} {}\n", head, sentence);
}

void say_saved(const char* what, const std::filesystem::path& file) {
  say("  {:<12} {}\n", what, std::filesystem::absolute(file).string());
}

}  // namespace tandem::cli
