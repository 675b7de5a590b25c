#include <tandem/problems/all.hpp>
#include <tandem/problems/sliding_pictures.hpp>

namespace tandem::problems {

/// minimise  T,  x' = v,  v' = u,  |u| <= 1,  from (1, 0) to (0, 0).
///
/// T* = 2 sqrt(d / u_max): full force one way, then the other, one switch half-way. With an even number of intervals
/// the switch is a knot and Hermite-Simpson finds the time exactly. Pontryagin et al.; Bryson and Ho, section 3.9.
Problem double_integrator_time() {
  Problem problem("double-integrator-time");
  problem.description() = {.title = "Bring a mass to rest at the origin in the shortest time",
                           .source = "classical; Bryson and Ho, Applied Optimal Control (1975), section 3.9",
                           .teaches = "a free end time, a control at its bounds, a switch that is a knot",
                           .reference = ReferenceValue{2.0, 1e-8, "2 sqrt(d / u_max)"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 20};

  const Number distance = problem.number({"distance", 1.0, "m", "where the mass starts"});
  const Number max_force = problem.number({"max_force", 1.0, "N", "bound of the force", {}, 0.0});

  auto phase = problem.phase<2, 1>("move");
  phase.time({.start = 0.0, .end = {0.1, 100.0}, .guess = 3.0});
  phase.state("position", {.unit = "m", .start = distance, .end = 0.0});
  phase.state("velocity", {.unit = "m/s", .start = 0.0, .end = 0.0});
  phase.control("force", {.unit = "N", .bounds = {-max_force, max_force}});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.end_cost([](const auto& k) { return k.t; });

  phase.drawing([=](const auto& k) {
    return picture_of(SlidingMassesPose{{k.x[0]}, {0.0}, k.u[0] / k[max_force], k[distance], 0.0});
  });
  return problem;
}

}  // namespace tandem::problems
