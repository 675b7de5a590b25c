#include <tandem/problems/all.hpp>

#include <numbers>

namespace tandem::problems {

/// maximise  x(T)  for  x'' = g a cos(angle),  y'' = g a sin(angle) - g,  from rest on the ground,
///
///   0 <= a <= A,   integral of a <= I,   y >= 0,   T given.
///
/// How far a rocket of little fuel flies over flat ground. It thrusts fully for I/A at one angle, with
/// g T^2 / 2 = d sin(angle), and comes down at T after sqrt(d^2 - (g T^2 / 2)^2), where d = g I (T - I / (2 A)) is the
/// way that the thrust alone would bring it. M. L. Psiaki, "An algorithm for the solution of dynamic linear programs",
/// Workshop on Computational Control of Aerospace Systems, 1989, with the norm itself where the paper has octagons.
Problem rocket_range() {
  Problem problem("rocket-range");
  problem.description() = {.title = "Fly a rocket of little fuel as far as it goes",
                           .source = "after Psiaki, An algorithm for the solution of dynamic linear programs (1989)",
                           .teaches = "a bound of the thrust and one of its integral; an arc where the angle is free",
                           .reference = ReferenceValue{2677.832227752, 1e-4, "closed form"}};
  problem.mesh() = {.transcription = "gauss", .intervals = 12, .degree = 3};
  problem.maximise();

  const Number gravity = problem.number({"gravity", 32.2, "ft/s^2", "pulls down; the unit of thrust", {}, 0.0});
  const Number max_thrust = problem.number({"max_thrust", 5.0, "g", "bound of the thrust", {}, 1e-6});
  const Number impulse = problem.number({"impulse", 10.0, "g s", "that the fuel gives", {}, 0.0});
  const Number duration = problem.number({"duration", 12.0, "s", "of the flight", {}, 1e-6});

  auto phase = problem.phase<4, 2>("flight");
  phase.time({.start = 0.0, .end = duration});
  phase.state("x", {.unit = "ft", .start = 0.0, .guess = {{0.0, 2000.0}}});
  phase.state("x_rate", {.unit = "ft/s", .start = 0.0, .guess = {{0.0, 200.0, {{0.17, 200.0}}}}});
  phase.state("y", {.unit = "ft", .bounds = {0.0, kInfinity}, .start = 0.0, .guess = {{0.0, 0.0, {{0.5, 400.0}}}}});
  phase.state("y_rate", {.unit = "ft/s", .start = 0.0, .guess = {{0.0, -200.0, {{0.17, 150.0}}}}});
  phase.control("thrust", {.unit = "g", .bounds = {0.0, max_thrust}, .guess = {{5.0, 0.0}}});
  phase.control("angle", {.unit = "rad", .bounds = {0.0, 0.5 * std::numbers::pi}, .guess = {{0.8, 0.8}}});
  phase.dynamics([=](const auto& k) {
    const auto& [x, x_rate, y, y_rate] = k.x;
    const auto& [thrust, angle] = k.u;
    return rates(x_rate, k[gravity] * thrust * cos(angle), y_rate, k[gravity] * (thrust * sin(angle) - 1.0));
  });
  phase.integral_constraint("impulse", {0.0, impulse}, [](const auto& k) { return k.u[0]; });
  phase.end_cost([](const auto& k) { return k.x[0]; });
  return problem;
}

}  // namespace tandem::problems
