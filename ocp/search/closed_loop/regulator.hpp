#pragma once

#include <tandem/ocp/answers/solution.hpp>

#include <Eigen/Core>

#include <optional>

namespace tandem {

/// Refuses plans of another problem and of several phases.
void require_one_phase(const Problem& problem, const Solution& plan);

/// x+ = A x + B u.
struct DiscretePlant {
  Eigen::MatrixXd A, B;
};

/// x' = A x + B u with u held for a time h, exactly: exp([A B; 0 0] h) = [A_d B_d; 0 1].
DiscretePlant held_plant(const Eigen::MatrixXd& A, const Eigen::MatrixXd& B, double h);

/// Keeps a plant at the end of a plan: u = control + K (x - state), held for each step.
struct EndRegulator {
  Eigen::VectorXd state, control;
  Eigen::MatrixXd gain, value;
  double step = 0.0;
};

/// The control that keeps the plan's last state where it is, or nothing: then the motion does not rest at its end.
std::optional<Eigen::VectorXd> control_at_rest(const Problem& problem, const Solution& plan);

/// The regulator of the plan's last state with the step of its last interval. Deviations are weighed by Bryson's rule
/// (Bryson and Ho, Applied Optimal Control, 1975, section 5.2): each state by the range it goes through in the plan (at
/// least 1), each control by what its bounds allow, or by its range. The problem's own cost is not used: a swing-up's
/// does not see the states, and without that no gain brings back what integrates, such as a cart's place.
///
/// Refuses a plan that does not rest at its end, and an end that no control stabilises.
EndRegulator end_regulator(const Problem& problem, const Solution& plan);

/// Gains along the plan that lead to the end's: the Riccati recursion with the same weights and the end regulator's
/// value at the end, the plant linearised in the middle of each interval. Those of DDP are of the problem's own cost,
/// and where that has nothing but a hard end, they grow without bound towards it: a late push saturates the control.
/// Columns are those of PhaseSolution::feedback; integrals so far are not looked at. Refuses plans whose controls are
/// not held constant.
std::vector<Eigen::MatrixXd> tracking_gains(const Problem& problem, const Solution& plan, const EndRegulator& end);

}  // namespace tandem
