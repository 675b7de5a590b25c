#pragma once

#include <tandem/core/picture.hpp>
#include <tandem/derivatives/knot.hpp>
#include <tandem/ocp/statement/implicit_rates.hpp>

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tandem {

/// A value at a fraction of the phase.
struct GuessPoint {
  double fraction = 0.5;
  Affine value;
};

/// Straight lines over the phase, from its start to its end, through the points between (by increasing fractions).
struct LinearGuess {
  Affine start;
  Affine end;
  std::vector<GuessPoint> between = {};
};

/// A state: its bounds hold everywhere, `start` and `end` at the ends (a value fixes it, a Range bounds it). Without
/// a guess the straight line between fixed ends is taken (or the one fixed end, or 0, moved into the bounds). `allowed`
/// is for a state whose bounds a solver is not to hold, though the statement has some: the certificate tests them.
struct State {
  std::string unit = {};
  Range bounds = {};
  std::optional<Range> start = {};
  std::optional<Range> end = {};
  std::optional<LinearGuess> guess = {};
  std::string name = {};
  std::optional<Range> allowed = {};

  /// What the statement lets it do.
  const Range& range() const { return allowed ? *allowed : bounds; }
};

/// A control; without a guess it is 0, moved into the bounds. `allowed` is for a control that `bounds` hold at one end
/// of what the statement lets it do: the minimum principle is tested against it.
struct Control {
  std::string unit = {};
  Range bounds = {};
  std::optional<LinearGuess> guess = {};
  std::string name = {};
  std::optional<Range> allowed = {};

  /// What the statement lets it do.
  const Range& range() const { return allowed ? *allowed : bounds; }
};

/// When the phase starts and ends; a Range makes the time free. A phase that `continues` starts at the time when the
/// phase before it ends, and `start` is not looked at. Where the bounds allow an end before the start, the duration is
/// kept at 0 or longer; `duration` says otherwise.
struct PhaseTime {
  Range start = 0.0;
  Range end = 1.0;
  std::optional<double> guess = {};  ///< of the end time, where it is free
  bool continues = false;
  std::optional<Range> duration = {};
};

/// A named scalar function held within bounds.
struct Constraint {
  std::string name;
  Range bounds = {};
  GenericFunction function;
  bool is_residual = false;  ///< of implicit dynamics: what it says is tested as dynamics
};

/// How to draw the mechanism at one instant.
using Drawing = std::function<Picture(const KnotView<double>&)>;

/// One phase of a problem, without sizes in its type: what transcriptions, the certificate and the report read.
/// Functions see H = L + lambda' f with L the cost that is minimised.
struct Phase {
  std::string name;
  PhaseTime time;
  std::vector<State> states;
  std::vector<Control> controls;
  int state_count = 0;    ///< as compiled
  int control_count = 0;  ///< as compiled
  GenericFunction dynamics;
  GenericFunction running_cost;
  GenericFunction end_cost;
  GenericFunction running_residuals;  ///< r of a running cost |r|^2 / 2; none of another
  GenericFunction end_residuals;      ///< the same at the end
  std::vector<Constraint> path_constraints;
  std::vector<Constraint> end_constraints;
  std::vector<Constraint> integral_constraints;  ///< of the integral over the phase
  std::optional<int> intervals;                  ///< where the phase wants another count than the problem
  ImplicitRates implicit_rates;                  ///< x' of implicit dynamics, solved from their residual
  Drawing drawing;
};

}  // namespace tandem
