#pragma once

#include <vector>

/// Swing-ups from many starts side by side. Only plain numbers pass between a peer's library and ours, which are
/// compiled with other flags; the steps are ours on both sides.
namespace tandem::bench {

/// Where the derivatives of a step x+ = F(x, u) and of its cost L(x, u) go, each column by column.
struct StepSlopes {
  double *Fx, *Fu, *Lx, *Lu, *Lxx, *Lxu, *Luu;
};

/// One of the equal steps of a finite problem.
class Step {
 public:
  virtual ~Step() = default;
  /// Writes x+ and returns the step's cost.
  virtual double value(const double* x, const double* u, double* next) = 0;
  /// First derivatives of the step, first and second ones of its cost.
  virtual void slopes(const double* x, const double* u, const StepSlopes& out) = 0;
};

/// From a given state to a given state, within boxes of states and controls, with the least sum of the steps' costs.
struct SwingUpTask {
  int states = 0, controls = 0, steps = 0;
  std::vector<double> start, end, state_lower, state_upper, control_lower, control_upper;
  Step* step = nullptr;
  double first_weight = 1.0;  ///< of missed ends and passed bounds, for who needs one
};

/// States of all knots and controls of all steps, one after the other. They need not fit.
struct Trajectory {
  std::vector<double> states, controls;
};

struct SwingUpOutcome {
  bool is_converged = false;  ///< by what the solver itself says
  int iterations = 0;
};

class SwingUpContestant {
 public:
  virtual ~SwingUpContestant() = default;
  /// From the trajectory given, which is left at the answer.
  virtual SwingUpOutcome solve(Trajectory& trajectory, int most_iterations) = 0;
};

}  // namespace tandem::bench

extern "C" {
using MakeSwingUp = tandem::bench::SwingUpContestant*(const tandem::bench::SwingUpTask&);
MakeSwingUp make_crocoddyl_swing_up;
}
