#include <tandem/dynamics/force_laws.hpp>
#include <tandem/problems/all.hpp>
#include <tandem/problems/mechanisms.hpp>
#include <tandem/problems/pictures.hpp>

#include <numbers>

namespace tandem::problems {

/// The swing-up of cart_pole_multibody.cpp on a track that is not smooth: Coulomb's friction holds the cart back.
///
///   minimise  integral of u^2,   M(q) q'' = S (u - friction tanh(q1' / 0.1)) - C(q, q') - g(q)
///
/// Without friction it is that problem, 58.80767. The friction is a law on the model's joint, smooth so that second
/// derivatives exist; where the cart turns back it changes sign within some milliseconds, which takes a finer mesh.
/// `tandem homotopy cart-pole-friction --over friction --from 0 --to 3` follows the motion from none of it.
Problem cart_pole_friction() {
  Problem problem("cart-pole-friction");
  problem.description() = {.title = "Swing up a pole on a cart that has dry friction",
                           .source = "Kelly, SIAM Review 59(4), 2017, section 6, with friction",
                           .teaches = "a law of force on a joint, and a homotopy in its size",
                           .reference = ReferenceValue{86.65027, 1e-4, "Hermite-Simpson and Gauss, refined to 1e-6"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 400};
  constexpr double kSlip = 0.1;  // m/s

  const Number friction = problem.number({"friction", 3.0, "N", "of the track on the cart", {}, 0.0});
  const Number cart_mass = problem.number({"cart_mass", 1.0, "kg", "mass of the cart", {}, 1e-6});
  const Number pole_mass = problem.number({"pole_mass", 0.3, "kg", "point mass at the end of the pole", {}, 1e-6});
  const Number pole_length = problem.number({"pole_length", 0.5, "m", "length of the pole", {}, 1e-6});
  const Number gravity = problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards"});
  const Number max_force = problem.number({"max_force", 20.0, "N", "bound of the force", {}, 0.0});
  const Number track = problem.number({"track", 2.0, "m", "the cart stays within plus and minus this", {}, 0.0});
  const Number distance = problem.number({"distance", 1.0, "m", "where the cart ends"});
  const Number duration = problem.number({"duration", 2.0, "s", "time of the swing-up"});

  auto phase = problem.phase<4, 1>("swing-up");
  phase.time({.start = 0.0, .end = duration});
  phase.state("position", {.unit = "m", .bounds = {-track, track}, .start = 0.0, .end = distance});
  phase.state("angle", {.unit = "rad", .start = 0.0, .end = std::numbers::pi});
  phase.state("velocity", {.unit = "m/s", .start = 0.0, .end = 0.0});
  phase.state("rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.control("force", {.unit = "N", .bounds = {-max_force, max_force}});

  phase.dynamics(MultibodyDynamics(cart_and_pole())
                     .actuate("slide")
                     .force("slide", [=](const auto& k,
                                         const auto& cart) { return coulomb_friction(cart.rate, k[friction], kSlip); })
                     .number("mass of 'cart'", cart_mass)
                     .number("mass of 'bob'", pole_mass)
                     .number("shift z of 'bob'", -pole_length)
                     .number("gravity z", -gravity));
  phase.running_cost([](const auto& k) { return square(k.u[0]); });

  phase.drawing([=](const auto& k) {
    return picture_of(CartPolePose{k.x[0], k.x[1], k[pole_length], k[track], k[distance]});
  });
  return problem;
}

}  // namespace tandem::problems
