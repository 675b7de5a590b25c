#include <tandem/ocp/search/polish/polish.hpp>

#include <tandem/core/error.hpp>
#include <tandem/core/stopwatch.hpp>
#include <tandem/ocp/search/polish/detect_arcs.hpp>
#include <tandem/ocp/search/polish/polished_guess.hpp>
#include <tandem/ocp/search/polish/repair_arcs.hpp>
#include <tandem/ocp/search/polish/replayed_objective.hpp>
#include <tandem/ocp/search/polish/smooth_junctions.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <utility>

namespace tandem {
namespace {

constexpr int kMostIntervals = 1024;  ///< of an arc: singular ones may take hundreds
constexpr int kMostForErrors = 96;    ///< of an arc, for the sake of errors of its intervals
constexpr double kLeastTime = 1e-3;   ///< seconds: solvers want some
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

SolveOptions options_on_arcs(const Problem& problem, const ArcStructure& arcs, const PolishOptions& options,
                             const Deadline& deadline) {
  SolveOptions on = options.solve;
  on.scales = scales_on_arcs(problem, arcs, on.scales);
  on.transcription.reset();
  on.intervals.reset();
  on.degree.reset();
  on.refine.reset();
  on.solver.tolerance = std::min(on.solver.tolerance, options.tolerance);
  on.solver.time_limit = std::max(deadline.left(), kLeastTime);
  return on;
}

/// One solve on given arcs; the arcs get the times that it finds.
Polished polished_on(const Problem& problem, const ArcStructure& arcs, const Guess& trajectory,
                     const PolishOptions& options, const Deadline& deadline) {
  Polished polished{polished_problem(problem, arcs, options.mesh), arcs, {}, {}, options.mesh, false};
  SolveOptions on = options_on_arcs(problem, arcs, options, deadline);
  on.guess = polished_guess(problem, arcs, trajectory);
  try {
    polished.solution = solve(polished.problem, on);
  } catch (const InvalidInput& refusal) {
    refuse("polish: '{}' cannot be stated on the arcs that were found: {}", problem.name(), refusal.what());
  }
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
std::string doubled(int& intervals) {
  intervals *= 2;
  return fmt::format("{} intervals an arc instead of {}", intervals, intervals / 2);
}

/// Whether more intervals would help an answer on the right arcs.
bool is_coarse(const Polished& polished, const PolishOptions& options) {
  const Certificate& certificate = polished.solution.certificate;
  return !certificate.passes() || !(certificate.line("interval_error").value <= options.interval_error);
}

/// What to solve next, and why; no reason, where the answer is confirmed.
struct NextRound {
  RepairedArcs repaired;
  PolishMesh mesh;
  bool is_only_finer = false;  ///< the arcs and the objective are right
};

NextRound next_round(const Problem& problem, const Polished& polished, const PolishOptions& options) {
  NextRound next{
      repaired_arcs(problem, polished.arcs, polished.problem, polished.solution, options.solve.limits.switching),
      options.mesh};
  std::vector<std::string>& changes = next.repaired.changes;
  if (!changes.empty()) return next;
  const double gap = objective_gap(polished);
  int& grows = has_free_arc(polished.arcs) ? next.mesh.singular_intervals : next.mesh.intervals;
  if (!(gap <= options.objective_gap) && grows < kMostIntervals) {
    changes.push_back(fmt::format("the objective integrated anew differs by {:.1e}: ", gap) + doubled(grows));
  } else if (is_coarse(polished, options) && next.mesh.intervals < kMostForErrors) {
    changes.push_back("intervals are too long: " + doubled(next.mesh.intervals));
    if (has_free_arc(polished.arcs)) doubled(next.mesh.singular_intervals);
    next.is_only_finer = true;
  }
  return next;
}

Polished unconfirmed(Polished polished, const std::string& why) {
  polished.solution.certificate.reasons.push_back("the structure of arcs is not confirmed: " + why);
  return polished;
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

/// Solves on arcs and repairs them until nothing changes.
class Polisher {
 public:
  Polisher(const Problem& problem, const PolishOptions& options)
      : problem_(problem),
        options_(options),
        deadline_(std::min(options.time_limit, options.solve.solver.time_limit)) {}

  Polished polish(const ArcStructure& arcs, const Guess& trajectory) {
    Polished polished = solve_on(arcs, trajectory);
    for (int round = 1; is_usable(polished); ++round) {
      const NextRound next = next_round(problem_, polished, options_);
      const std::vector<std::string>& changes = next.repaired.changes;
      const bool is_good = next.is_only_finer && polished.solution.certificate.passes();
      polished.is_confirmed = changes.empty();
      if (polished.is_confirmed) return polished;
      if (round == options_.most_rounds || is_too_late()) {
        polished.is_confirmed = is_good;
        return is_good ? polished : unconfirmed(std::move(polished), words_for_end(round) + changes.front());
      }
      options_.mesh = next.mesh;
      Polished after = solve_next(polished, next.repaired);
      if (is_good && !is_usable(after)) {
        polished.is_confirmed = true;
        return polished;
      }
      polished = std::move(after);
    }
    const std::string why = words_for_failure(polished.solution);
    return unconfirmed(std::move(polished), why);
  }

 private:
  static bool is_usable(const Polished& polished) {
    return polished.solution.is_solved() && !is_abnormal(polished.solution);
  }

  /// A round takes about as long as the one before.
  bool is_too_late() const { return deadline_.left() < last_seconds_; }

  std::string words_for_end(int round) const {
    return round == options_.most_rounds ? fmt::format("after {} rounds ", round)
                                         : fmt::format("after {:g} s ", deadline_.seconds());
  }

  Polished solve_next(const Polished& before, const RepairedArcs& repaired) {
    const Guess joined = joined_guess(before.arcs, guess_from(before.solution));
    const double left = deadline_.left();
    Polished after = solve_on(repaired.arcs, joined);
    last_seconds_ = left - deadline_.left();
    add_effort(before.solution, after.solution);
    after.changes = before.changes;
    after.changes.insert(after.changes.end(), repaired.changes.begin(), repaired.changes.end());
    return after;
  }

  /// On given arcs; junctions with states' bounds are where no control jumps.
  Polished solve_on(const ArcStructure& arcs, const Guess& trajectory) {
    int iterations = 0;
    const auto solved = [&](const ArcStructure& on) {
      Polished one = polished_on(problem_, on, trajectory, options_, deadline_);
      iterations += one.solution.iterations;
      return one;
    };
    const SolveOnArcs try_on = [&](const ArcStructure& on) -> std::optional<Solution> {
      if (deadline_.left() <= 0.0) return {};
      Polished one = solved(on);
      return one.solution.is_solved() ? std::optional(std::move(one.solution)) : std::nullopt;
    };
    const std::optional<ArcStructure> settled = smooth_junctions(problem_, arcs, options_.mesh, try_on);
    Polished polished = solved(settled.value_or(arcs));
    polished.solution.iterations = iterations;
    return polished;
  }

  const Problem& problem_;
  PolishOptions options_;
  Deadline deadline_;
  double last_seconds_ = 0.0;
};

}  // namespace

Polished polish(const Problem& problem, const ArcStructure& arcs, const Guess& trajectory,
                const PolishOptions& options) {
  return Polisher(problem, options).polish(arcs, trajectory);
}

bool improves(const Polished& polished, const Solution& given) {
  return polished.is_confirmed && (polished.solution.certificate.passes() || !given.certificate.passes());
}

Polished polish(const Problem& problem, const Solution& solution, const PolishOptions& options) {
  require(solution.is_solved(), "polish: it needs an answer to start from, and that of '{}' was not solved ({})",
          solution.problem, solution.message);
  const ArcStructure arcs = detect_arcs(problem, solution);
  require(
      !arcs.is_trivial(),
      "polish: it found no time at which a control of '{}' jumps or a state comes to a bound, and solves for nothing "
      "else",
      solution.problem);
  return polish(problem, arcs, guess_from(solution), options);
}

}  // namespace tandem
