#include <tandem/problems/all.hpp>

namespace tandem::problems {

/// maximise  h(T),  h' = v,  v' = (u - D)/m - 1/h^2,  m' = -u/c,  D = 310 v^2 exp(-500 (h - 1)),  0 <= u <= 3.5.
///
/// A sounding rocket: full thrust, a singular arc along m/h^2 = D (1 + v/c), then a coast. COPS's numbers, scaled by
/// the Earth's radius, the weight at the start and gravity there. R. Goddard (1919); COPS.
Problem goddard() {
  Problem problem("goddard");
  problem.description() = {.title = "Send a rocket as high as it goes",
                           .source = "Goddard (1919); COPS, Benchmarking Optimization Software (2004)",
                           .teaches = "full thrust, a singular arc, a coast",
                           .reference = ReferenceValue{1.012836918317, 1e-5, "integrated from its arcs"}};
  problem.mesh() = {.transcription = "radau", .intervals = 120, .degree = 3};
  problem.maximise();

  const Number max_thrust = problem.number({"max_thrust", 3.5, "", "bound of the thrust", {}, 0.0});
  const Number drag = problem.number({"drag", 310.0, "", "coefficient of the drag", {}, 0.0});
  const Number decay = problem.number({"decay", 500.0, "", "of the air with height"});
  const Number exhaust = problem.number({"exhaust", 0.5, "", "exhaust velocity", {}, 1e-6});
  const Number dry_mass = problem.number({"dry_mass", 0.6, "", "mass without fuel", {}, 1e-6});

  auto phase = problem.phase<3, 1>("ascent");
  phase.time({.start = 0.0, .end = {0.02, 1.0}, .guess = 0.2});
  phase.state("height", {.bounds = {1.0, kInfinity}, .start = 1.0, .guess = {{1.0, 1.01}}});
  phase.state("velocity", {.start = 0.0, .guess = {{0.0, 0.0, {{0.3, 0.1}}}}});
  phase.state("mass", {.bounds = {dry_mass, 1.0}, .start = 1.0, .end = dry_mass});
  phase.control("thrust", {.bounds = {0.0, max_thrust}, .guess = {{3.5, 0.0}}});
  phase.dynamics([=](const auto& k) {
    const auto& [h, v, m] = k.x;
    const auto air = k[drag] * square(v) * exp(-k[decay] * (h - 1.0));
    return rates(v, (k.u[0] - air) / m - 1.0 / square(h), -k.u[0] / k[exhaust]);
  });
  phase.end_cost([](const auto& k) { return k.x[0]; });
  return problem;
}

}  // namespace tandem::problems
