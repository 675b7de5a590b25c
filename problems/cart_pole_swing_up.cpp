#include <tandem/problems/all.hpp>
#include <tandem/problems/pictures.hpp>

#include <numbers>

namespace tandem::problems {

/// A pole hangs from a cart; a force on the cart swings it up in a given time with least effort.
///
///   minimise  integral of u^2
///   q1'' = (l m2 sin q2 q2'^2 + u + m2 g cos q2 sin q2) / (m1 + m2 (1 - cos^2 q2))
///   q2'' = -(l m2 cos q2 sin q2 q2'^2 + u cos q2 + (m1 + m2) g sin q2) / (l m1 + l m2 (1 - cos^2 q2))
///
/// There is a better minimum, 57.94478, whose force pulls the other way first. It is reached from a guess whose angle
/// goes through 1 at a quarter of the time and -1 at 0.55 of it, and by starting at random.
///
/// M. Kelly, "An introduction to trajectory optimization", SIAM Review 59(4), 2017, section 6.
Problem cart_pole_swing_up() {
  Problem problem("cart-pole-swing-up");
  problem.description() = {
      .title = "Swing up a pole on a cart with least effort",
      .source = "Kelly, SIAM Review 59(4), 2017, section 6",
      .teaches = "a smooth underactuated swing-up; why a coarse mesh must not be believed",
      .reference = ReferenceValue{58.80766747, 1e-5, "two transcriptions, meshes up to 1000 intervals"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 100};

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

  phase.dynamics([=](const auto& k) {
    const auto& [q1, q2, v1, v2] = k.x;
    const auto& [u] = k.u;
    const auto &m1 = k[cart_mass], &m2 = k[pole_mass], &l = k[pole_length], &g = k[gravity];
    const auto s = sin(q2), c = cos(q2);
    const auto inertia = m1 + m2 * s * s;
    const auto a1 = (l * m2 * s * v2 * v2 + u + m2 * g * c * s) / inertia;
    const auto a2 = -(l * m2 * c * s * v2 * v2 + u * c + (m1 + m2) * g * s) / (l * inertia);
    return rates(v1, v2, a1, a2);
  });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });

  phase.drawing([=](const auto& k) {
    return picture_of(CartPolePose{k.x[0], k.x[1], k[pole_length], k[track], k[distance]});
  });
  return problem;
}

}  // namespace tandem::problems
