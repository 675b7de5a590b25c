#include <tandem/problems/all.hpp>
#include <tandem/problems/mechanisms.hpp>
#include <tandem/problems/pictures.hpp>

#include <numbers>
#include <vector>

namespace tandem::problems {

/// Three rods, one below the other, hang from a cart; a force on the cart swings all up in a given time with least
/// effort.
///
///   minimise  integral of u^2,   M(q) q'' = (u, 0, 0, 0) - C(q, q') - g(q)
///
/// Angles are those of the hinges: of a rod against the one above it. The machine: T. Glueck, A. Eder and A. Kugi,
/// "Swing-up control of a triple pendulum on a cart with experimental validation", Automatica 49 (2013); here with
/// uniform rods. Local minima lie close to each other: other meshes and numbers may find others.
Problem triple_pendulum_cart_swing_up() {
  Problem problem("triple-pendulum-cart-swing-up");
  problem.description() = {
      .title = "Swing up three links on a cart with least effort",
      .source = "Glueck, Eder and Kugi, Automatica 49 (2013); uniform rods, least effort",
      .teaches = "how far one force goes; a fast motion needs a fine mesh",
      .reference = ReferenceValue{48.629476, 1e-5, "Hermite-Simpson and Gauss, up to 1000 intervals"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 700};
  constexpr double kUp = std::numbers::pi;

  const Number cart_mass = problem.number({"cart_mass", 0.5, "kg", "mass of the cart", {}, 1e-6});
  const Number mass_1 = problem.number({"mass_1", 0.2, "kg", "of rod 1, the upper", {}, 1e-6});
  const Number mass_2 = problem.number({"mass_2", 0.2, "kg", "of rod 2, the middle", {}, 1e-6});
  const Number mass_3 = problem.number({"mass_3", 0.2, "kg", "of rod 3, the lower", {}, 1e-6});
  const Number length_1 = problem.number({"length_1", 0.4, "m", "of rod 1", {}, 1e-6});
  const Number length_2 = problem.number({"length_2", 0.4, "m", "of rod 2", {}, 1e-6});
  const Number length_3 = problem.number({"length_3", 0.4, "m", "of rod 3", {}, 1e-6});
  const Number gravity = problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards"});
  const Number max_force = problem.number({"max_force", 30.0, "N", "bound of the force", {}, 0.0});
  const Number track = problem.number({"track", 1.0, "m", "the cart stays within plus and minus this", {}, 0.0});
  const Number duration = problem.number({"duration", 2.75, "s", "time of the swing-up"});

  auto phase = problem.phase<8, 1>("swing-up");
  phase.time({.start = 0.0, .end = duration});
  phase.state("position", {.unit = "m", .bounds = {-track, track}, .start = 0.0, .end = 0.0});
  phase.state("angle_1", {.unit = "rad",
                          .start = 0.0,
                          .end = kUp,
                          .guess = {{0.0, kUp, {{0.15, -0.5}, {0.35, 1.05}, {0.55, -2.25}, {0.9, 3.14}}}}});
  phase.state("angle_2", {.unit = "rad",
                          .start = 0.0,
                          .end = 0.0,
                          .guess = {{0.0, 0.0, {{0.1, 0.45}, {0.2, -0.7}, {0.35, -0.5}, {0.55, 4.4}, {0.85, 0.0}}}}});
  phase.state("angle_3", {.unit = "rad",
                          .start = 0.0,
                          .end = 0.0,
                          .guess = {{0.0, 0.0, {{0.16, 0.9}, {0.28, -2.1}, {0.35, 1.1}, {0.42, 0.0}}}}});
  phase.state("velocity", {.unit = "m/s", .start = 0.0, .end = 0.0});
  phase.state("rate_1", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.state("rate_2", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.state("rate_3", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.control("force", {.unit = "N", .bounds = {-max_force, max_force}});

  const std::vector<Number> masses{mass_1, mass_2, mass_3}, lengths{length_1, length_2, length_3};
  phase.dynamics(cart_and_rods(cart_mass, masses, lengths, gravity).actuate("slide"));
  phase.running_cost([](const auto& k) { return square(k.u[0]); });

  phase.drawing([=](const auto& k) {
    const double upper = k.x[1], middle = upper + k.x[2], lower = middle + k.x[3];
    const std::vector<double> links{k[length_1], k[length_2], k[length_3]};
    return picture_of(CartChainPose{k.x[0], {upper, middle, lower}, links, k[track], 0.0});
  });
  return problem;
}

}  // namespace tandem::problems
