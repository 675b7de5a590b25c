#pragma once

#include <tandem/core/error.hpp>
#include <tandem/core/jet.hpp>
#include <tandem/derivatives/knot.hpp>
#include <tandem/ocp/statement/implicit_rates.hpp>
#include <tandem/ocp/statement/phase.hpp>

#include <array>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tandem {

/// Writes a phase with `kStates` states and `kControls` controls; functions take a Knot of these sizes and are
/// generic over the scalar: phase.dynamics([=](const auto& k) { return rates(k.x[1], k.u[0]); }). A function that
/// cannot be generic comes as a UserFunction, with derivatives of its own; a model as MultibodyDynamics, and the force
/// of one of its motion-driven joints, in a running cost or path constraint, as MultibodyForce. What speaks of frames
/// of a model, wherever a cost or constraint stands, is made by on_frame() (derivatives/on_frame.hpp).
template <int kStates, int kControls>
class PhaseBuilder {
 public:
  explicit PhaseBuilder(Phase& phase) : phase_(phase) {
    phase_.state_count = kStates;
    phase_.control_count = kControls;
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

  /// x' = f(x, u, t, numbers): returns an array of kStates rates. Or the MultibodyDynamics of a model: then states are
  /// its coordinates and velocities, controls what drives it.
  template <class Function>
  PhaseBuilder& dynamics(Function function) {
    if constexpr (std::is_same_v<Function, UserFunction>) {
      phase_.dynamics = own(std::move(function), kStates, "the dynamics");
    } else if constexpr (std::is_same_v<Function, MultibodyDynamics>) {
      phase_.dynamics = GenericFunction::of(std::move(function));
      phase_.dynamics.multibody()->check_sizes(kStates, kControls);
    } else {
      static_assert(outputs_of<kStates, kControls, Function>() == kStates, "dynamics must return one rate a state");
      phase_.dynamics = GenericFunction::of<kStates, kControls>(function, kStates);
    }
    return *this;
  }

  /// 0 = F(x, x', u, t, numbers), which must determine x'. The last kStates controls are the rates x', unknowns that
  /// an equation holds at every point; they are called "<state>-rate" and are added here, so states and true controls
  /// come before. `residual(k, rate)` returns an array of kStates numbers.
  template <class Function>
  PhaseBuilder& implicit_dynamics(Function residual) {
    static_assert(kControls >= kStates, "implicit dynamics need a control for each rate");
    require(static_cast<int>(phase_.states.size()) == kStates &&
                static_cast<int>(phase_.controls.size()) == kControls - kStates,
            "phase '{}': name its {} states and {} controls before its implicit dynamics", phase_.name, kStates,
            kControls - kStates);
    for (int i = 0; i < kStates; ++i) {
      control(phase_.states[i].name + "-rate", {});
      path_constraint(phase_.states[i].name + "-residual", 0.0,
                      [residual, i](const auto& k) { return residual(k, rates_in(k))[i]; });
      phase_.path_constraints.back().is_residual = true;
    }
    dynamics([](const auto& k) { return rates_in(k); });
    phase_.implicit_rates = [residual](const KnotView<double>& view, std::span<double> rates) {
      solve_rates(rates, [&](ImplicitCall& call) {
        using Scalar = Jet<double, kStates, 1>;
        Knot<Scalar, kStates, kControls> knot;
        for (int i = 0; i < kStates; ++i) knot.x[i] = view.x[i];
        for (int i = 0; i < kControls; ++i) knot.u[i] = view.u[i];
        knot.t = view.t;
        const std::vector<Scalar> numbers(view.numbers.begin(), view.numbers.end());
        knot.numbers = numbers;
        for (int i = 0; i < kStates; ++i) knot.u[kControls - kStates + i] = Scalar::variable(call.rates[i], i);
        const auto found = residual(std::as_const(knot), rates_in(knot));
        for (int i = 0; i < kStates; ++i) {
          const Scalar row = found[i];
          call.residual[i] = row.value;
          for (int j = 0; j < kStates; ++j) call.jacobian[i * kStates + j] = row.gradient[j];
        }
      });
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
  /// r'r, of first derivatives only (`--hessian gauss-newton`).
  template <class Function>
  PhaseBuilder& running_residuals(Function function) {
    running_cost(with_half_square(function));
    phase_.running_residuals =
        GenericFunction::of<kStates, kControls>(function, outputs_of<kStates, kControls, Function>());
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
  PhaseBuilder& end_residuals(Function function) {
    end_cost(with_half_square(function));
    phase_.end_residuals = GenericFunction::of<kStates, 0>(function, outputs_of<kStates, 0, Function>());
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
    phase_.drawing = [function](const KnotView<double>& view) {
      Knot<double, kStates, kControls> knot;
      for (int i = 0; i < kStates; ++i) knot.x[i] = view.x[i];
      for (int i = 0; i < kControls; ++i) knot.u[i] = view.u[i];
      knot.t = view.t;
      knot.numbers = view.numbers;
      return function(knot);
    };
    return *this;
  }

 private:
  template <class Residuals>
  static auto half_square(const Residuals& r) {
    auto sum = 0.5 * r[0] * r[0];
    for (std::size_t i = 1; i < r.size(); ++i) sum = sum + 0.5 * r[i] * r[i];
    return sum;
  }

  template <class Function>
  static auto with_half_square(const Function& function) {
    if constexpr (kIsOnFrames<Function>) {
      return function.then([](const auto& r) { return half_square(r); });
    } else {
      return [function](const auto& k) { return half_square(function(k)); };
    }
  }

  template <class Knots>
  static auto rates_in(const Knots& k) {
    std::array<std::decay_t<decltype(k.u[0])>, kStates> rates;
    for (int i = 0; i < kStates; ++i) rates[i] = k.u[kControls - kStates + i];
    return rates;
  }

  template <int kUsedControls, class Function>
  static GenericFunction scalar(const Function& function) {
    if constexpr (std::is_same_v<Function, UserFunction>) {
      return own(function, 1, "a cost or constraint");
    } else if constexpr (std::is_same_v<Function, MultibodyForce>) {
      static_assert(kUsedControls == kControls, "the force of a joint depends on controls, which an end has none of");
      const GenericFunction force = GenericFunction::of(function);
      force.multibody()->check_sizes(kStates, kControls);
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
