#include <tandem/ocp/search/polish/detect_arcs.hpp>

#include <tandem/ocp/answers/switching_function.hpp>
#include <tandem/ocp/search/polish/detect_jumps.hpp>
#include <tandem/ocp/search/polish/held_states.hpp>
#include <tandem/ocp/search/polish/held_vertices.hpp>
#include <tandem/ocp/search/polish/path_values.hpp>

#include <algorithm>
#include <cmath>
#include <set>

namespace tandem {
namespace {

constexpr double kClear = 1e-2;        ///< of the largest mean: a switching function above this has a sign
constexpr double kAtBound = 2e-2;      ///< of the range: a control closer than this is at its bound
constexpr double kLinear = 1e-9;       ///< of the slope: a curvature below this is none
constexpr int kSteadyIntervals = 4;    ///< at one bound, and wanted there, make an arc
constexpr int kSingularIntervals = 3;  ///< fewer do not make a singular arc

double midpoint_of(const ControlTrace& trace, int k) { return 0.5 * (trace.edges[k] + trace.edges[k + 1]); }

/// Intervals [first, last) whose label is known, or (where not `clear`) is to be found.
struct Run {
  int first, last;
  Hold hold;
  bool clear;
  int length() const { return last - first; }
};

/// The bound that a switching function wants.
Hold wanted(double slope) { return slope > 0.0 ? Hold::lower : Hold::upper; }

/// Whether the control stays at the bound that the switching function wants for several intervals around k: a small
/// switching function between two close zeros. On a singular arc that chatters it goes back and forth.
bool stays_as_wanted(const ControlTrace& trace, int k) {
  const Hold hold = wanted(trace.slopes[k]);
  const auto is_as_wanted = [&](int at) {
    return at >= 0 && at < std::ssize(trace.slopes) && trace.places[at] == hold && wanted(trace.slopes[at]) == hold;
  };
  int first = k, last = k;
  while (is_as_wanted(first)) --first;
  while (is_as_wanted(last)) ++last;
  return last - first - 1 >= kSteadyIntervals;
}

/// Runs in which it is clear at which bound the control is to be, and what lies between them.
std::vector<Run> runs_of(const ControlTrace& trace) {
  double largest = 0.0;
  for (const double slope : trace.slopes) largest = std::max(largest, std::abs(slope));
  std::vector<Run> runs;
  for (int k = 0; k < std::ssize(trace.slopes); ++k) {
    const bool clear = std::abs(trace.slopes[k]) > kClear * largest || stays_as_wanted(trace, k);
    const Hold hold = clear ? wanted(trace.slopes[k]) : Hold::inside;
    if (runs.empty() || runs.back().clear != clear || runs.back().hold != hold) runs.push_back({k, k, hold, clear});
    runs.back().last = k + 1;
  }
  return runs;
}

/// A clear neighbour goes on into an unclear run for as long as the control stays at its bound.
void lend_to_neighbours(const ControlTrace& trace, std::vector<Run>& runs) {
  for (std::size_t r = 0; r < runs.size(); ++r) {
    Run& run = runs[r];
    if (run.clear) continue;
    if (r > 0) {
      while (run.length() > 0 && trace.places[run.first] == runs[r - 1].hold) runs[r - 1].last = ++run.first;
    }
    if (r + 1 < runs.size()) {
      while (run.length() > 0 && trace.places[run.last - 1] == runs[r + 1].hold) runs[r + 1].first = --run.last;
    }
  }
}

/// What is left of an unclear run is singular where it is long and the control is between its bounds in it, or goes
/// back and forth between them.
bool is_singular(const ControlTrace& trace, const Run& run) {
  if (run.length() < kSingularIntervals) return false;
  int inside = 0, changes = 0;
  for (int k = run.first; k < run.last; ++k) {
    inside += trace.places[k] == Hold::inside ? 1 : 0;
    changes += k > run.first && trace.places[k] != trace.places[k - 1] ? 1 : 0;
  }
  return 2 * inside > run.length() || 2 * changes > run.length();
}

/// Where the line through the means on both sides of a run is zero; a neighbour that is singular starts at the edge.
double crossing(const ControlTrace& trace, int before, int after) {
  const double a = trace.slopes[before], b = trace.slopes[after];
  const double from = midpoint_of(trace, before), to = midpoint_of(trace, after);
  return a * b < 0.0 ? from + (to - from) * a / (a - b) : 0.5 * (trace.edges[before + 1] + trace.edges[after]);
}

/// An unclear run that is not singular belongs to the bound most of it is at, where it starts or ends the phase.
Hold majority(const ControlTrace& trace, const Run& run) {
  const auto count = [&](Hold hold) {
    return std::count(trace.places.begin() + run.first, trace.places.begin() + run.last, hold);
  };
  return count(Hold::lower) >= count(Hold::upper) ? Hold::lower : Hold::upper;
}

/// Where a control is in each interval of the answer, by the mean of its nodes.
std::vector<Hold> places_of(const Eigen::RowVectorXd& means, double lower, double upper) {
  const double range =
      std::isfinite(upper - lower) ? upper - lower : std::max(1.0, means.maxCoeff() - means.minCoeff());
  std::vector<Hold> places;
  for (const double mean : means) {
    places.push_back(mean <= lower + kAtBound * range   ? Hold::lower
                     : mean >= upper - kAtBound * range ? Hold::upper
                                                        : Hold::inside);
  }
  return places;
}

/// Pieces of a control that no bound holds.
std::vector<ControlArc> pieces_from(double start, const std::vector<double>& jumps) {
  std::vector<ControlArc> arcs{{start, Hold::inside}};
  for (const double jump : jumps) arcs.push_back({jump, Hold::inside, arcs.back().piece + 1});
  return arcs;
}

/// What is known of the controls of one phase.
class PhaseArcs {
 public:
  PhaseArcs(const Problem& problem, const Solution& solution, int phase)
      : hamiltonian_(problem, solution, phase),
        functions_(mean_switching_functions(hamiltonian_)),
        means_(interval_means(hamiltonian_.replay())) {}

