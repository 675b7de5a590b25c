#include <tandem/cli/codesigns.hpp>
#include <tandem/cli/commands.hpp>
#include <tandem/cli/controllers.hpp>
#include <tandem/cli/output.hpp>
#include <tandem/cli/print_answer.hpp>
#include <tandem/cli/print_statement.hpp>
#include <tandem/cli/solve_options.hpp>
#include <tandem/core/text_file.hpp>
#include <tandem/ocp/search/solve.hpp>
#include <tandem/ocp/statement/problem_json.hpp>
#include <tandem/ocp/statement/range_words.hpp>
#include <tandem/ocp/transcription/structure.hpp>

#include <array>

namespace tandem::cli {
namespace {

constexpr Option kStructure{.name = "--structure",
                            .about = "sizes and non-zeros of the transcribed problem, and what scales it",
                            .kinds = Kind::motion};

constexpr std::array kOptions = {kStructure,
                                 kTranscription.of(Kind::motion).only_beside({kStructure.name}),
                                 kIntervals.of(Kind::motion).only_beside({kStructure.name}),
                                 kDegree.of(Kind::motion).only_beside({kStructure.name}),
                                 kJson.of(Kind::motion).saying("save the statement; `export` saves its functions"),
                                 kQuiet.of(Kind::motion)};

void show_phase(const Phase& phase, std::span<const double> numbers) {
  const std::string start =
      phase.time.continues ? "when the one before it ends" : "at time " + words_for(phase.time.start, numbers);
  say("\nphase '{}': starts {}, ends at time {}\n", phase.name, start, words_for(phase.time.end, numbers));
  say("  {:<20} {:<8} {:<22} {:<22} {}\n", "state", "unit", "bounds", "start", "end");
  for (const State& state : phase.states) {
    say("  {:<20} {:<8} {:<22} {:<22} {}\n", state.name, state.unit, words_for(state.bounds, numbers),
        words_for(state.start, numbers), words_for(state.end, numbers));
  }
  if (!phase.controls.empty()) say("  {:<20} {:<8} {}\n", "control", "unit", "bounds");
  for (const Control& control : phase.controls) {
    say("  {:<20} {:<8} {}\n", control.name, control.unit, words_for(control.bounds, numbers));
  }
  for (const Constraint& constraint : phase.path_constraints) {
    say("  path constraint {:<20} {}\n", constraint.name, words_for(constraint.bounds, numbers));
  }
  for (const Constraint& constraint : phase.end_constraints) {
    say("  end constraint  {:<20} {}\n", constraint.name, words_for(constraint.bounds, numbers));
  }
  for (const Constraint& constraint : phase.integral_constraints) {
    say("  integral of    {:<20} {}\n", constraint.name, words_for(constraint.bounds, numbers));
  }
  say("  cost: {}{}{}\n", phase.running_cost ? "integral of a running cost" : "",
      phase.running_cost && phase.end_cost ? " + " : "", phase.end_cost ? "a cost of the end" : "");
}

void show_linkages(const Problem& problem, std::span<const double> numbers) {
  if (problem.linkages().empty()) return;
  say("\nlinkages\n");
  for (const Linkage& linkage : problem.linkages()) {
    say("  {:<20} end of '{}' with start of '{}', {} equations {}\n", linkage.name,
        problem.phases()[linkage.before].name, problem.phases()[linkage.after].name, linkage.rows(),
        words_for(linkage.bounds, numbers));
  }
}

void show_structure(const Problem& problem, const Given& given) {
  const StagedNlp nlp(problem, meshes_for(problem, mesh_from(given)));
  say("\nstructure\n{}", structure_of(nlp, make_scaling(nlp, straight_line_guess(problem))));
}

void show_statement(const Problem& problem) {
  print_description(problem);
  say("  {}, by default with {} and {} intervals\n", problem.is_maximised() ? "maximised" : "minimised",
      problem.mesh().transcription, problem.mesh().intervals);
  const std::vector<double> numbers = problem.number_values();
  for (const Phase& phase : problem.phases()) show_phase(phase, numbers);
  show_linkages(problem, numbers);
  print_numbers(problem.numbers());
}

int show_motion(const Given& given, const Problems& problems) {
  const Problem problem = problems.make(given.name());
  if (!given.has(kQuiet)) show_statement(problem);
  if (given.has(kStructure)) show_structure(problem, given);
  save_as(given, kJson, "statement", [&](const auto& file) { write_text(to_json(problem), file); });
  return kCertified;
}

constexpr std::array kWays = {Way{Kind::motion, show_motion}, Way{Kind::structure, show_codesign},
                              Way{Kind::controller, show_controller}};

}  // namespace

constinit const Command kShowCommand{.name = "show",
                                     .about = "print a problem: states, controls, numbers, source",
                                     .argument = "a problem ('tandem list' lists them)",
                                     .needs_name = true,
                                     .options = kOptions,
                                     .kind_of = kind_of_problem,
                                     .ways = kWays};

}  // namespace tandem::cli
