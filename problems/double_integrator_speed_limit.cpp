#include <tandem/problems/all.hpp>
#include <tandem/problems/sliding_pictures.hpp>

namespace tandem::problems {

/// minimise  integral over [0, 1] of u^2,  x' = v,  v' = u,  rest to rest over a distance of 1,  v <= V.
///
/// A bound on a state of first order: for 1 < V <= 1.5 the speed stays at V from t1 = 1.5 (1 - 1/V) to 1 - t1, and
/// J* = 16 V^3 / (9 (V - 1)). Knots at 3/10 and 7/10 hold the junctions of V = 1.25,
/// and the midpoints' states, which stand as unknowns here, hold the bound between. PSOPT's examples document.
Problem double_integrator_speed_limit() {
  Problem problem("double-integrator-speed-limit");
  problem.description() = {.title = "Move a mass with least effort below a speed limit",
                           .source = "classical; PSOPT examples document",
                           .teaches = "a state constraint of first order, its arc and its junctions",
                           .reference = ReferenceValue{125.0 / 9.0, 1e-8, "16 V^3 / (9 (V - 1))"}};
  problem.mesh() = {.transcription = "hermite-simpson-separated", .intervals = 40};

  const Number limit = problem.number({"limit", 1.25, "m/s", "bound of the velocity", {}, 1.0});
  const Number distance = problem.number({"distance", 1.0, "m", "how far the mass moves"});

  auto phase = problem.phase<2, 1>("move");
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("position", {.unit = "m", .start = 0.0, .end = distance});
  phase.state("velocity", {.unit = "m/s", .bounds = {-kInfinity, limit}, .start = 0.0, .end = 0.0});
  phase.control("force", {.unit = "N"});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });

  phase.drawing([=](const auto& k) {
    return picture_of(SlidingMassesPose{{k.x[0]}, {k[distance]}, k.u[0] / (8.0 * k[distance]), 0.0, k[distance]});
  });
  return problem;
}

}  // namespace tandem::problems
