#include <tandem/problems/all.hpp>

#include <numbers>

namespace tandem::problems {

/// minimise  T,  x'' = -x + u,  |u| <= 1,  from (4, 0) to rest at the origin.
///
/// Half-circles about (-1, 0) and (1, 0): T* = 2 pi with one switch at pi. Pontryagin,
/// Boltyanskii, Gamkrelidze, Mishchenko, The Mathematical Theory of Optimal Processes, example 2.
Problem harmonic_oscillator_time() {
  Problem problem("harmonic-oscillator-time");
  problem.description() = {
      .title = "Bring an oscillator to rest in the shortest time",
      .source = "Pontryagin et al., The Mathematical Theory of Optimal Processes (1962), chapter I",
      .teaches = "a bang-bang control whose switches follow from the phase plane",
      .reference = ReferenceValue{2.0 * std::numbers::pi, 1e-5, "2 pi"}};
  // Abnormal: what force a mesh adds or lacks at a switch changes the time by its root, so that the arcs between want
  // many points and few intervals, whose ends are switches.
  problem.mesh() = {.transcription = "radau", .intervals = 20, .degree = 5};

  const Number start = problem.number({"start", 4.0, "m", "where the oscillator starts, at rest"});
  const Number max_force = problem.number({"max_force", 1.0, "N", "bound of the force", {}, 0.0});

  auto phase = problem.phase<2, 1>("brake");
  phase.time({.start = 0.0, .end = {0.1, 100.0}, .guess = 6.0});
  // A swing to the far side and back: straight lines end where the best motion is not.
  phase.state("position",
              {.unit = "m",
               .start = start,
               .end = 0.0,
               .guess = {{start, 0.0, {{0.25, 0.25 * start}, {0.5, -0.5 * start}, {0.75, -0.25 * start}}}}});
  phase.state("velocity", {.unit = "m/s",
                           .start = 0.0,
                           .end = 0.0,
                           .guess = {{0.0, 0.0, {{0.25, -0.75 * start}, {0.5, 0.0}, {0.75, 0.25 * start}}}}});
  phase.control("force", {.unit = "N", .bounds = {-max_force, max_force}});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0] - k.x[0]); });
  phase.end_cost([](const auto& k) { return k.t; });
  return problem;
}

}  // namespace tandem::problems
