#include <tandem/problems/all.hpp>

#include <numbers>

namespace tandem::problems {

/// minimise  T,  x'' = a cos u,  y'' = a sin u,  from rest at the origin to y = 5, x' = 45, y' = 0, x free.
///
/// The tangent of the best angle is linear in time. J. Betts, Practical Methods for Optimal Control (2010), section
/// 4.14; the same problem is in COPS.
Problem particle_steering() {
  Problem problem("particle-steering");
  problem.description() = {.title = "Steer a particle of constant thrust onto a level path in the shortest time",
                           .source = "COPS; Betts, Practical Methods for Optimal Control (2010)",
                           .teaches = "the linear tangent law; a state that is a mere quadrature",
                           .reference = ReferenceValue{0.5545708783, 2e-10, "collocation on three meshes"}};
  problem.mesh() = {.transcription = "gauss", .intervals = 20, .degree = 4};

  const Number thrust = problem.number({"thrust", 100.0, "m/s^2", "acceleration of the particle", {}, 0.0});
  const Number height = problem.number({"height", 5.0, "m", "height at the end"});
  const Number speed = problem.number({"speed", 45.0, "m/s", "level speed at the end"});

  auto phase = problem.phase<4, 1>("steer");
  phase.time({.start = 0.0, .end = {0.01, 10.0}, .guess = 1.0});
  phase.state("x", {.unit = "m", .start = 0.0});
  phase.state("y", {.unit = "m", .start = 0.0, .end = height});
  phase.state("vx", {.unit = "m/s", .start = 0.0, .end = speed});
  phase.state("vy", {.unit = "m/s", .start = 0.0, .end = 0.0});
  phase.control("angle", {.unit = "rad", .bounds = {-0.5 * std::numbers::pi, 0.5 * std::numbers::pi}});
  phase.dynamics([=](const auto& k) {
    const auto& a = k[thrust];
    return rates(k.x[2], k.x[3], a * cos(k.u[0]), a * sin(k.u[0]));
  });
  phase.end_cost([](const auto& k) { return k.t; });
  return problem;
}

}  // namespace tandem::problems
