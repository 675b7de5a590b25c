#include <tandem/ocp/statement/range_words.hpp>

#include <docs/design_page.hpp>
#include <docs/problem_comment.hpp>
#include <docs/problem_page.hpp>
#include <fmt/format.h>

namespace tandem::docs {
namespace {

constexpr const char* kHead =
    "# Problems\n"
    "\n"
    "The problems that come with tandem, each in one file of `problems/` that reads like its mathematics. All are\n"
    "solved from their own guess by plain `tandem solve`, and certified; the tests hold each to its reference. This "
    "page "
    "is\n"
    "made by `make docs` from the problems and their answers; the mathematics is the comment in each problem's "
    "source.\n"
    "\n"
    "    tandem list                                     names, references, titles\n"
    "    tandem show cart-pole-swing-up                  states, controls, bounds, named numbers\n"
    "    tandem solve cart-pole-swing-up --report r.html solve, certify, watch\n"
    "    tandem solve --all                              all of them\n"
    "\n";

constexpr const char* kDesigns =
    "Structures designed together with their controllers, and controllers of a form that is given, at the end of this "
    "page; `tandem pareto` follows\n"
    "fronts, `tandem solve` finds the lightest structure within limits, or the controller with the least cost:\n"
    "\n";

/// Times differ from machine to machine: only their order of magnitude is written.
std::string time_in_words(double seconds) {
  for (const auto& [limit, words] :
       {std::pair(1.0, "a second"), std::pair(10.0, "ten seconds"), std::pair(60.0, "a minute")}) {
    if (seconds < limit) return std::string("less than ") + words;
  }
  return "more than a minute";
}

std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string mesh_in_words(const Solution& solution) {
  const std::string degree = solution.degree > 0 ? fmt::format(" of degree {}", solution.degree) : "";
  const std::string phases = solution.phases.size() > 1 ? fmt::format(" in {} phases", solution.phases.size()) : "";
  return fmt::format("{}, {}{}{}", solution.transcription,
                     counted(static_cast<std::size_t>(solution.intervals()), "interval"), degree, phases);
}

std::string certificate_in_words(const Certificate& certificate) {
  std::string words = certificate.passes() ? "passes" : "**fails**";
  for (const std::string& reason : certificate.reasons) words += "; " + plain(reason);
  for (const std::string& note : certificate.notes) words += "; " + plain(note);
  return words;
}

std::string answer_table(const DocumentedProblem& one) {
  const Solution& solution = one.solution;
  const Description& about = one.problem.description();
  std::string table = fmt::format("| | |\n|---|---|\n| value | **{}** |\n", value_in_words(one));
  if (about.reference) table += fmt::format("| reference | {} |\n", reference_in_words(*about.reference));
  table += fmt::format("| solved on | {} |\n", mesh_in_words(solution));
  table += fmt::format("| in | {}, {} |\n", counted(static_cast<std::size_t>(solution.iterations), "iteration"),
                       time_in_words(solution.seconds.total));
  table += fmt::format("| certificate | {} |\n", certificate_in_words(solution.certificate));
  return table + fmt::format("| source | {} |\n", plain(about.source));
}

std::string phase_statement(const Phase& phase, const std::vector<double>& numbers) {
  const std::string start =
      phase.time.continues ? "when the one before it ends" : "at time " + words_for(phase.time.start, numbers);
  std::string text = fmt::format("Phase `{}` starts {}, ends at time {}.\n\n", phase.name, plain(start),
                                 plain(words_for(phase.time.end, numbers)));
  text += "| state or control | unit | bounds | start | end |\n|---|---|---|---|---|\n";
  for (const State& state : phase.states) {
    text += fmt::format("| `{}` | {} | {} | {} | {} |\n", state.name, plain(state.unit),
                        plain(words_for(state.bounds, numbers)), plain(words_for(state.start, numbers)),
                        plain(words_for(state.end, numbers)));
  }
  for (const Control& control : phase.controls) {
    text += fmt::format("| `{}` (control) | {} | {} | | |\n", control.name, plain(control.unit),
                        plain(words_for(control.bounds, numbers)));
  }
  for (const auto& [constraints, what] :
       {std::pair(&phase.path_constraints, "all along"), std::pair(&phase.end_constraints, "at the end"),
        std::pair(&phase.integral_constraints, "integral")}) {
    for (const Constraint& constraint : *constraints) {
      text += fmt::format("| `{}` ({}) | | {} | | |\n", constraint.name, what,
                          plain(words_for(constraint.bounds, numbers)));
    }
  }
  return text + "\n";
}

std::string numbers_table(const Problem& problem) {
  if (problem.numbers().empty()) return "";
  std::string text = "| named number | value | unit | |\n|---|---|---|---|\n";
  for (const NamedNumber& number : problem.numbers()) {
    text +=
        fmt::format("| `{}` | {}{:.6g} | {} | {} |\n", number.name, number.role == Role::design ? "chosen, from " : "",
                    number.value, plain(number.unit), plain(number.meaning));
  }
  return text + "\n";
}

std::string statement(const Problem& problem) {
  const std::vector<double> numbers = problem.number_values();
  std::string text = "<details><summary>States, controls, named numbers</summary>\n\n";
  for (const Phase& phase : problem.phases()) text += phase_statement(phase, numbers);
  for (const Linkage& linkage : problem.linkages()) {
    text += fmt::format("Linkage `{}`: end of `{}` with start of `{}`, {} {}.\n\n", linkage.name,
                        problem.phases()[static_cast<std::size_t>(linkage.before)].name,
                        problem.phases()[static_cast<std::size_t>(linkage.after)].name,
                        counted(static_cast<std::size_t>(linkage.rows()), "equation"),
                        plain(words_for(linkage.bounds, numbers)));
  }
  return text + numbers_table(problem) + "</details>\n";
}

std::string section(const DocumentedProblem& one) {
  const std::string& name = one.problem.name();
  const Description& about = one.problem.description();
  return fmt::format("## {0}\n\n{1}. Shows {2}.\n\n<img src=\"images/problems/{0}.svg\" width=\"360\" alt=\"{0}\">\n\n",
                     name, plain(about.title), plain(about.teaches)) +
         markdown_of(one.comment) + "\n" + answer_table(one) + "\n" + statement(one.problem) + "\n";
}

}  // namespace

std::string value_in_words(const DocumentedProblem& one) {
  return value_in_words(one.solution.objective, one.problem.description().reference);
}

std::string problems_page(const std::vector<DocumentedProblem>& all, const std::vector<DocumentedDesign>& designs) {
  std::string page = kHead;
  page += "| problem | | states, controls | value |\n|---|---|---|---|\n";
  for (const DocumentedProblem& one : all) {
    const Phase& phase = one.problem.phases().front();
    page += fmt::format("| [{0}](#{0}) | {1} | {2}, {3} | {4}{5} |\n", one.problem.name(),
                        plain(one.problem.description().title), phase.state_count, phase.control_count,
                        value_in_words(one), one.problem.is_maximised() ? " (maximised)" : "");
  }
  page += "\n";
  if (!designs.empty()) {
    page += kDesigns;
    page += designs_index(designs);
  }
  for (const DocumentedProblem& one : all) page += section(one);
  for (const DocumentedDesign& one : designs) page += design_section(one);
  return page;
}

}  // namespace tandem::docs
