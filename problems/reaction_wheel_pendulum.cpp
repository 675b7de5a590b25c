#include <tandem/problems/all.hpp>
#include <tandem/problems/mechanisms.hpp>
#include <tandem/problems/pictures.hpp>

#include <numbers>

namespace tandem::problems {
namespace {

/// A pendulum and, about its end, a wheel.
Model pendulum_and_wheel() {
  ModelBuilder builder("reaction wheel pendulum");
  add_rod(builder, "pendulum", "world", 0.0, "pivot");
  builder.add_body("wheel", "pendulum", hanging(1.0), swinging("axle"),
                   Inertia<double>::point(1.0, Vec3<double>::zero()));
  return builder.build();
}

}  // namespace

/// A pendulum with nothing at its pivot: a motor at its end turns a wheel one way and is turned the other. It swings up
/// in a given time with least effort; the wheel starts and ends at rest and has a greatest speed.
///
///   minimise  integral of u^2,   M(q) q'' = (0, u) - C(q, q') - g(q)
///
/// The wheel's angle is against the pendulum. M. W. Spong, P. Corke and R. Lozano, "Nonlinear control of the reaction
/// wheel pendulum", Automatica 37 (2001).
Problem reaction_wheel_pendulum() {
  Problem problem("reaction-wheel-pendulum");
  problem.description() = {
      .title = "Swing up a pendulum by turning a wheel at its end",
      .source = "Spong, Corke and Lozano, Automatica 37 (2001); least effort",
      .teaches = "momentum lent to a wheel and taken back; a state that is free at the end",
      .reference = ReferenceValue{0.0151523544, 5e-8, "Hermite-Simpson and Gauss, up to 1000 intervals"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 200};
  constexpr double kUp = std::numbers::pi;

  const Number mass = problem.number({"mass", 0.1, "kg", "of the pendulum, a uniform rod", {}, 1e-6});
  const Number length = problem.number({"length", 0.2, "m", "of the pendulum", {}, 1e-6});
  const Number wheel_mass = problem.number({"wheel_mass", 0.2, "kg", "of the wheel and its motor", {}, 1e-6});
  const Number wheel_inertia = problem.number({"wheel_inertia", 2e-4, "kg m^2", "of the wheel", {}, 1e-9});
  const Number gravity = problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards"});
  const Number max_torque = problem.number({"max_torque", 0.1, "N m", "bound of the torque", {}, 0.0});
  const Number max_speed = problem.number({"max_speed", 200.0, "rad/s", "bound of the wheel's speed", {}, 0.0});
  const Number duration = problem.number({"duration", 3.0, "s", "time of the swing-up"});

  auto phase = problem.phase<4, 1>("swing-up");
  phase.time({.start = 0.0, .end = duration});
  phase.state("angle", {.unit = "rad",
                        .start = 0.0,
                        .end = kUp,
                        .guess = {{0.0, kUp, {{0.1, -0.2}, {0.25, 0.5}, {0.4, -0.9}, {0.55, 1.3}, {0.7, -1.8}}}}});
  phase.state("wheel", {.unit = "rad", .start = 0.0});
  phase.state("rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.state("speed", {.unit = "rad/s", .bounds = {-max_speed, max_speed}, .start = 0.0, .end = 0.0});
  phase.control("torque", {.unit = "N m", .bounds = {-max_torque, max_torque}});

  MultibodyDynamics machine(pendulum_and_wheel());
  machine.actuate("axle")
      .number("mass of 'wheel'", wheel_mass)
      .number("inertia yy of 'wheel'", wheel_inertia)
      .number("gravity z", -gravity);
  follow_rod(machine, "pendulum", mass, length);
  follow_end(machine, "wheel", length);
  phase.dynamics(machine);
  phase.running_cost([](const auto& k) { return square(k.u[0]); });

  phase.drawing([=](const auto& k) {
    return picture_of(WheelPose{k.x[0], k.x[0] + k.x[1], k[length], 0.3 * k[length]});
  });
  return problem;
}

}  // namespace tandem::problems
