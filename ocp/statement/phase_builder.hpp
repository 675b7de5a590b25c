#pragma once

#include <tandem/core/error.hpp>
#include <tandem/core/jet.hpp>
#include <tandem/core/math.hpp>
#include <tandem/derivatives/knot.hpp>
#include <tandem/ocp/statement/implicit_rates.hpp>
#include <tandem/ocp/statement/mechanism.hpp>
#include <tandem/ocp/statement/phase.hpp>

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tandem {

/// Writes a phase with `kStates` states and `kControls` controls; functions take a Knot of these sizes and are
/// generic over the scalar: phase.dynamics([=](const auto& k) { return rates(k.x[1], k.u[0]); }). A function that
/// cannot be generic comes as a UserFunction, with derivatives of its own; a model as MultibodyDynamics, and the force
/// of one of its motion-driven joints, in a running cost or path constraint, as MultibodyForce, the effort of several
/// as MultibodyEffort. What speaks of frames of a model, wherever a cost or constraint stands, is made by on_frame()
/// (derivatives/on_frame.hpp).
///
/// Where sizes are kRunTime, functions see k.x and k.u as spans and may return vectors.
template <int kStates, int kControls>
class PhaseBuilder {
 public:
  explicit PhaseBuilder(Phase& phase, int states = kStates, int controls = kControls) : phase_(phase) {
    require(states >= 0 && controls >= 0, "phase '{}': it cannot have {} states and {} controls", phase_.name, states,
            controls);
    phase_.state_count = states;
    phase_.control_count = controls;
  }

  /// What has been stated so far.
  const Phase& stated() const { return phase_; }

  PhaseBuilder& time(PhaseTime time) {
    phase_.time = std::move(time);
    return *this;
  }

  /// States and controls are numbered in the order of these calls.
  PhaseBuilder& state(std::string name, State state) {
    state.name = std::move(name);
    phase_.states.push_back(std::move(state));
    return *this;
  }
  PhaseBuilder& control(std::string name, Control control) {
    control.name = std::move(name);
    phase_.controls.push_back(std::move(control));
    return *this;
  }

  /// One that is stated already, as by a mechanism: phase.state("elbow").end = 0.0.
  State& state(const std::string& name) { return state_called(phase_, name); }

  /// States and controls of a tree of bodies with its dynamics: "elbow" and "elbow-rate" within the joint's limits,
  /// "elbow-torque" within what its motor gives (mechanism.hpp has all names). At the ends nothing is held.
  PhaseBuilder& mechanism(MultibodyDynamics dynamics) {
    add_mechanism(phase_, dynamics);
    return this->dynamics(std::move(dynamics));
  }

  /// Where a mechanism starts and ends: at rest, coordinates as given, the others at zero.
  PhaseBuilder& start_at(const Posture& posture) {
    hold_start(phase_, posture);
    return *this;
  }
  PhaseBuilder& end_at(const Posture& posture) {
    hold_end(phase_, posture);
    return *this;
  }

  /// x' = f(x, u, t, numbers): returns an array of kStates rates. Or the MultibodyDynamics of a model: then states are
  /// its coordinates, velocities and derivatives of smooth motions, controls what drives it.
  template <class Function>
  PhaseBuilder& dynamics(Function function) {
    if constexpr (std::is_same_v<Function, UserFunction>) {
      phase_.dynamics = own(std::move(function), phase_.state_count, "the dynamics");
    } else if constexpr (std::is_same_v<Function, MultibodyDynamics>) {
      phase_.dynamics = GenericFunction::of(std::move(function));
      phase_.dynamics.multibody()->check_sizes(phase_.state_count, phase_.control_count);
    } else {
      constexpr int kReturned = outputs_of<kStates, kControls, Function>();
      static_assert(kStates == kRunTime || kReturned == kRunTime || kReturned == kStates,
                    "dynamics must return one rate a state");
      phase_.dynamics = GenericFunction::of<kStates, kControls>(function, phase_.state_count);
    }
    return *this;
  }

  /// 0 = F(x, x', u, t, numbers), which must determine x'. The last of the controls, one a state, are the rates x',
  /// unknowns that an equation holds at every point; they are called "<state>-rate" and are added here, so states and
  /// true controls come before. `residual(k, rate)` returns a number a state.
  template <class Function>
  PhaseBuilder& implicit_dynamics(Function residual) {
    static_assert(kControls == kRunTime || kControls >= kStates, "implicit dynamics need a control for each rate");
    const int count = phase_.state_count, true_controls = phase_.control_count - count;
    require(
        static_cast<int>(phase_.states.size()) == count && static_cast<int>(phase_.controls.size()) == true_controls,
        "phase '{}': name its {} states and {} controls before its implicit dynamics", phase_.name, count,
        true_controls);
    for (int i = 0; i < count; ++i) {
      control(phase_.states[i].name + "-rate", {});
      path_constraint(phase_.states[i].name + "-residual", 0.0,
                      [residual, i](const auto& k) { return residual(k, rates_in(k))[i]; });
      phase_.path_constraints.back().is_residual = true;
    }
    dynamics([](const auto& k) { return rates_in(k); });
    phase_.implicit_rates = [residual](const KnotView<double>& view, std::span<double> rates) {
      solve_rates(rates, [&](ImplicitCall& call) { linearize_residual(residual, view, call); });
    };
    return *this;
  }

  /// L(x, u, t, numbers), integrated over the phase.
  template <class Function>
  PhaseBuilder& running_cost(Function function) {
    phase_.running_cost = scalar<kControls>(function);
    phase_.running_residuals = {};
    return *this;
  }

  /// L = |r|^2 / 2 of residuals r(x, u, t, numbers), an array: a running cost whose Hessian has the Gauss-Newton form
  /// r'r, of first derivatives only (`--hessian gauss-newton`). Of a vector the count is to be said.
  template <class Function>
  PhaseBuilder& running_residuals(Function function, int count = outputs_of<kStates, kControls, Function>()) {
    check_residuals(count);
    running_cost(with_half_square(function));
    phase_.running_residuals = GenericFunction::of<kStates, kControls>(function, count);
    return *this;
  }

  /// Phi(x, t, numbers) at the end of the phase.
  template <class Function>
  PhaseBuilder& end_cost(Function function) {
    phase_.end_cost = scalar<0>(function);
    phase_.end_residuals = {};
    return *this;
  }

  /// Phi = |r|^2 / 2 of residuals r(x, t, numbers) at the end of the phase.
  template <class Function>
  PhaseBuilder& end_residuals(Function function, int count = outputs_of<kStates, 0, Function>()) {
    check_residuals(count);
    end_cost(with_half_square(function));
    phase_.end_residuals = GenericFunction::of<kStates, 0>(function, count);
    return *this;
  }

  /// lower <= c(x, u, t, numbers) <= upper all along the phase.
  template <class Function>
  PhaseBuilder& path_constraint(std::string name, Range bounds, Function function) {
    phase_.path_constraints.push_back({std::move(name), std::move(bounds), scalar<kControls>(function)});
    return *this;
  }

  /// lower <= psi(x, t, numbers) <= upper at the end of the phase.
  template <class Function>
  PhaseBuilder& end_constraint(std::string name, Range bounds, Function function) {
    phase_.end_constraints.push_back({std::move(name), std::move(bounds), scalar<0>(function)});
    return *this;
  }

  /// lower <= integral of g(x, u, t, numbers) over the phase <= upper.
  template <class Function>
  PhaseBuilder& integral_constraint(std::string name, Range bounds, Function function) {
    phase_.integral_constraints.push_back({std::move(name), std::move(bounds), scalar<kControls>(function)});
    return *this;
  }

  /// How many intervals this phase has unless the caller says otherwise.
  PhaseBuilder& intervals(int count) {
    phase_.intervals = count;
    return *this;
  }

  /// The mechanism at one instant; for the report's moving picture.
  template <class Function>
  PhaseBuilder& drawing(Function function) {
    phase_.drawing = [function](const KnotView<double>& view) { return function(knot_of<kStates, kControls>(view)); };
    return *this;
  }

 private:
  template <class Function>
  static auto with_half_square(const Function& function) {
    const auto half_square = [](const auto& r) { return 0.5 * sum_of_squares(r); };
    if constexpr (kIsOnFrames<Function>) {
      return function.then(half_square);
    } else {
      return [function, half_square](const auto& k) { return half_square(function(k)); };
    }
  }

  /// The last of the controls, one a state.
  template <class Knots>
  static auto rates_in(const Knots& k) {
    using Scalar = std::decay_t<decltype(k.u[0])>;
    const std::size_t first = k.u.size() - k.x.size();
    if constexpr (kStates == kRunTime) {
      return std::vector<Scalar>(k.u.begin() + first, k.u.end());
    } else {
      std::array<Scalar, kStates> rates;
      for (std::size_t i = 0; i < rates.size(); ++i) rates[i] = k.u[first + i];
      return rates;
    }
  }

  /// F and dF/dx' at the rates of the call: in one pass of jets, a pass a rate where sizes are known at run time only.
  template <class Function>
  static void linearize_residual(const Function& residual, const KnotView<double>& view, ImplicitCall& call) {
    constexpr int kSeeds = kStates == kRunTime ? 1 : kStates;
    using Scalar = Jet<double, kSeeds, 1>;
    const int count = static_cast<int>(call.rates.size()), first = static_cast<int>(view.u.size()) - count;
    const std::vector<Scalar> x(view.x.begin(), view.x.end()), numbers(view.numbers.begin(), view.numbers.end());
    for (int seed = 0; seed < count; seed += kSeeds) {
      std::vector<Scalar> u(view.u.begin(), view.u.end());
      for (int i = 0; i < count; ++i) u[first + i] = call.rates[i];
      for (int j = 0; j < kSeeds; ++j) u[first + seed + j] = Scalar::variable(call.rates[seed + j], j);
      const auto knot = knot_of<kStates, kControls>(KnotView<Scalar>{x, u, Scalar(view.t), numbers});
      const auto found = residual(knot, rates_in(knot));
      for (int i = 0; i < count; ++i) {
        const Scalar row = found[i];
        call.residual[i] = row.value;
        for (int j = 0; j < kSeeds; ++j) call.jacobian[i * count + seed + j] = row.gradient[j];
      }
    }
  }

  void check_residuals(int count) const {
    require(count >= 1, "phase '{}': say how many residuals the vector holds", phase_.name);
  }

  template <int kUsedControls, class Function>
  GenericFunction scalar(const Function& function) const {
    if constexpr (std::is_same_v<Function, UserFunction>) {
      return own(function, 1, "a cost or constraint");
    } else if constexpr (std::is_same_v<Function, MultibodyForce> || std::is_same_v<Function, MultibodyEffort>) {
      static_assert(kUsedControls == kControls, "the force of a joint depends on controls, which an end has none of");
      const GenericFunction force = GenericFunction::of(function);
      force.multibody()->check_sizes(phase_.state_count, phase_.control_count);
      return force;
    } else {
      static_assert(outputs_of<kStates, kUsedControls, Function>() == 1, "this function must return one number");
      return GenericFunction::of<kStates, kUsedControls>(function, 1);
    }
  }

  static GenericFunction own(UserFunction function, int outputs, const char* what) {
    require(function.outputs == outputs, "user function: {} must have {} outputs, it has {}", what, outputs,
            function.outputs);
    return GenericFunction::of(std::move(function));
  }

  Phase& phase_;
};

}  // namespace tandem
