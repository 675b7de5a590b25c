#pragma once

#include <tandem/ocp/statement/phase.hpp>

#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace tandem {

/// Equations or bounds between the end of one phase and the start of another (or of itself).
struct Linkage {
  std::string name;
  int before = 0;  ///< the phase whose end it sees
  int after = 0;   ///< the phase whose start it sees
  Range bounds = 0.0;
  GenericFunction function;  ///< of the "states" [x_before; t_before; x_after; t_after]

  int rows() const { return function.outputs(); }
  std::string row_name(int row) const { return rows() == 1 ? name : name + "[" + std::to_string(row) + "]"; }
  /// It closes a ring: its `after` does not come later than its `before`.
  bool goes_back() const { return after <= before; }
};

/// What a linkage's function sees at one of its ends: states, time, and the named numbers.
template <class Scalar, int kStates, class Knots>
struct LinkedEnd {
  KnotValues<Scalar, kStates> x;
  Scalar t;
  const Knots* numbers;

  Scalar operator[](Number number) const { return (*numbers)[number]; }
};

/// A function of two ends as one of a single Knot [x_before; t_before; x_after; t_after].
template <int kBefore, int kAfter, class Function>
struct JointFunction {
  static constexpr int kStates = kBefore == kRunTime || kAfter == kRunTime ? kRunTime : kBefore + kAfter + 2;

  Function function;
  int before_states = kBefore, after_states = kAfter;

  template <class Knots>
  auto operator()(const Knots& k) const {
    using Scalar = std::decay_t<decltype(k.x[0])>;
    LinkedEnd<Scalar, kBefore, Knots> before{{}, k.x[before_states], &k};
    LinkedEnd<Scalar, kAfter, Knots> after{{}, k.x[before_states + after_states + 1], &k};
    const std::span<const Scalar> x(k.x);
    take_first(x.first(before_states), before.x);
    take_first(x.subspan(before_states + 1, after_states), after.x);
    return function(std::as_const(before), std::as_const(after));
  }

  static constexpr int outputs() { return outputs_of<kStates, 0, JointFunction>(); }
};

/// x_after - x_before of one pair of states.
struct StateGap {
  int before_state, after_state;

  template <class Before, class After>
  auto operator()(const Before& before, const After& after) const {
    return after.x[after_state] - before.x[before_state];
  }
};

}  // namespace tandem
