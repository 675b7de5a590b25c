#include <tandem/ocp/polish/polished_problem.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

namespace tandem {
namespace {

constexpr double kSmeared = 4.0;  ///< control times on each side of a jump

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

/// A state that controls keep at its bound.
void hold(State& state, Hold at) {
  state.allowed = state.range();
  state.bounds = Range(at == Hold::lower ? state.allowed->lower : state.allowed->upper);
}

/// Design numbers that say how much of each integral an arc has; they come behind the statement's.
class Shares {
 public:
  explicit Shares(const Problem& problem) : first_(static_cast<int>(problem.numbers().size())) {}

  /// The bounds of an integral on one of a phase's arcs, the last of which gets what the others leave.
  Range bounds_on(const Constraint& integral, const std::string& arc, bool is_first, bool is_last) {
    if (is_first) given_[integral.name] = {};
    std::vector<Number>& given = given_[integral.name];
    if (!is_last) {
      numbers_.push_back({integral.name + "-on-" + arc, 0.0, "", "integral along the arc", Role::design});
      given.push_back(Number{first_ + static_cast<int>(numbers_.size()) - 1});
      return Range(given.back());
    }
    Range rest = integral.bounds;
    for (const Number number : given) {
      rest.lower = rest.lower - number;
      rest.upper = rest.upper - number;
    }
    return rest;
  }

  const std::vector<NamedNumber>& numbers() const { return numbers_; }

