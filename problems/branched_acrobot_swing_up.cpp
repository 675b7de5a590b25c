#include <tandem/problems/all.hpp>
#include <tandem/problems/mechanisms.hpp>
#include <tandem/problems/pictures.hpp>

#include <numbers>

namespace tandem::problems {

/// An acrobot hangs by its hands from a bar that they cannot grip; two legs, driven at the hips, swing it up in a given
/// time with least effort.
///
///   minimise  1/2 integral of u_1^2 + u_2^2,   M(q) q'' = (0, u_1, u_2) - C(q, q') - g(q)
///
/// G. A. Sohl and J. E. Bobrow, "A recursive multibody dynamics and sensitivity algorithm for branched kinematic
/// chains", J. Dyn. Syst. Meas. Control 123 (2001), section 5.3, from the same start, one radian below level. It prints
/// no numbers of the bodies, and these are rods of 1 kg and 1 m. As there, there are several local minima: the guess
/// leads to one whose legs part, 16.1001; legs that move as one need 15.985.
Problem branched_acrobot_swing_up() {
  Problem problem("branched-acrobot-swing-up");
  problem.description() = {
      .title = "Swing up an acrobot that has two legs",
      .source = "Sohl and Bobrow, J. Dyn. Syst. Meas. Control 123 (2001), section 5.3",
      .teaches = "a branched tree of bodies; a symmetric machine may move without symmetry",
      .reference = ReferenceValue{16.1000661, 3e-5, "Hermite-Simpson and Gauss, up to 1000 intervals"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 400};
  constexpr double kUp = std::numbers::pi;

  const Number torso_mass = problem.number({"torso_mass", 1.0, "kg", "of the torso", {}, 1e-6});
  const Number leg_mass = problem.number({"leg_mass", 1.0, "kg", "of each leg", {}, 1e-6});
  const Number torso_length = problem.number({"torso_length", 1.0, "m", "of the torso", {}, 1e-6});
  const Number leg_length = problem.number({"leg_length", 1.0, "m", "of each leg", {}, 1e-6});
  const Number gravity = problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards"});
  const Number start = problem.number({"start", 0.5 * kUp - 1.0, "rad", "the torso's angle at the start"});
  const Number duration = problem.number({"duration", 3.5, "s", "time of the swing-up"});

  auto phase = problem.phase<6, 2>("swing-up");
  phase.time({.start = 0.0, .end = duration});
  phase.state(
      "torso",
      {.unit = "rad", .start = start, .end = kUp, .guess = {{start, kUp, {{0.06, 0.75}, {0.3, -1.8}, {0.65, 3.14}}}}});
  phase.state("left_hip", {.unit = "rad",
                           .start = 0.0,
                           .end = 0.0,
                           .guess = {{0.0, 0.0, {{0.1, -0.9}, {0.26, 2.6}, {0.53, -2.95}, {0.8, 0.0}}}}});
  phase.state("right_hip", {.unit = "rad",
                            .start = 0.0,
                            .end = 0.0,
                            .guess = {{0.0, 0.0, {{0.1, -0.9}, {0.35, 3.4}, {0.63, 3.5}, {0.9, 0.0}}}}});
  for (const char* rate : {"torso_rate", "left_rate", "right_rate"}) {
    phase.state(rate, {.unit = "rad/s", .start = 0.0, .end = 0.0});
  }
  phase.control("left_torque", {.unit = "N m"});
  phase.control("right_torque", {.unit = "N m"});

  phase.dynamics(torso_and_legs({torso_mass, leg_mass}, {torso_length, leg_length}, gravity)
                     .actuate("left_hip")
                     .actuate("right_hip"));
  phase.running_cost([](const auto& k) { return 0.5 * (square(k.u[0]) + square(k.u[1])); });

  phase.drawing([=](const auto& k) {
    const double torso = k.x[0];
    return picture_of(TwoLegPose{torso, torso + k.x[1], torso + k.x[2], k[torso_length], k[leg_length]});
  });
  return problem;
}

}  // namespace tandem::problems
