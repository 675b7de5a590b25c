#include <tandem/problems/all.hpp>
#include <tandem/problems/mechanisms.hpp>
#include <tandem/problems/pictures.hpp>

#include <numbers>

namespace tandem::problems {

/// The acrobot with two legs of branched_acrobot_swing_up.cpp, its hips moved along cubic splines; the torso swings as
/// it must, by hybrid dynamics.
///
///   minimise  1/2 integral of u_1^2 + u_2^2,   q_2''' and q_3''' constant between knots
///
/// As G. A. Sohl and J. E. Bobrow do it (J. Dyn. Syst. Meas. Control 123 (2001), section 5.3). As there, there are
/// several local minima: the guess leads to one whose legs move as one, 18.051; the motion of
/// branched_acrobot_swing_up, whose legs part, is a minimum among splines too, 16.100.
Problem branched_acrobot_spline() {
  Problem problem("branched-acrobot-spline");
  problem.description() = {.title = "Swing up an acrobot that has two legs along splines of its hips",
                           .source = "Sohl and Bobrow, J. Dyn. Syst. Meas. Control 123 (2001), section 5.3",
                           .teaches = "hybrid dynamics of a branched tree",
                           .reference = ReferenceValue{18.05083, 2e-3, "Hermite-Simpson and Gauss, from this answer"}};
  problem.mesh() = {.transcription = "spline", .intervals = 300};
  constexpr double kUp = std::numbers::pi;

  const Number torso_mass = problem.number({"torso_mass", 1.0, "kg", "of the torso", {}, 1e-6});
  const Number leg_mass = problem.number({"leg_mass", 1.0, "kg", "of each leg", {}, 1e-6});
  const Number torso_length = problem.number({"torso_length", 1.0, "m", "of the torso", {}, 1e-6});
  const Number leg_length = problem.number({"leg_length", 1.0, "m", "of each leg", {}, 1e-6});
  const Number gravity = problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards"});
  const Number start = problem.number({"start", 0.5 * kUp - 1.0, "rad", "the torso's angle at the start"});
  const Number duration = problem.number({"duration", 3.5, "s", "time of the swing-up"});

  MultibodyDynamics acrobot = torso_and_legs({torso_mass, leg_mass}, {torso_length, leg_length}, gravity);
  acrobot.drive_motion("left_hip", 2).drive_motion("right_hip", 2);
  auto phase = problem.phase("swing-up", acrobot);
  phase.time({.start = 0.0, .end = duration});
  phase.start_at({{"hands", start}}).end_at({{"hands", kUp}});
  phase.state("hands").guess = {start, kUp, {{0.06, 0.75}, {0.3, -1.8}, {0.65, 3.14}}};
  for (const char* hip : {"left_hip", "right_hip"}) {
    phase.state(hip).guess = {0.0, 0.0, {{0.1, -0.9}, {0.26, 2.6}, {0.53, -2.95}, {0.8, 0.0}}};
  }
  phase.running_cost(MultibodyEffort{acrobot, {"left_hip", "right_hip"}});

  phase.drawing([=](const auto& k) {
    const double torso = k.x[0];
    return picture_of(TwoLegPose{torso, torso + k.x[1], torso + k.x[2], k[torso_length], k[leg_length]});
  });
  return problem;
}

}  // namespace tandem::problems
