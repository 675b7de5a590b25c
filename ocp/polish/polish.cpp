#include <tandem/ocp/polish/polish.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/polish/detect_arcs.hpp>
#include <tandem/ocp/polish/repair_arcs.hpp>
#include <tandem/ocp/polish/replayed_objective.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace tandem {
namespace {

constexpr int kMostIntervals = 4096;  ///< of all arcs: singular ones may take hundreds each
constexpr int kMostForEnds = 96;      ///< of an arc, for the sake of what is integrated along it
constexpr double kAbnormal = 1e6;     ///< times the objective: costates in units of about 1 do not grow to this

/// Sizes given for a phase are those of all its arcs.
std::map<std::string, double> scales_on_arcs(const Problem& problem, const ArcStructure& arcs,
                                             const std::map<std::string, double>& scales) {
  std::map<std::string, double> on;
  for (const auto& [name, size] : scales) {
    const std::size_t slash = name.find('/');
    const std::string phase = name.substr(0, slash);
    int found = 0;
    for (std::size_t p = 0; slash != std::string::npos && p < arcs.phases.size(); ++p) {
      const int count = static_cast<int>(arcs.phases[p].size());
      if (problem.phases()[p].name != phase) continue;
      for (found = 0; found < count; ++found) on[arc_name(phase, found, count) + name.substr(slash)] = size;
    }
    if (found == 0) on[name] = size;
  }
  return on;
}

SolveOptions options_on_arcs(const Problem& problem, const ArcStructure& arcs, const PolishOptions& options) {
  SolveOptions on = options.solve;
  on.scales = scales_on_arcs(problem, arcs, on.scales);
  on.transcription.reset();
  on.intervals.reset();
  on.degree.reset();
  on.refine.reset();
  on.most_intervals = kMostIntervals;
  on.solver.tolerance = std::min(on.solver.tolerance, options.tolerance);
  return on;
}

/// One solve on given arcs; the arcs get the times that it finds. `refine` splits intervals, which is worth while when
/// the arcs are right: a wrong sign of dH/du looks like a mesh that is too coarse.
Polished polished_on(const Problem& problem, const ArcStructure& arcs, const Guess& trajectory,
                     const PolishOptions& options, bool refine) {
  Polished polished{polished_problem(problem, arcs, options.mesh), arcs, {}, {}, options.mesh, false};
  SolveOptions on = options_on_arcs(problem, arcs, options);
  if (refine) on.refine = options.interval_error;
  on.guess = polished_guess(problem, arcs, trajectory);
  polished.solution = solve(polished.problem, on);
  polished.arcs = with_times(arcs, polished.solution);
  polished.solution.switches = switches_of(problem, polished.arcs);
  return polished;
}

/// How far the objective is from the one integrated anew, by its size or 1.
double objective_gap(const Polished& polished) {
  const double objective = polished.solution.objective;
  const double anew = replayed_objective(polished.problem, polished.solution);
  return std::abs(anew - objective) / std::max(1.0, std::abs(objective));
}

/// Some control is free on some arc; it is there that a control may bend what is integrated.
bool has_free_arc(const ArcStructure& arcs) {
  return std::any_of(arcs.phases.begin(), arcs.phases.end(), [](const std::vector<Arc>& phase) {
    return std::any_of(phase.begin(), phase.end(), [](const Arc& arc) { return !arc.holds_all(); });
  });
}

/// Twice the intervals of an arc, and the words for it.
std::string halved(int& intervals) {
  intervals *= 2;
  return fmt::format("{} intervals an arc instead of {}", intervals, intervals / 2);
}

/// The arcs to solve on next, and why; no reason, where those of the answer are confirmed. `mesh` grows where it is too
/// coarse.
RepairedArcs next_arcs(const Problem& problem, const Polished& polished, const PolishOptions& options,
                       PolishMesh& mesh) {
  RepairedArcs repaired =
      repaired_arcs(problem, polished.arcs, polished.problem, polished.solution, options.solve.limits.switching);
  if (!repaired.changes.empty()) return repaired;
  const double gap = objective_gap(polished);
  const CertificateLine& ends = polished.solution.certificate.line("transversality");
  if (!(gap <= options.objective_gap)) {
    repaired.changes.push_back(fmt::format("the objective integrated anew differs by {:.1e}: ", gap) +
                               halved(has_free_arc(polished.arcs) ? mesh.singular_intervals : mesh.intervals));
  } else if (!ends.holds && mesh.intervals < kMostForEnds) {
    repaired.changes.push_back(fmt::format("transversality is {:.1e}: ", ends.value) + halved(mesh.intervals));
  }
  return repaired;
}

/// Whether splitting intervals would help an answer on the right arcs.
bool is_coarse(const Polished& polished, const PolishOptions& options) {
  const Certificate& certificate = polished.solution.certificate;
  const bool has_errors = !(certificate.line("interval_error").value <= options.interval_error);
  return has_errors || !certificate.line("stationarity").holds;
}

void say_unconfirmed(Polished& polished, const std::string& why) {
  polished.solution.certificate.reasons.push_back("the structure of arcs is not confirmed: " + why);
}

double largest_costate(const Solution& solution) {
  double largest = 0.0;
  for (const PhaseSolution& phase : solution.phases) largest = std::max(largest, phase.costates.cwiseAbs().maxCoeff());
  return largest;
}

/// Where no switch moves the end conditions to first order, normal multipliers do not exist and costates grow without
/// bound: what a solver and a certificate make of them is chance.
bool is_abnormal(const Solution& solution) {
  return largest_costate(solution) > kAbnormal * std::max(1.0, std::abs(solution.objective));
}

/// Why an answer on arcs is none.
std::string words_for_failure(const Solution& solution) {
  if (!is_abnormal(solution)) return "the problem on these arcs was not solved";
  return fmt::format(
      "costates grow without bound (to {:.1e}): to first order the times of the switches do not move the end "
      "conditions (an abnormal problem), and times are good to about the root of the rounding",
      largest_costate(solution));
}

}  // namespace

