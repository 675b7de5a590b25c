#include <tandem/problems/all.hpp>
#include <tandem/problems/mechanisms.hpp>
#include <tandem/problems/pictures.hpp>

#include <numbers>

namespace tandem::problems {

/// Two rods hang from a motor at the shoulder; the elbow is free. Both swing up in a given time with least effort.
///
///   minimise  integral of u^2,   M(q) q'' = (u, 0) - C(q, q') - g(q)
///
/// The motor is too weak to hold the rods level. The machine: M. W. Spong and D. J. Block, "The Pendubot: a mechatronic
/// system for control research and education", IEEE Conference on Decision and Control (1995); here with uniform rods.
Problem pendubot_swing_up() {
  Problem problem("pendubot-swing-up");
  problem.description() = {
      .title = "Swing up two links with a torque at the shoulder",
      .source = "Spong and Block, IEEE CDC (1995); uniform rods, least effort",
      .teaches = "the acrobot's twin: the joint in the middle is the one that nobody holds",
      .reference = ReferenceValue{1.4258144, 2e-6, "Hermite-Simpson and Gauss, up to 1000 intervals"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 300};
  constexpr double kUp = std::numbers::pi;

  const Number mass_1 = problem.number({"mass_1", 0.8, "kg", "of the arm, a uniform rod", {}, 1e-6});
  const Number mass_2 = problem.number({"mass_2", 0.4, "kg", "of the pendulum, a uniform rod", {}, 1e-6});
  const Number length_1 = problem.number({"length_1", 0.3, "m", "of the arm", {}, 1e-6});
  const Number length_2 = problem.number({"length_2", 0.4, "m", "of the pendulum", {}, 1e-6});
  const Number gravity = problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards"});
  const Number max_torque = problem.number({"max_torque", 2.5, "N m", "bound of the torque", {}, 0.0});
  const Number duration = problem.number({"duration", 1.75, "s", "time of the swing-up"});

  auto phase = problem.phase<4, 1>("swing-up");
  phase.time({.start = 0.0, .end = duration});
  phase.state(
      "shoulder",
      {.unit = "rad", .start = 0.0, .end = kUp, .guess = {{0.0, kUp, {{0.15, 0.4}, {0.35, -0.85}, {0.85, 3.3}}}}});
  phase.state(
      "elbow",
      {.unit = "rad", .start = 0.0, .end = 0.0, .guess = {{0.0, 0.0, {{0.1, -0.65}, {0.3, 1.7}, {0.55, -2.5}}}}});
  phase.state("shoulder_rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.state("elbow_rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.control("torque", {.unit = "N m", .bounds = {-max_torque, max_torque}});

  phase.dynamics(two_rods({mass_1, mass_2}, {length_1, length_2}, gravity).actuate("shoulder"));
  phase.running_cost([](const auto& k) { return square(k.u[0]); });

  phase.drawing([=](const auto& k) {
    return picture_of(TwoLinkPose{k.x[0], k.x[0] + k.x[1], k[length_1], k[length_2]});
  });
  return problem;
}

}  // namespace tandem::problems
