#include <tandem/ocp/polish/polish.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/polish/detect_arcs.hpp>
#include <tandem/ocp/polish/repair_arcs.hpp>

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

namespace tandem {
namespace {

SolveOptions options_on_arcs(const PolishOptions& options) {
  SolveOptions on = options.solve;
  on.transcription.reset();
  on.intervals.reset();
  on.degree.reset();
  on.refine = options.interval_error;
  on.solver.tolerance = std::min(on.solver.tolerance, options.tolerance);
  return on;
}

/// One solve on given arcs; the arcs get the times that it finds.
Polished polished_on(const Problem& problem, const ArcStructure& arcs, const Guess& trajectory,
                     const PolishOptions& options) {
  Polished polished{polished_problem(problem, arcs, options.mesh), arcs, {}, {}, false};
  SolveOptions on = options_on_arcs(options);
  on.guess = polished_guess(problem, arcs, trajectory);
  polished.solution = solve(polished.problem, on);
  polished.arcs = with_times(arcs, polished.solution);
  polished.solution.switches = switches_of(problem, polished.arcs);
  return polished;
}

void say_unconfirmed(Polished& polished, const std::string& why) {
  polished.solution.certificate.reasons.push_back("the structure of arcs is not confirmed: " + why);
}

}  // namespace

Polished polish(const Problem& problem, const ArcStructure& arcs, const Guess& trajectory,
                const PolishOptions& options) {
  Polished polished = polished_on(problem, arcs, trajectory, options);
  for (int round = 1;; ++round) {
    if (!polished.solution.is_solved()) {
      say_unconfirmed(polished, "the problem on these arcs was not solved");
      return polished;
    }
    RepairedArcs repaired = repaired_arcs(problem, polished.arcs, polished.problem, polished.solution,
                                          options.solve.limits.switching);
    polished.is_confirmed = repaired.changes.empty();
    if (polished.is_confirmed) return polished;
    if (round == options.most_rounds) {
      say_unconfirmed(polished, "after " + std::to_string(round) + " rounds " + repaired.changes.front());
      return polished;
    }
    const Guess joined = joined_guess(polished.arcs, guess_from(polished.solution));
    Polished next = polished_on(problem, repaired.arcs, joined, options);
    add_effort(polished.solution, next.solution);
    next.changes = std::move(polished.changes);
    std::move(repaired.changes.begin(), repaired.changes.end(), std::back_inserter(next.changes));
    polished = std::move(next);
  }
}

Polished polish(const Problem& problem, const Solution& solution, const PolishOptions& options) {
  require(solution.is_solved(), "polish: the answer of '{}' was not solved ({})", solution.problem, solution.message);
  const ArcStructure arcs = detect_arcs(problem, solution);
  require(!arcs.is_trivial(), "polish: no control of '{}' jumps between its bounds: there are no switches to solve for",
          solution.problem);
  Polished polished = polish(problem, arcs, guess_from(solution), options);
  return polished;
}

}  // namespace tandem
