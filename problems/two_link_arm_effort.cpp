#include <tandem/problems/all.hpp>
#include <tandem/problems/mechanisms.hpp>
#include <tandem/problems/pictures.hpp>

#include <numbers>

namespace tandem::problems {

/// An arm of two uniform rods, both joints driven, goes from level to upright in a given time with least effort.
///
///   minimise  1/2 integral of tau_1^2 + tau_2^2,   M(q) q'' = tau - C(q, q') - g(q)
///
/// Going straight up costs 71.7. The guess falls, folds the elbow and swings up again, as the motion of the source does
/// (G. A. Sohl and J. E. Bobrow, "A recursive multibody dynamics and sensitivity algorithm for branched kinematic
/// chains", J. Dyn. Syst. Meas. Control 123 (2001), section 5.1; it prints no numbers of the arm, and these are rods of
/// 1 kg and 1 m). There are many more local minima: 16.00, the best known, turns the elbow by one and a half turns and
/// back. The same posture may be reached by the other side, too: with shoulder_turns = -1 and elbow_turns = 1 the arm
/// falls through, and 2.185 is enough.
Problem two_link_arm_effort() {
  Problem problem("two-link-arm-effort");
  problem.description() = {
      .title = "Raise an arm of two links with least effort",
      .source = "Sohl and Bobrow, J. Dyn. Syst. Meas. Control 123 (2001), section 5.1",
      .teaches = "gravity does the work: the arm falls, folds and swings up; many local minima",
      .reference = ReferenceValue{24.014197415, 1e-5, "Hermite-Simpson and Gauss, up to 1000 intervals"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 200};
  constexpr double kLevel = 0.5 * std::numbers::pi, kUp = std::numbers::pi;

  const Number mass_1 = problem.number({"mass_1", 1.0, "kg", "of the upper link", {}, 1e-6});
  const Number mass_2 = problem.number({"mass_2", 1.0, "kg", "of the lower link", {}, 1e-6});
  const Number length_1 = problem.number({"length_1", 1.0, "m", "of the upper link", {}, 1e-6});
  const Number length_2 = problem.number({"length_2", 1.0, "m", "of the lower link", {}, 1e-6});
  const Number gravity = problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards"});
  const Number duration = problem.number({"duration", 2.0, "s", "time of the motion"});
  const Number shoulder_turns = problem.number({"shoulder_turns", 0.0, "", "whole turns that the shoulder ends with"});
  const Number elbow_turns = problem.number({"elbow_turns", 0.0, "", "whole turns that the elbow ends with"});
  const Affine shoulder_end = kUp + 2.0 * kUp * shoulder_turns, elbow_end = 2.0 * kUp * elbow_turns;

  auto phase = problem.phase<4, 2>("raise");
  phase.time({.start = 0.0, .end = duration});
  phase.state("shoulder",
              {.unit = "rad", .start = kLevel, .end = shoulder_end, .guess = {{kLevel, shoulder_end, {{0.4, -1.6}}}}});
  phase.state("elbow", {.unit = "rad", .start = 0.0, .end = elbow_end, .guess = {{0.0, elbow_end, {{0.4, 4.0}}}}});
  phase.state("shoulder_rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.state("elbow_rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.control("shoulder_torque", {.unit = "N m"});
  phase.control("elbow_torque", {.unit = "N m"});

  phase.dynamics(two_rods({mass_1, mass_2}, {length_1, length_2}, gravity).actuate("shoulder").actuate("elbow"));
  phase.running_cost([](const auto& k) { return 0.5 * (square(k.u[0]) + square(k.u[1])); });

  phase.drawing([=](const auto& k) {
    return picture_of(TwoLinkPose{k.x[0], k.x[0] + k.x[1], k[length_1], k[length_2]});
  });
  return problem;
}

}  // namespace tandem::problems
