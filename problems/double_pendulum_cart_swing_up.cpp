#include <tandem/problems/all.hpp>
#include <tandem/problems/mechanisms.hpp>
#include <tandem/problems/pictures.hpp>

#include <numbers>

namespace tandem::problems {

/// Two rods, one below the other, hang from a cart; a force on the cart swings both up in a given time with least
/// effort.
///
///   minimise  integral of u^2,   M(q) q'' = (u, 0, 0) - C(q, q') - g(q)
///
/// Angles are those of the hinges: of a rod against the one above it. The machine: K. Graichen, M. Treuer and
/// M. Zeitz, "Swing-up of the double pendulum on a cart by feedforward and feedback control with experimental
/// validation", Automatica 43 (2007); here with uniform rods.
Problem double_pendulum_cart_swing_up() {
  Problem problem("double-pendulum-cart-swing-up");
  problem.description() = {
      .title = "Swing up two links on a cart with least effort",
      .source = "Graichen, Treuer and Zeitz, Automatica 43 (2007); uniform rods, least effort",
      .teaches = "one force for three freedoms: the upper rod is whipped up, the lower one follows",
      .reference = ReferenceValue{30.61061175, 2e-6, "Hermite-Simpson and Gauss, up to 1000 intervals"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 300};
  constexpr double kUp = std::numbers::pi;

  const Number cart_mass = problem.number({"cart_mass", 0.5, "kg", "mass of the cart", {}, 1e-6});
  const Number mass_1 = problem.number({"mass_1", 0.2, "kg", "of rod 1, the upper", {}, 1e-6});
  const Number mass_2 = problem.number({"mass_2", 0.2, "kg", "of rod 2, the lower", {}, 1e-6});
  const Number length_1 = problem.number({"length_1", 0.4, "m", "of rod 1", {}, 1e-6});
  const Number length_2 = problem.number({"length_2", 0.4, "m", "of rod 2", {}, 1e-6});
  const Number gravity = problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards"});
  const Number max_force = problem.number({"max_force", 20.0, "N", "bound of the force", {}, 0.0});
  const Number track = problem.number({"track", 1.0, "m", "the cart stays within plus and minus this", {}, 0.0});
  const Number duration = problem.number({"duration", 2.0, "s", "time of the swing-up"});

  auto phase = problem.phase<6, 1>("swing-up");
  phase.time({.start = 0.0, .end = duration});
  phase.state("position", {.unit = "m", .bounds = {-track, track}, .start = 0.0, .end = 0.0});
  phase.state(
      "angle_1",
      {.unit = "rad", .start = 0.0, .end = kUp, .guess = {{0.0, kUp, {{0.1, -0.25}, {0.25, 0.75}, {0.55, -1.9}}}}});
  phase.state(
      "angle_2",
      {.unit = "rad", .start = 0.0, .end = 0.0, .guess = {{0.0, 0.0, {{0.07, 0.2}, {0.2, -0.75}, {0.55, 3.8}}}}});
  phase.state("velocity", {.unit = "m/s", .start = 0.0, .end = 0.0});
  phase.state("rate_1", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.state("rate_2", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.control("force", {.unit = "N", .bounds = {-max_force, max_force}});

  phase.dynamics(cart_and_rods(cart_mass, {mass_1, mass_2}, {length_1, length_2}, gravity).actuate("slide"));
  phase.running_cost([](const auto& k) { return square(k.u[0]); });

  phase.drawing([=](const auto& k) {
    return picture_of(CartChainPose{k.x[0], {k.x[1], k.x[1] + k.x[2]}, {k[length_1], k[length_2]}, k[track], 0.0});
  });
  return problem;
}

}  // namespace tandem::problems
