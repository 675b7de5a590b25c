#include <tandem/problems/all.hpp>
#include <tandem/problems/mechanisms.hpp>
#include <tandem/problems/pictures.hpp>

#include <numbers>

namespace tandem::problems {
namespace {

/// An arm along x that turns about z, and at its end a rod that swings about the arm.
Model arm_and_rod() {
  ModelBuilder builder("furuta");
  builder.add_body("arm", "world", hanging(0.0), Joint::revolute("motor", Eigen::Vector3d::UnitZ()),
                   Inertia<double>::zero());
  builder.add_body("pendulum", "arm", Transform<double>::translated({1.0, 0.0, 0.0}),
                   Joint::revolute("hinge", Eigen::Vector3d::UnitX()), Inertia<double>::zero());
  fill_rod(builder, "pendulum");
  return builder.build();
}

}  // namespace

/// A motor turns an arm about the vertical; the pendulum at its end swings across it, and up in a given time with least
/// effort. The motion is in space: what swings the pendulum is the arm's acceleration, and its turning.
///
///   minimise  integral of u^2,   M(q) q'' = (u, 0) - C(q, q') - g(q)
///
/// K. Furuta, M. Yamakita and S. Kobayashi, "Swing-up control of inverted pendulum using pseudo-state feedback", Proc.
/// IMechE, Part I: J. Systems and Control Engineering 206 (1992).
Problem furuta_swing_up() {
  Problem problem("furuta-swing-up");
  problem.description() = {
      .title = "Swing up a pendulum at the end of a turning arm",
      .source = "Furuta, Yamakita and Kobayashi, Proc. IMechE I 206 (1992); least effort",
      .teaches = "a mechanism in space: what turns about the vertical swings across it",
      .reference = ReferenceValue{0.0320115077, 2e-7, "Hermite-Simpson and Gauss, up to 1000 intervals"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 200};
  constexpr double kUp = std::numbers::pi;

  const Number arm_inertia = problem.number({"arm_inertia", 0.005, "kg m^2", "of motor and arm", {}, 1e-9});
  const Number radius = problem.number({"radius", 0.25, "m", "from the motor's axis to the hinge", {}, 1e-6});
  const Number mass = problem.number({"mass", 0.1, "kg", "of the pendulum, a uniform rod", {}, 1e-6});
  const Number length = problem.number({"length", 0.4, "m", "of the pendulum", {}, 1e-6});
  const Number gravity = problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards"});
  const Number max_torque = problem.number({"max_torque", 0.3, "N m", "bound of the torque", {}, 0.0});
  const Number turn = problem.number({"turn", 1.5, "rad", "the arm stays within plus and minus this", {}, 0.0});
  const Number duration = problem.number({"duration", 2.0, "s", "time of the swing-up"});

  auto phase = problem.phase<4, 1>("swing-up");
  phase.time({.start = 0.0, .end = duration});
  phase.state("arm", {.unit = "rad",
                      .bounds = {-turn, turn},
                      .start = 0.0,
                      .end = 0.0,
                      .guess = {{0.0, 0.0, {{0.12, 0.25}, {0.35, -0.9}, {0.65, 0.3}}}}});
  phase.state(
      "pendulum",
      {.unit = "rad", .start = 0.0, .end = kUp, .guess = {{0.0, kUp, {{0.1, -0.2}, {0.3, 0.8}, {0.55, -1.6}}}}});
  phase.state("arm_rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.state("pendulum_rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.control("torque", {.unit = "N m", .bounds = {-max_torque, max_torque}});

  MultibodyDynamics furuta(arm_and_rod());
  furuta.actuate("motor")
      .number("inertia zz of 'arm'", arm_inertia)
      .number("shift x of 'pendulum'", radius)
      .number("gravity z", -gravity);
  follow_rod(furuta, "pendulum", mass, length);
  phase.dynamics(furuta);
  phase.running_cost([](const auto& k) { return square(k.u[0]); });

  phase.drawing([=](const auto& k) { return picture_of(RotaryPose{k.x[0], k.x[1], k[radius], k[length]}); });
  return problem;
}

}  // namespace tandem::problems
