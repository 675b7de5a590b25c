#pragma once

#include <tandem/ocp/search/closed_loop/regulator.hpp>

#include <string>
#include <vector>

namespace tandem {

/// A jump of the states at one instant, as an impulse makes it.
struct Push {
  double time = 0.0;
  Eigen::VectorXd jump;
};

/// What a plan meets and how it is steered.
struct RollOut {
  std::vector<double> numbers = {};  ///< of the plant, in the order of the statement
  std::vector<Push> pushes = {};
  bool feedback = true;
  double hold = 0.0;                               ///< s after the end of the plan
  std::optional<EndRegulator> end_regulator = {};  ///< steers from there on; needed where `hold` is not 0
  int samples = 8;                                 ///< parts of an interval in the series
};

/// How far a state is from the end that the statement wants, by its range over the plan (at least 1).
struct Miss {
  double distance = kInfinity;
  std::string state = {};
};

/// A motion as series: both ends of each interval, and both sides of each push, so that jumps stay jumps.
struct RolledOut {
  std::vector<double> time;
  Eigen::MatrixXd states, controls;  ///< a column for each time
  std::string trouble;               ///< where the motion could not be followed any more; else empty
  Miss at_plan_end, at_end;
  double past_bounds = 0.0;  ///< of states between, in the state's unit
  std::string past_bounds_of;
  double saturated = 0.0;  ///< part of the time in which a bound held a control

  bool holds(double tolerance) const { return trouble.empty() && at_end.distance <= tolerance; }
};

/// Plays a plan of DDP on a plant of its own numbers: x' = f(x, u, t) by Fehlberg's 7(8) pair at 1e-12 (nothing of the
/// transcription), with u read at the knots only and then held,
///
///   u = clip(u_k + K_k (x(t_k) - x_k))
///
/// (held linearly it is the control at the right knot that is chosen so). Integral constraints' integrals are states
/// that the gains see. Without feedback K = 0. After the plan, the end's regulator steers with the last interval's
/// step; without feedback its control alone is held. Bounds are those of the plant's numbers.
///
/// Judged are the states whose end the statement gives, by their distance from it; where it gives none, all of them by
/// their distance from the plan's end.
///
/// Refuses plans of several phases or without gains, times and jumps that are not finite, pushes that are not in order.
RolledOut roll_out(const Problem& problem, const Solution& plan, const RollOut& choice);

/// Refuses a plan that roll_out cannot follow.
void require_gains(const Problem& problem, const Solution& plan);

}  // namespace tandem