  std::vector<Arc> find() {
    const Eigen::VectorXd& time = hamiltonian_.series().time;
    const std::vector<bool> banging = banging_controls();
    const std::vector<std::vector<double>> jumps = detect_jumps(hamiltonian_, means_, banging);
    std::vector<std::vector<ControlArc>> all;
    for (int i = 0; i < std::ssize(banging); ++i) {
      all.push_back(banging[i] ? arcs_of(trace_of(i)) : pieces_from(time(0), jumps[i]));
    }
    std::vector<Arc> arcs = joint_arcs(all, time(0), time(time.size() - 1));
    if (arcs.size() == 1)
      return leans_on_bounds() ? arcs : arcs_of_states(hamiltonian_.replay(), std::move(arcs.front()));
    const std::vector<HeldRun> runs = held_runs(hamiltonian_.replay());
    for (Arc& arc : arcs) {
      if (arc.holds_all()) continue;
      hold_runs(hamiltonian_.replay(), runs, arc);
      hold_vertex(hamiltonian_.replay(), means_, tied_where_linear(), arc);
    }
    return arcs;
  }

 private:
  /// Controls in which H is linear within bounds that are their own.
  std::vector<bool> banging_controls() const {
    const Played& replay = hamiltonian_.replay();
    const std::vector<bool> tied = tied_controls(replay);
    std::vector<bool> banging;
    for (int i = 0; i < replay.phase().control_count; ++i) {
      const Range& range = replay.phase().controls[i].range();
      const double lower = range.lower.at(replay.numbers()), upper = range.upper.at(replay.numbers());
      const bool is_bounded = std::isfinite(lower) || std::isfinite(upper);
      const bool moves = lower != upper && !functions_.slopes.row(i).isZero(0.0);
      banging.push_back(is_bounded && is_linear(i) && moves && !tied[i]);
    }
    return banging;
  }

