#include <tandem/problems/all.hpp>
#include <tandem/problems/sliding_pictures.hpp>

namespace tandem::problems {

/// minimise  integral of u^2,  x' = v,  v' = u,  rest to rest over the distance d in the time T.
///
/// J* = 12 d^2 / T^3, u* = (6 d / T^2) (1 - 2 t/T): linear in time, so Hermite-Simpson is exact on any mesh.
/// With the force bound below 6 d / T^2 the answer saturates; below 4 d / T^2 there is none. Classical.
Problem double_integrator_energy() {
  Problem problem("double-integrator-energy");
  problem.description() = {.title = "Move a mass from rest to rest with least effort",
                           .source = "classical; Bryson and Ho, Applied Optimal Control (1975), section 2.4",
                           .teaches = "a transcription that is exact; what a force bound does",
                           .reference = ReferenceValue{12.0, 1e-9, "12 d^2 / T^3"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 20};

  const Number distance = problem.number({"distance", 1.0, "m", "how far"});
  const Number duration = problem.number({"duration", 1.0, "s", "how long"});
  const Number max_force = problem.number({"max_force", 100.0, "N", "bound of the force", {}, 0.0});

  auto phase = problem.phase<2, 1>("move");
  phase.time({.start = 0.0, .end = duration});
  phase.state("position", {.unit = "m", .start = 0.0, .end = distance});
  phase.state("velocity", {.unit = "m/s", .start = 0.0, .end = 0.0});
  phase.control("force", {.unit = "N", .bounds = {-max_force, max_force}});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });

  phase.drawing([=](const auto& k) {
    const double greatest = 6.0 * k[distance] / square(k[duration]);
    return picture_of(SlidingMassesPose{{k.x[0]}, {k[distance]}, k.u[0] / greatest, 0.0, k[distance]});
  });
  return problem;
}

}  // namespace tandem::problems
