#include <tandem/problems/all.hpp>
#include <tandem/problems/mechanisms.hpp>
#include <tandem/problems/pictures.hpp>

#include <numbers>

namespace tandem::problems {

/// The swing-up of cart_pole_swing_up.cpp as fast as the force allows.
///
///   minimise  T,   M(q) q'' = S u - C(q, q') - g(q),   |u| <= u_max
///
/// The force is at a bound but for one singular arc: + - singular - + -, with changes at 0.15036, 0.172, 0.466, 0.71962
/// and 1.00607 s. Switching alone is slower (1.17564 s with five switches).
Problem cart_pole_minimum_time() {
  Problem problem("cart-pole-minimum-time");
  problem.description() = {.title = "Swing up a pole on a cart in the shortest time",
                           .source = "the cart-pole of Kelly, SIAM Review 59(4), 2017, section 6",
                           .teaches = "a force at its bounds, but for a singular arc in the middle of it",
                           .reference = ReferenceValue{1.16709085812, 1e-5, "one phase an arc, Gauss, five meshes"}};
  problem.mesh() = {.transcription = "gauss", .intervals = 200, .degree = 3};

  const Number cart_mass = problem.number({"cart_mass", 1.0, "kg", "mass of the cart", {}, 1e-6});
  const Number pole_mass = problem.number({"pole_mass", 0.3, "kg", "point mass at the end of the pole", {}, 1e-6});
  const Number pole_length = problem.number({"pole_length", 0.5, "m", "length of the pole", {}, 1e-6});
  const Number gravity = problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards"});
  const Number max_force = problem.number({"max_force", 20.0, "N", "bound of the force", {}, 0.0});
  const Number track = problem.number({"track", 2.0, "m", "the cart stays within plus and minus this", {}, 0.0});
  const Number distance = problem.number({"distance", 1.0, "m", "where the cart ends"});

  auto phase = problem.phase<4, 1>("swing-up");
  phase.time({.start = 0.0, .end = {0.1, 20.0}, .guess = 1.5});
  phase.state("position", {.unit = "m", .bounds = {-track, track}, .start = 0.0, .end = distance});
  phase.state("angle", {.unit = "rad", .start = 0.0, .end = std::numbers::pi});
  phase.state("velocity", {.unit = "m/s", .start = 0.0, .end = 0.0});
  phase.state("rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.control("force", {.unit = "N", .bounds = {-max_force, max_force}});

  phase.dynamics(MultibodyDynamics(cart_and_pole())
                     .actuate("slide")
                     .number("mass of 'cart'", cart_mass)
                     .number("mass of 'bob'", pole_mass)
                     .number("shift z of 'bob'", -pole_length)
                     .number("gravity z", -gravity));
  phase.end_cost([](const auto& k) { return k.t; });

  phase.drawing([=](const auto& k) {
    return picture_of(CartPolePose{k.x[0], k.x[1], k[pole_length], k[track], k[distance]});
  });
  return problem;
}

}  // namespace tandem::problems
