#include <tandem/problems/all.hpp>
#include <tandem/problems/mechanisms.hpp>
#include <tandem/problems/pictures.hpp>

#include <numbers>

namespace tandem::problems {

/// The arm of two_link_arm_effort.cpp, its joints moved along cubic splines: the motion is what is chosen, and the
/// torques follow from it by inverse dynamics.
///
///   minimise  1/2 integral of tau_1^2 + tau_2^2,   tau = M(q) q'' + C(q, q') + g(q),   q''' constant between knots
///
/// As G. A. Sohl and J. E. Bobrow do it (J. Dyn. Syst. Meas. Control 123 (2001), section 5.1). Splines can only be
/// dearer than the best motion: by 0.75 on 16 intervals, by 4e-4 on 128 (docs/notes/splines.md).
Problem two_link_arm_spline() {
  Problem problem("two-link-arm-spline");
  problem.description() = {.title = "Raise an arm of two links along splines of its joints",
                           .source = "Sohl and Bobrow, J. Dyn. Syst. Meas. Control 123 (2001), section 5.1",
                           .teaches = "motions instead of torques: inverse dynamics as the cost",
                           .reference = ReferenceValue{24.014197415, 5e-4, "two-link-arm-effort"}};
  problem.mesh() = {.transcription = "spline", .intervals = 128};
  constexpr double kLevel = 0.5 * std::numbers::pi, kUp = std::numbers::pi;

  const Number mass_1 = problem.number({"mass_1", 1.0, "kg", "of the upper link", {}, 1e-6});
  const Number mass_2 = problem.number({"mass_2", 1.0, "kg", "of the lower link", {}, 1e-6});
  const Number length_1 = problem.number({"length_1", 1.0, "m", "of the upper link", {}, 1e-6});
  const Number length_2 = problem.number({"length_2", 1.0, "m", "of the lower link", {}, 1e-6});
  const Number gravity = problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards"});
  const Number duration = problem.number({"duration", 2.0, "s", "time of the motion"});

  MultibodyDynamics arm = two_rods({mass_1, mass_2}, {length_1, length_2}, gravity);
  arm.drive_motion("shoulder", 2).drive_motion("elbow", 2);
  auto phase = problem.phase("raise", arm);
  phase.time({.start = 0.0, .end = duration});
  phase.start_at({{"shoulder", kLevel}}).end_at({{"shoulder", kUp}});
  phase.state("shoulder").guess = {kLevel, kUp, {{0.4, -1.6}}};
  phase.state("elbow").guess = {0.0, 0.0, {{0.4, 4.0}}};
  phase.running_cost(MultibodyEffort{arm, {"shoulder", "elbow"}});

  phase.drawing([=](const auto& k) {
    return picture_of(TwoLinkPose{k.x[0], k.x[0] + k.x[1], k[length_1], k[length_2]});
  });
  return problem;
}

}  // namespace tandem::problems