Polished polish(const Problem& problem, const ArcStructure& arcs, const Guess& trajectory,
                const PolishOptions& options) {
  PolishOptions own = options;
  Polished polished = polished_on(problem, arcs, trajectory, own, false);
  bool is_refined = false;
  for (int round = 1; polished.solution.is_solved() && !is_abnormal(polished.solution); ++round) {
    const RepairedArcs repaired = next_arcs(problem, polished, own, own.mesh);
    const bool is_stable = repaired.changes.empty();
    polished.is_confirmed = is_stable && (is_refined || !is_coarse(polished, own));
    if (polished.is_confirmed) return polished;
    if (round == options.most_rounds) {
      say_unconfirmed(polished, fmt::format("after {} rounds {}", round,
                                            is_stable ? "intervals are still too long" : repaired.changes.front()));
      return polished;
    }
    is_refined = is_stable;
    const Guess joined = joined_guess(polished.arcs, guess_from(polished.solution));
    Polished next = polished_on(problem, repaired.arcs, joined, own, is_refined);
    add_effort(polished.solution, next.solution);
    next.changes = std::move(polished.changes);
    next.changes.insert(next.changes.end(), repaired.changes.begin(), repaired.changes.end());
    polished = std::move(next);
  }
  say_unconfirmed(polished, words_for_failure(polished.solution));
  return polished;
}

Polished polish(const Problem& problem, const Solution& solution, const PolishOptions& options) {
  require(solution.is_solved(), "polish: the answer of '{}' was not solved ({})", solution.problem, solution.message);
  const ArcStructure arcs = detect_arcs(problem, solution);
  require(!arcs.is_trivial(), "polish: no control of '{}' jumps between its bounds: there are no switches to solve for",
          solution.problem);
  return polish(problem, arcs, guess_from(solution), options);
}

}  // namespace tandem
