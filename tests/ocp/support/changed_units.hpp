#pragma once

#include <tandem/core/dice.hpp>
#include <tandem/ocp/statement/problem.hpp>

#include <cmath>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace tandem::test {

/// The units of a problem of one phase: a state, a control, the time, the objective or a constraint is so many times
/// the number that it was.
struct Units {
  std::vector<double> states, controls;
  double time = 1.0, objective = 1.0;
  std::vector<double> paths, ends, integrals;

  /// Factors of 1e-3 to 1e3, evenly over the decades.
  static Units random(const Phase& phase, unsigned seed) {
    Dice dice(seed);
    const auto factors = [&](std::size_t count) {
      std::vector<double> all(count);
      for (double& each : all) each = std::pow(10.0, dice.within(-3.0, 3.0));
      return all;
    };
    Units units;
    units.states = factors(phase.states.size());
    units.controls = factors(phase.controls.size());
    units.time = factors(1)[0];
    units.objective = factors(1)[0];
    units.paths = factors(phase.path_constraints.size());
    units.ends = factors(phase.end_constraints.size());
    units.integrals = factors(phase.integral_constraints.size());
    return units;
  }
};

/// A function of the old numbers as one of the new ones; each output has a factor.
struct InOldUnits {
  GenericFunction function;
  std::shared_ptr<const Units> units;
  std::vector<double> factors;

  template <class Knots>
  auto operator()(const Knots& k) const {
    using S = std::decay_t<decltype(k.t)>;
    std::vector<S> x, u, values(factors.size());
    for (std::size_t i = 0; i < k.x.size(); ++i) x.push_back(k.x[i] / units->states[i]);
    if constexpr (requires { k.u.size(); }) {
      for (std::size_t i = 0; i < std::size(k.u); ++i) u.push_back(k.u.data()[i] / units->controls[i]);
    }
    function(KnotView<S>{x, u, k.t / units->time, k.numbers}, values);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = values[i] * factors[i];
    return values;
  }
};

/// The same of one output, as a number.
struct NumberInOldUnits {
  InOldUnits all;
  template <class Knots>
  auto operator()(const Knots& k) const {
    return all(k)[0];
  }
};

inline Range times(const Range& range, double factor) { return {range.lower * factor, range.upper * factor}; }
inline std::optional<Range> times(const std::optional<Range>& range, double factor) {
  return range ? std::optional(times(*range, factor)) : std::nullopt;
}
inline std::optional<LinearGuess> times(const std::optional<LinearGuess>& guess, double factor) {
  if (!guess) return std::nullopt;
  LinearGuess changed{guess->start * factor, guess->end * factor};
  for (const GuessPoint& point : guess->between) changed.between.push_back({point.fraction, point.value * factor});
  return changed;
}

/// The problem, which has one phase, in other units.
inline Problem in_units(const Problem& problem, const Units& its_units) {
  const Phase& old = problem.phases().front();
  const auto units = std::make_shared<const Units>(its_units);
  Problem changed(problem.name());
  changed.mesh() = problem.mesh();
  for (const NamedNumber& number : problem.numbers()) changed.number(number);
  auto phase = changed.phase(old.name, old.state_count, old.control_count);
  PhaseTime time = old.time;
  time.start = times(time.start, units->time), time.end = times(time.end, units->time);
  if (time.guess) *time.guess *= units->time;
  time.duration = times(time.duration, units->time);
  phase.time(time);
  std::vector<double> rates;
  for (std::size_t i = 0; i < old.states.size(); ++i) {
    const double factor = units->states[i];
    State state = old.states[i];
    state.bounds = times(state.bounds, factor), state.start = times(state.start, factor);
    state.end = times(state.end, factor), state.guess = times(state.guess, factor);
    phase.state(state.name, state);
    rates.push_back(factor / units->time);
  }
  for (std::size_t i = 0; i < old.controls.size(); ++i) {
    Control control = old.controls[i];
    control.bounds = times(control.bounds, units->controls[i]),
    control.guess = times(control.guess, units->controls[i]);
    phase.control(control.name, control);
  }
  const auto number = [&](const GenericFunction& function, double factor) {
    return NumberInOldUnits{{function, units, {factor}}};
  };
  phase.dynamics(InOldUnits{old.dynamics, units, rates});
  if (old.running_cost) phase.running_cost(number(old.running_cost, units->objective / units->time));
  if (old.end_cost) phase.end_cost(number(old.end_cost, units->objective));
  for (std::size_t i = 0; i < old.path_constraints.size(); ++i) {
    const Constraint& c = old.path_constraints[i];
    phase.path_constraint(c.name, times(c.bounds, units->paths[i]), number(c.function, units->paths[i]));
  }
  for (std::size_t i = 0; i < old.end_constraints.size(); ++i) {
    const Constraint& c = old.end_constraints[i];
    phase.end_constraint(c.name, times(c.bounds, units->ends[i]), number(c.function, units->ends[i]));
  }
  for (std::size_t i = 0; i < old.integral_constraints.size(); ++i) {
    const Constraint& c = old.integral_constraints[i];
    phase.integral_constraint(c.name, times(c.bounds, units->integrals[i]),
                              number(c.function, units->integrals[i] / units->time));
  }
  if (problem.is_maximised()) changed.maximise();
  return changed;
}

}  // namespace tandem::test