  /// Some control goes along a bound and comes there without a jump: with a kink that arcs of states do not know.
  bool leans_on_bounds() const {
    const Played& replay = hamiltonian_.replay();
    for (int i = 0; i < replay.phase().control_count; ++i) {
      const Range& range = replay.phase().controls[i].range();
      const std::vector<Hold> places =
          places_of(means_.row(i), range.lower.at(replay.numbers()), range.upper.at(replay.numbers()));
      for (std::size_t k = 1; k < places.size(); ++k) {
        if (places[k] != Hold::inside && places[k] == places[k - 1]) return true;
      }
    }
    return false;
  }

  bool is_linear(int i) const { return functions_.curvatures(i) <= kLinear * functions_.terms(i); }

  std::vector<bool> tied_where_linear() const {
    std::vector<bool> tied = tied_controls(hamiltonian_.replay());
    for (int i = 0; i < std::ssize(tied); ++i) tied[i] = tied[i] && is_linear(i);
    return tied;
  }

  ControlTrace trace_of(int i) const {
    const Played& replay = hamiltonian_.replay();
    const Range& range = replay.phase().controls[i].range();
    const Eigen::VectorXd& time = hamiltonian_.series().time;
    const Eigen::VectorXd slopes = functions_.slopes.row(i).transpose();
    return {{time.begin(), time.end()},
            {slopes.begin(), slopes.end()},
            places_of(means_.row(i), range.lower.at(replay.numbers()), range.upper.at(replay.numbers()))};
  }

  PhaseHamiltonian hamiltonian_;
  SwitchingFunctions functions_;
  Eigen::MatrixXd means_;
};

}  // namespace

std::vector<ControlArc> arcs_of(const ControlTrace& trace) {
  std::vector<Run> runs = runs_of(trace);
  lend_to_neighbours(trace, runs);
  std::vector<ControlArc> arcs;
  int before = -1;  // the last interval of the arc before, where it is held
  for (const Run& run : runs) {
    if (run.length() == 0) continue;
    const bool singular = !run.clear && is_singular(trace, run);
    if (!run.clear && !singular && !(arcs.empty() && run.last == std::ssize(trace.slopes)) && !arcs.empty()) continue;
    const Hold hold = run.clear ? run.hold : (singular ? Hold::inside : majority(trace, run));
    if (arcs.empty()) {
      arcs.push_back({trace.edges.front(), hold});
    } else if (arcs.back().hold != hold) {
      const bool between_bounds = arcs.back().hold != Hold::inside && hold != Hold::inside;
      arcs.push_back({between_bounds ? crossing(trace, before, run.first) : trace.edges[run.first], hold});
    }
    before = run.last - 1;
  }
  return arcs;
}

std::vector<Arc> joint_arcs(const std::vector<std::vector<ControlArc>>& controls, double start, double end) {
  std::set<double> starts{start};
  for (const std::vector<ControlArc>& one : controls) {
    for (std::size_t a = 1; a < one.size(); ++a) starts.insert(one[a].start);
  }
  std::vector<Arc> arcs;
  for (const double time : starts) {
    Arc arc{time, end, {}};
    for (const std::vector<ControlArc>& one : controls) {
      const ControlArc* now = &one.front();
      for (const ControlArc& piece : one) now = piece.start <= time ? &piece : now;
      arc.controls.push_back(now->hold);
      arc.pieces.push_back(now->piece);
    }
    if (!arcs.empty()) arcs.back().end = time;
    arcs.push_back(std::move(arc));
  }
  return arcs;
}

ArcStructure detect_arcs(const Problem& problem, const Solution& solution) {
  ArcStructure arcs;
  for (int i = 0; i < std::ssize(problem.phases()); ++i) arcs.phases.push_back(PhaseArcs(problem, solution, i).find());
  return merged(std::move(arcs));
}

}  // namespace tandem
