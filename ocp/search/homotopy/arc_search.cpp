#include <tandem/ocp/search/homotopy/arc_search.hpp>

#include <tandem/ocp/search/polish/detect_arcs.hpp>

#include <algorithm>
#include <vector>

namespace tandem::homotopy {
namespace {

constexpr int kMeshes = 3, kFiner = 4;
constexpr int kFewIntervals = 8;  // a singular arc has more
constexpr int kFewSwitches = 50;  // more are chatter

/// A short arc on which a control that is held elsewhere is not: on a coarse mesh, switches close together look so.
bool looks_smeared(const ArcStructure& arcs, const Solution& solution) {
  for (std::size_t p = 0; p < arcs.phases.size(); ++p) {
    const std::vector<Arc>& phase = arcs.phases[p];
    const double interval = (phase.back().end - phase.front().start) / solution.phases[p].intervals();
    const bool is_short = std::any_of(phase.begin(), phase.end(), [&](const Arc& arc) {
      return !arc.holds_all() && arc.length() < kFewIntervals * interval;
    });
    if (phase.size() > 1 && is_short) return true;
  }
  return false;
}

}  // namespace

bool is_good(const Polished& polished) { return polished.is_confirmed && is_certified(polished.solution); }

std::string reason_of(const Polished& polished) {
  const std::vector<std::string>& reasons = polished.solution.certificate.reasons;
  return reasons.empty() ? polished.solution.message : reasons.back();
}

ArcSearch search_arcs(const Problem& problem, const PolishOptions& options) {
  ArcSearch search;
  SolveOptions solve_options = options.solve;
  int intervals = solve_options.intervals.value_or(problem.mesh().intervals);
  for (int mesh = 0; mesh < kMeshes; ++mesh, intervals *= kFiner) {
    solve_options.intervals = intervals;
    const Solution solution = solve(problem, solve_options);
    search.iterations += solution.iterations;
    search.why = "not solved: " + solution.message;
    if (!solution.is_solved()) continue;
    const ArcStructure arcs = detect_arcs(problem, solution);
    search.why = "no control jumps between its bounds: there is nothing to polish on the way";
    if (arcs.is_trivial()) return search;
    search.why = "on a mesh as fine as tried, switches close together are not told from each other";
    if (mesh + 1 < kMeshes && looks_smeared(arcs, solution)) continue;
    search.why = "controls go back and forth " + std::to_string(arcs.switches()) + " times";
    if (arcs.switches() > kFewSwitches) continue;
    Polished polished = polish(problem, arcs, guess_from(solution), options);
    search.iterations += polished.solution.iterations;
    search.why = reason_of(polished);
    if (!is_good(polished)) continue;
    search.polished = std::move(polished);
    return search;
  }
  return search;
}

}  // namespace tandem::homotopy
