#include <tandem/ocp/polish/polished_problem.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <tuple>
#include <utility>

namespace tandem {
namespace {

/// A control on an arc: at its bound, or within its bounds.
Control held(const Control& stated, Hold hold) {
  Control control = stated;
  control.guess.reset();
  control.bounds = stated.range();
  control.allowed.reset();
  if (hold == Hold::inside) return control;
  control.allowed = control.bounds;
  control.bounds = Range(hold == Hold::lower ? control.bounds.lower : control.bounds.upper);
  return control;
}

/// A state that leans on no bound along the arc has none: where controls are held, a state may be at its bound all
/// along (a tank that is empty), which leaves an interior-point method no interior. The certificate still tests it.
void loosen(State& state, const Arc& arc, int index) {
  if (arc.binds(index)) return;
  state.allowed = state.range();
  state.bounds = {};
}

/// Refuses what stands for a whole phase and cannot be divided.
void require_divisible(const Phase& phase) {
  for (const Constraint& integral : phase.integral_constraints) {
    refuse(
        "polish: integral constraint '{}' goes over several arcs of phase '{}'; make it a state with an end condition",
        integral.name, phase.name);
  }
  require(!phase.time.duration,
          "polish: the duration of phase '{}' has bounds, which go over several arcs; bound its end time instead",
          phase.name);
}

bool has_singular(const Phase& phase, const std::vector<Arc>& arcs, const Arc& arc) {
  for (int i = 0; i < phase.control_count; ++i) {
    const bool is_held_elsewhere =
        std::any_of(arcs.begin(), arcs.end(), [&](const Arc& other) { return other.controls[i] != Hold::inside; });
    if (arc.controls[i] == Hold::inside && is_held_elsewhere) return true;
  }
  return false;
}

/// One phase of the statement on one of its arcs.
Phase phase_on(const Problem& problem, int phase, const std::vector<Arc>& arcs, int a, const PolishMesh& mesh) {
  const int count = static_cast<int>(arcs.size());
  const bool is_first = a == 0, is_last = a + 1 == count;
  const Arc& arc = arcs[a];
  Phase on = problem.phases()[phase];
  if (count > 1) require_divisible(on);
  on.name = arc_name(on.name, a, count);
  for (std::size_t i = 0; i < on.controls.size(); ++i) on.controls[i] = held(on.controls[i], arc.controls[i]);
  for (int i = 0; i < on.state_count; ++i) {
    State& state = on.states[i];
    state.guess.reset();
    loosen(state, arc, i);
    if (!is_first) state.start.reset();
    if (!is_last) state.end.reset();
  }
  if (!is_first) on.time.continues = true;
  if (!is_last) {
    on.time.end = Range(problem.start_range(phase).lower, on.time.end.upper);
    on.end_cost = {};
    on.end_constraints.clear();
  }
  on.time.guess.reset();
  on.intervals = has_singular(problem.phases()[phase], arcs, arc) ? mesh.singular_intervals : mesh.intervals;
  return on;
}

/// x_after - x_before of one state, for phases whose sizes are known at run time only.
UserFunction gap(int states, int state) {
  UserFunction function;
  function.outputs = 1;
  function.linear = true;
  const int before = state, after = states + 1 + state;  // of [x_before; t_before; x_after; t_after]
  function.values = [=](const KnotView<double>& k, std::span<double> values) { values[0] = k.x[after] - k.x[before]; };
  function.jacobian = [=](const KnotView<double>&, Eigen::Ref<Eigen::MatrixXd> jacobian) {
    jacobian(0, after) = 1.0;
    jacobian(0, before) = -1.0;
  };
  return function;
}

void continue_states(std::vector<Linkage>& linkages, const Phase& before, const Phase& after, int index) {
  const int states = before.state_count;
  for (int i = 0; i < states; ++i) {
    linkages.push_back({before.name + "-to-" + after.name + "." + before.states[i].name, index, index + 1, 0.0,
                        GenericFunction::of(gap(states, i))});
  }
}

/// The first arc of every phase, counted through all phases, and one past the last.
std::vector<int> first_arcs(const ArcStructure& arcs) {
  std::vector<int> first{0};
  for (const std::vector<Arc>& phase : arcs.phases) first.push_back(first.back() + static_cast<int>(phase.size()));
  return first;
}

/// Columns of a series from `start` to `end`, with these two.
std::pair<Eigen::VectorXd, Eigen::MatrixXd> cut(const Eigen::VectorXd& time, const Eigen::MatrixXd& series,
                                                double start, double end) {
  std::vector<double> times{start};
  const double margin = 1e-6 * (end - start);
  for (const double t : time) {
    if (t > start + margin && t < end - margin) times.push_back(t);
  }
  times.push_back(end);
  Eigen::MatrixXd columns(series.rows(), std::ssize(times));
  for (int k = 0; k < columns.cols(); ++k) columns.col(k) = interpolate(time, series, times[k]);
  return {Eigen::Map<const Eigen::VectorXd>(times.data(), std::ssize(times)), std::move(columns)};
}

PhaseGuess guess_on(const Phase& phase, const Arc& arc, const PhaseGuess& whole, std::span<const double> numbers) {
  PhaseGuess guess;
  std::tie(guess.time, guess.states) = cut(whole.time, whole.states, arc.start, arc.end);
  if (phase.control_count == 0) return guess;
  std::tie(guess.control_time, guess.controls) = cut(whole.control_time, whole.controls, arc.start, arc.end);
  for (int i = 0; i < phase.control_count; ++i) {
    const Range range = held(phase.controls[i], arc.controls[i]).bounds;
    const double lower = range.lower.at(numbers), upper = range.upper.at(numbers);
    guess.controls.row(i) = guess.controls.row(i).cwiseMax(lower).cwiseMin(upper);
  }
  return guess;
}

/// `more` behind `series`, without times that do not increase: the ends that arcs share, and arcs of no length.
void append(Eigen::VectorXd& time, Eigen::MatrixXd& series, const Eigen::VectorXd& more_time,
            const Eigen::MatrixXd& more) {
  std::vector<double> times(time.begin(), time.end());
  std::vector<int> columns;
  for (int k = 0; k < more_time.size(); ++k) {
    if (!times.empty() && more_time(k) <= times.back()) continue;
    times.push_back(more_time(k));
    columns.push_back(k);
  }
  time = Eigen::Map<const Eigen::VectorXd>(times.data(), std::ssize(times));
  const Eigen::Index old = series.cols();
  series.conservativeResize(more.rows(), old + std::ssize(columns));
  series.rightCols(std::ssize(columns)) = more(Eigen::all, columns);
}

}  // namespace

Problem polished_problem(const Problem& problem, const ArcStructure& arcs, const PolishMesh& mesh) {
  require(arcs.phases.size() == problem.phases().size(), "arcs: there are those of {} phases, problem '{}' has {}",
          arcs.phases.size(), problem.name(), problem.phases().size());
  const std::vector<int> first = first_arcs(arcs);
  std::vector<Phase> phases;
  std::vector<Linkage> linkages;
  for (int p = 0; p < std::ssize(arcs.phases); ++p) {
    for (int a = 0; a < std::ssize(arcs.phases[p]); ++a) {
      phases.push_back(phase_on(problem, p, arcs.phases[p], a, mesh));
      if (a > 0) continue_states(linkages, *(phases.end() - 2), phases.back(), first[p] + a - 1);
    }
  }
  for (Linkage linkage : problem.linkages()) {
    linkage.before = first[linkage.before + 1] - 1;
    linkage.after = first[linkage.after];
    linkages.push_back(std::move(linkage));
  }
  Problem polished = problem.restated(std::move(phases), std::move(linkages));
  polished.mesh() = {"gauss", mesh.intervals, mesh.degree};
  return polished;
}

Guess polished_guess(const Problem& problem, const ArcStructure& arcs, const Guess& whole) {
  const std::vector<double> numbers = problem.number_values();
  Guess guess;
  guess.numbers = whole.numbers;
  for (std::size_t p = 0; p < arcs.phases.size(); ++p) {
    for (const Arc& arc : arcs.phases[p]) {
      guess.phases.push_back(guess_on(problem.phases()[p], arc, whole.phases[p], numbers));
    }
  }
  return guess;
}

Guess joined_guess(const ArcStructure& arcs, const Guess& polished) {
  Guess whole;
  whole.numbers = polished.numbers;
  std::size_t next = 0;
  for (const std::vector<Arc>& phase : arcs.phases) {
    PhaseGuess joined;
    for (std::size_t a = 0; a < phase.size(); ++a) {
      const PhaseGuess& arc = polished.phases[next++];
      append(joined.time, joined.states, arc.time, arc.states);
      append(joined.control_time, joined.controls, arc.control_time, arc.controls);
    }
    whole.phases.push_back(std::move(joined));
  }
  return whole;
}

}  // namespace tandem
