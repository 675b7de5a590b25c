#include <tandem/ocp/search/polish/polished_phase.hpp>

#include <tandem/ocp/search/polish/path_values.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

/// A state that leans on no bound along the arc has none: where controls are held, a state may be at its bound all
/// along (a tank that is empty), which leaves an interior-point method no interior. The certificate still tests it.
void loosen(State& state, const Arc& arc, int index) {
  if (arc.binds(index)) return;
  state.allowed = state.range();
  state.bounds = {};
}

/// A state that stays at this value.
void hold(State& state, const Affine& value) {
  state.allowed = state.range();
  state.bounds = Range(value);
}

/// Path constraints along an arc: equations where they are held, nothing where others imply them.
void hold_paths(Phase& on, const Arc& arc, std::span<const double> numbers) {
  for (const Held& held : arc.held_paths) {
    Range& bounds = on.path_constraints[held.index].bounds;
    const Affine& end = held.at == Hold::lower ? bounds.lower : bounds.upper;
    bounds = held.at == Hold::inside || !std::isfinite(end.at(numbers)) ? Range() : Range(end);
  }
}

/// A path constraint that some arc holds and that is a state becomes the state's bounds along all of them.
void turn_into_bounds(Phase& on, const std::vector<Arc>& arcs, std::span<const double> numbers) {
  for (const Arc& arc : arcs) {
    for (const Held& held : arc.held_paths) {
      Constraint& constraint = on.path_constraints[held.index];
      const std::optional<int> state = state_of(on, constraint, numbers);
      if (!state) continue;
      Range& own = on.states[*state].bounds;
      if (own.lower.at(numbers) < constraint.bounds.lower.at(numbers)) own.lower = constraint.bounds.lower;
      if (own.upper.at(numbers) > constraint.bounds.upper.at(numbers)) own.upper = constraint.bounds.upper;
      constraint.bounds = {};
    }
  }
}

/// States along arc `a`, which come to where the next arc holds them and start from where the last one did.
void hold_states(Phase& on, const Phase& stated, const std::vector<Arc>& arcs, int a, std::span<const double> numbers) {
  const bool is_first = a == 0, is_last = a + 1 == std::ssize(arcs);
  const auto values_on = [&](int arc) { return held_values(stated, arcs[arc], numbers); };
  const std::map<int, Affine> own = values_on(a);
  for (int i = 0; i < on.state_count; ++i) {
    State& state = on.states[i];
    state.guess.reset();
    if (own.contains(i)) {
      hold(state, own.at(i));
    } else {
      loosen(state, arcs[a], i);
    }
    if (!is_first) state.start.reset();
    if (!is_last) state.end.reset();
  }
  if (!is_first) {
    for (const auto& [i, value] : values_on(a - 1)) on.states[i].start = Range(value);
  }
  if (!is_last) {
    for (const auto& [i, value] : values_on(a + 1)) on.states[i].end = Range(value);
  }
}

bool has_singular(const Phase& phase, const std::vector<Arc>& arcs, const Arc& arc) {
  for (int i = 0; i < phase.control_count; ++i) {
    const bool is_held_elsewhere =
        std::any_of(arcs.begin(), arcs.end(), [&](const Arc& other) { return other.controls[i] != Hold::inside; });
    if (arc.controls[i] == Hold::inside && is_held_elsewhere) return true;
  }
  return false;
}

}  // namespace

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

std::map<int, Affine> held_values(const Phase& phase, const Arc& arc, std::span<const double> numbers) {
  const auto end_of = [](const Range& range, Hold at) { return at == Hold::lower ? range.lower : range.upper; };
  std::map<int, Affine> values;
  for (const Held& held : arc.held_states)
    values.emplace(held.index, end_of(phase.states[held.index].range(), held.at));
  for (const Held& held : arc.held_paths) {
    const Constraint& constraint = phase.path_constraints[held.index];
    const std::optional<int> state = state_of(phase, constraint, numbers);
    if (state && held.at != Hold::inside) values.emplace(*state, end_of(constraint.bounds, held.at));
  }
  return values;
}

Phase phase_on(const Problem& problem, int phase, const std::vector<Arc>& arcs, int a, const PolishMesh& mesh,
               Shares& shares) {
  const int count = static_cast<int>(arcs.size());
  const bool is_first = a == 0, is_last = a + 1 == count;
  const Arc& arc = arcs[a];
  Phase on = problem.phases()[phase];
  on.name = arc_name(on.name, a, count);
  if (count > 1) on.time.duration.reset();
  const std::vector<double> numbers = problem.number_values();
  turn_into_bounds(on, arcs, numbers);
  hold_paths(on, arc, numbers);
  for (Constraint& integral : on.integral_constraints) {
    if (count > 1) integral.bounds = shares.bounds_on(integral, on.name, is_first, is_last);
  }
  for (std::size_t i = 0; i < on.controls.size(); ++i) on.controls[i] = held(on.controls[i], arc.controls[i]);
  for (const int i : arc.driven_controls) {
    on.controls[i].allowed = on.controls[i].range();
    on.controls[i].bounds = {};
  }
  hold_states(on, problem.phases()[phase], arcs, a, numbers);
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

}  // namespace tandem
