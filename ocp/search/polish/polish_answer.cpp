#include <tandem/ocp/search/polish/polish_answer.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/search/polish/detect_arcs.hpp>
#include <tandem/ocp/search/polish/polish.hpp>

#include <algorithm>
#include <utility>

namespace tandem {
namespace {

constexpr double kShare = 50.0;           // of the time of the solve
constexpr double kLeastPolishTime = 1.0;  // seconds

std::string why_not(const Certificate& certificate) {
  return certificate.reasons.empty() ? "it is not confirmed" : certificate.reasons.back();
}

Polished polished_from(const Problem& problem, const Solution& solution, const ArcStructure& arcs,
                       const SolveOptions& options) {
  PolishOptions polish_options;
  polish_options.solve = options;
  polish_options.time_limit = std::clamp(kShare * solution.seconds.total, kLeastPolishTime, polish_options.time_limit);
  return polish(problem, arcs, guess_from(solution), polish_options);
}

/// Takes a polished answer if it is better; says what was done for it.
std::vector<std::string> taken(Polished polished, Problem& problem, Solution& solution) {
  std::vector<std::string> done = std::move(polished.changes);
  if (!improves(polished, solution)) {
    done.push_back("nothing better was found, the answer is as it was: " + why_not(polished.solution.certificate));
    return done;
  }
  add_effort(solution, polished.solution);
  done.emplace_back("the minimum principle holds along every arc");
  problem = std::move(polished.problem);
  solution = std::move(polished.solution);
  return done;
}

}  // namespace

std::vector<std::string> polish_answer(Problem& problem, Solution& solution, const SolveOptions& options) {
  if (!solution.is_solved()) return {};
  const ArcStructure arcs = detect_arcs(problem, solution);
  if (arcs.is_trivial()) return {"nothing: it found no time at which a control jumps or a state comes to a bound"};
  try {
    return taken(polished_from(problem, solution, arcs, options), problem, solution);
  } catch (const InvalidInput& refusal) {
    return {std::string("nothing: ") + refusal.what()};
  }
}

}  // namespace tandem