 private:
  int first_;
  std::vector<NamedNumber> numbers_;
  std::map<std::string, std::vector<Number>> given_;  ///< of the phase that is being divided
};

bool has_singular(const Phase& phase, const std::vector<Arc>& arcs, const Arc& arc) {
  for (int i = 0; i < phase.control_count; ++i) {
    const bool is_held_elsewhere =
        std::any_of(arcs.begin(), arcs.end(), [&](const Arc& other) { return other.controls[i] != Hold::inside; });
    if (arc.controls[i] == Hold::inside && is_held_elsewhere) return true;
  }
  return false;
}

/// One phase of the statement on one of its arcs.
Phase phase_on(const Problem& problem, int phase, const std::vector<Arc>& arcs, int a, const PolishMesh& mesh,
               Shares& shares) {
  const int count = static_cast<int>(arcs.size());
  const bool is_first = a == 0, is_last = a + 1 == count;
  const Arc& arc = arcs[a];
  Phase on = problem.phases()[phase];
  on.name = arc_name(on.name, a, count);
  if (count > 1) on.time.duration.reset();
  for (const Held& held : arc.held_paths) {
    Range& bounds = on.path_constraints[held.index].bounds;
    bounds = Range(held.at == Hold::lower ? bounds.lower : bounds.upper);
  }
  for (Constraint& integral : on.integral_constraints) {
    if (count > 1) integral.bounds = shares.bounds_on(integral, on.name, is_first, is_last);
  }
  for (std::size_t i = 0; i < on.controls.size(); ++i) on.controls[i] = held(on.controls[i], arc.controls[i]);
  for (int i = 0; i < on.state_count; ++i) {
    State& state = on.states[i];
    state.guess.reset();
    loosen(state, arc, i);
    for (const Held& held : arc.held_states) {
      if (held.index == i) hold(state, held.at);
    }
    if (!is_first) state.start.reset();
    if (!is_last) state.end.reset();
  }
  if (!is_first) on.time.continues = true;
  if (!is_last) {
    on.time.end = Range(problem.start_range(phase).lower, on.time.end.upper);
    on.end_cost = {};
    on.end_constraints.clear();
    if (arc.has_fixed_end) on.time.end = Range(arc.end);
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

/// t_before - t_after.
UserFunction duration(int states) {
  UserFunction function;
  function.outputs = 1;
  function.linear = true;
  const int before = states, after = 2 * states + 1;  // of [x_before; t_before; x_after; t_after]
  function.values = [=](const KnotView<double>& k, std::span<double> values) { values[0] = k.x[before] - k.x[after]; };
  function.jacobian = [=](const KnotView<double>&, Eigen::Ref<Eigen::MatrixXd> jacobian) {
    jacobian(0, before) = 1.0;
    jacobian(0, after) = -1.0;
  };
  return function;
}

/// Whether states or path constraints are held along some arc: then the ends of an interval must hold them too.
bool holds_more_than_controls(const Problem& problem, const ArcStructure& arcs) {
  const auto has_paths = [](const Phase& phase) { return !phase.path_constraints.empty(); };
  const auto binds = [](const Arc& arc) { return !arc.bounded_states.empty() || !arc.held_states.empty(); };
  return std::any_of(problem.phases().begin(), problem.phases().end(), has_paths) ||
         std::any_of(arcs.phases.begin(), arcs.phases.end(),
                     [&](const std::vector<Arc>& phase) { return std::any_of(phase.begin(), phase.end(), binds); });
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

/// A control's guess beside a jump is what a mesh has smeared: there it is kept as it is farther inside the arc.
void sharpen(PhaseGuess& guess, int control, const PhaseGuess& whole, const Arc& arc, bool jumps_in, bool jumps_out) {
  const double spacing = (whole.control_time(whole.control_time.size() - 1) - whole.control_time(0)) /
                         static_cast<double>(whole.control_time.size());
  const double margin = std::min(kSmeared * spacing, 0.4 * arc.length());
  const double first = arc.start + (jumps_in ? margin : 0.0), last = arc.end - (jumps_out ? margin : 0.0);
  for (int k = 0; k < guess.control_time.size(); ++k) {
    const double at = std::clamp(guess.control_time(k), first, last);
    guess.controls(control, k) = interpolate(whole.control_time, whole.controls, at)(control);
  }
}

PhaseGuess guess_on(const Phase& phase, const std::vector<Arc>& arcs, std::size_t a, const PhaseGuess& whole,
                    std::span<const double> numbers) {
  const Arc& arc = arcs[a];
  PhaseGuess guess;
  std::tie(guess.time, guess.states) = cut(whole.time, whole.states, arc.start, arc.end);
  if (phase.control_count == 0) return guess;
  std::tie(guess.control_time, guess.controls) = cut(whole.control_time, whole.controls, arc.start, arc.end);
  for (int i = 0; i < phase.control_count; ++i) {
    const bool jumps_in = a > 0 && arcs[a - 1].piece(i) != arc.piece(i);
    const bool jumps_out = a + 1 < arcs.size() && arcs[a + 1].piece(i) != arc.piece(i);
    if (jumps_in || jumps_out) sharpen(guess, i, whole, arc, jumps_in, jumps_out);
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
  Shares shares(problem);
  for (int p = 0; p < std::ssize(arcs.phases); ++p) {
    for (int a = 0; a < std::ssize(arcs.phases[p]); ++a) {
      phases.push_back(phase_on(problem, p, arcs.phases[p], a, mesh, shares));
      if (a > 0) continue_states(linkages, *(phases.end() - 2), phases.back(), first[p] + a - 1);
    }
    const Phase& stated = problem.phases()[p];
    if (arcs.phases[p].size() < 2 || !stated.time.duration) continue;
    linkages.push_back({stated.name + "-duration", first[p + 1] - 1, first[p], *stated.time.duration,
                        GenericFunction::of(duration(stated.state_count))});
  }
  for (Linkage linkage : problem.linkages()) {
    linkage.before = first[linkage.before + 1] - 1;
    linkage.after = first[linkage.after];
    linkages.push_back(std::move(linkage));
  }
  Problem polished = problem.restated(std::move(phases), std::move(linkages));
  for (const NamedNumber& share : shares.numbers()) polished.number(share);
  polished.mesh() = {holds_more_than_controls(problem, arcs) ? "radau" : "gauss", mesh.intervals, mesh.degree};
  return polished;
}

Guess polished_guess(const Problem& problem, const ArcStructure& arcs, const Guess& whole) {
  const std::vector<double> numbers = problem.number_values();
  Guess guess;
  for (const NamedNumber& number : problem.numbers()) {
    const auto found = whole.numbers.find(number.name);
    if (found != whole.numbers.end()) guess.numbers.insert(*found);
  }
  for (std::size_t p = 0; p < arcs.phases.size(); ++p) {
    for (std::size_t a = 0; a < arcs.phases[p].size(); ++a) {
      guess.phases.push_back(guess_on(problem.phases()[p], arcs.phases[p], a, whole.phases[p], numbers));
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
