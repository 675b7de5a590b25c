#include <tandem/problems/all.hpp>
#include <tandem/problems/soft_swing_up.hpp>

#include <numbers>

namespace tandem::problems {

/// Two rods hang from a pivot; a torque at the elbow alone swings both up in a given time with little effort, and what
/// misses of the upright posture at the end is charged for.
///
///   minimise  c_1 (q_1(T) - pi)^2 + c_2 q_1'(T)^2 + 1/2 integral of u^2,   M(q) q'' = (0, u) - C(q, q') - g(q)
///
/// G. A. Sohl and J. E. Bobrow, "A recursive multibody dynamics and sensitivity algorithm for branched kinematic
/// chains", J. Dyn. Syst. Meas. Control 123 (2001), section 5.2, (83), from one radian below level. It prints no
/// numbers of the bodies, no time and no weights: these are rods of 1 kg and 1 m, 2.5 s and c_1 = c_2 = 300. The guess
/// swings; from one that only hangs, torques lead to motions that miss the end by far, splines (acrobot_spline.cpp) do
/// not.
Problem acrobot_effort() {
  Problem problem("acrobot-effort");
  problem.description() = {.title = "Swing up two rods to an end that is charged for",
                           .source = "Sohl and Bobrow, J. Dyn. Syst. Meas. Control 123 (2001), section 5.2",
                           .teaches = "a soft end, and what its weights leave",
                           .reference = ReferenceValue{8.98273, 1e-4, "Hermite-Simpson, up to 400 intervals"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 300};

  constexpr double kUp = std::numbers::pi;

  const SoftSwingUp swing_up(problem);
  auto phase = swing_up.phase(problem, swing_up.acrobot().actuate("elbow"));
  phase.state("shoulder").guess = {swing_up.start, kUp, {{0.1, 0.8}, {0.37, -1.15}, {0.55, -1.7}, {0.8, 2.6}}};
  phase.state("elbow").guess = {0.0, 0.0, {{0.15, -1.6}, {0.6, 9.0}}};
  phase.running_cost([](const auto& k) { return 0.5 * square(k.u[0]); });
  return problem;
}

}  // namespace tandem::problems
