#include <tandem/problems/all.hpp>
#include <tandem/problems/soft_swing_up.hpp>

namespace tandem::problems {

/// The swing-up of acrobot_effort.cpp, its elbow moved along a cubic spline; the shoulder swings as it must, by hybrid
/// dynamics.
///
///   minimise  c_1 (q_1(T) - pi)^2 + c_2 q_1'(T)^2 + 1/2 integral of u^2,   q_2''' constant between knots
///
/// As G. A. Sohl and J. E. Bobrow do it (J. Dyn. Syst. Meas. Control 123 (2001), section 5.2), and as there the guess
/// only hangs. From 1.3 radians below level, start = 0.2708, it swings up for 16.266. There are cheaper minima, as that
/// of acrobot_effort.cpp.
Problem acrobot_spline() {
  Problem problem("acrobot-spline");
  problem.description() = {.title = "Swing up two rods along a spline of the elbow",
                           .source = "Sohl and Bobrow, J. Dyn. Syst. Meas. Control 123 (2001), section 5.2",
                           .teaches = "hybrid dynamics: one joint moves as it is told, the other as it must",
                           .reference = ReferenceValue{11.50898, 3e-3, "Hermite-Simpson and Gauss, from this answer"}};
  problem.mesh() = {.transcription = "spline", .intervals = 300};

  const SoftSwingUp swing_up(problem);
  const MultibodyDynamics acrobot = swing_up.acrobot().drive_motion("elbow", 2);
  auto phase = swing_up.phase(problem, acrobot);
  phase.running_cost(MultibodyEffort{acrobot, {"elbow"}});
  return problem;
}

}  // namespace tandem::problems
