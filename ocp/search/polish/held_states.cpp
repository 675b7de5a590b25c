#include <tandem/ocp/search/polish/held_states.hpp>

#include <tandem/ocp/search/polish/path_values.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace tandem {
namespace {

constexpr double kAtHeldBound = 1e-3;  ///< of the range of the values
constexpr int kGap = 3;                ///< knots: a bound at knots may ring
constexpr int kFewestKnots = 4;        ///< of an arc: fewer may be a touch
constexpr double kSameEnd = 2.1;       ///< intervals between the end of a run and that of its arc

/// The runs of one series of values at the knots.
void find_runs(const Eigen::VectorXd& values, double lower, double upper, HeldRun kind, std::vector<HeldRun>& runs) {
  const double margin = kAtHeldBound * (values.maxCoeff() - values.minCoeff());
  Hold before = Hold::inside;
  for (int k = 0; k < values.size() && lower != upper && margin > 0.0; ++k) {
    const Hold now = values(k) <= lower + margin   ? Hold::lower
                     : values(k) >= upper - margin ? Hold::upper
                                                   : Hold::inside;
    kind.held.at = now;
    kind.first = kind.last = k;
    if (now == Hold::inside) continue;
    const bool goes_on = now == before && k - runs.back().last <= kGap;
    if (!goes_on) runs.push_back(kind);
    runs.back().last = k;
    before = now;
  }
}

bool is_of_states(const Played& replay, const Constraint& constraint) {
  bool depends = constraint.is_residual;
  for (int i = 0; i < replay.phase().control_count; ++i) depends = depends || depends_on(replay, constraint, i);
  return !depends;
}

void add(const HeldRun& run, Arc& arc) { (run.is_path ? arc.held_paths : arc.held_states).push_back(run.held); }

}  // namespace

int HeldRun::knots_within(const Eigen::VectorXd& time, double start, double end) const {
  int count = 0;
  for (int k = first; k <= last; ++k) count += time(k) > start && time(k) < end ? 1 : 0;
  return count;
}

std::vector<HeldRun> held_runs(const Played& replay) {
  const Phase& phase = replay.phase();
  const auto at = [&](const Affine& bound) { return bound.at(replay.numbers()); };
  std::vector<HeldRun> runs;
  for (int i = 0; i < phase.state_count; ++i) {
    const Range& range = phase.states[i].range();
    find_runs(replay.series().states.row(i).transpose(), at(range.lower), at(range.upper), {{i}, false}, runs);
  }
  for (int i = 0; i < std::ssize(phase.path_constraints); ++i) {
    const Constraint& constraint = phase.path_constraints[i];
    if (!is_of_states(replay, constraint)) continue;
    Eigen::VectorXd values(replay.intervals() + 1);
    const Eigen::VectorXd none = Eigen::VectorXd::Zero(phase.control_count);
    for (int k = 0; k < values.size(); ++k) values(k) = path_value(replay, constraint, k, none);
    find_runs(values, at(constraint.bounds.lower), at(constraint.bounds.upper), {{i}, true}, runs);
  }
  std::erase_if(runs, [](const HeldRun& run) { return run.knots() < 2; });
  return runs;
}

void hold_runs(const Played& replay, const std::vector<HeldRun>& runs, Arc& arc) {
  const Eigen::VectorXd& time = replay.series().time;
  const double near = kSameEnd * (time(time.size() - 1) - time(0)) / replay.intervals();
  for (const HeldRun& run : runs) {
    const bool is_arc = std::abs(time(run.first) - arc.start) < near && std::abs(time(run.last) - arc.end) < near;
    if (is_arc && run.knots() >= kFewestKnots) {
      add(run, arc);
    } else if (!run.is_path && run.knots_within(time, arc.start, arc.end) >= 2) {
      arc.bind(run.held.index);
    }
  }
}

std::vector<Arc> arcs_of_states(const Played& replay, Arc whole) {
  const Eigen::VectorXd& time = replay.series().time;
  std::vector<HeldRun> runs = held_runs(replay);
  std::erase_if(runs, [](const HeldRun& run) { return run.knots() < kFewestKnots; });
  std::set<double> starts{whole.start};
  for (const HeldRun& run : runs) {
    if (run.first > 0) starts.insert(time(run.first));
    if (run.last + 1 < time.size()) starts.insert(time(run.last));
  }
  std::vector<Arc> arcs;
  for (const double start : starts) {
    Arc arc = whole;
    arc.start = start;
    for (const HeldRun& run : runs) {
      if (time(run.first) <= start && start < time(run.last)) add(run, arc);
    }
    if (!arcs.empty()) {
      arcs.back().end = start;
      arcs.back().has_fixed_end = true;
    }
    arcs.push_back(std::move(arc));
  }
  return arcs;
}

}  // namespace tandem
