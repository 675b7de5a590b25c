#include <tandem/problems/all.hpp>
#include <tandem/problems/sliding_pictures.hpp>

namespace tandem::problems {

/// minimise  T,  m1 x1'' = -k (x1 - x2) + u,  m2 x2'' = k (x1 - x2),  |u| <= 1,  rest to rest over a distance of 1.
///
/// A rigid motion and a mode that must both end at rest: three switches, symmetric about the middle one. Liu and Wie,
/// Journal of Guidance, Control, and Dynamics 15 (1992); the benchmark of flexible spacecraft.
Problem two_mass_spring() {
  Problem problem("two-mass-spring");
  problem.description() = {.title = "Move two masses on a spring to rest in the shortest time",
                           .source = "Liu and Wie, J. Guidance, Control, and Dynamics 15 (1992)",
                           .teaches = "a mode that must not be left ringing: three switches",
                           .reference = ReferenceValue{4.217866510451, 1e-5, "switch equations"}};
  problem.mesh() = {.transcription = "radau", .intervals = 160, .degree = 3};

  const Number mass_1 = problem.number({"mass_1", 1.0, "kg", "the mass that is pushed", {}, 1e-6});
  const Number mass_2 = problem.number({"mass_2", 1.0, "kg", "the mass behind the spring", {}, 1e-6});
  const Number stiffness = problem.number({"stiffness", 1.0, "N/m", "of the spring", {}, 0.0});
  const Number max_force = problem.number({"max_force", 1.0, "N", "bound of the force", {}, 0.0});
  const Number distance = problem.number({"distance", 1.0, "m", "how far both masses move"});

  auto phase = problem.phase<4, 1>("move");
  phase.time({.start = 0.0, .end = {0.1, 100.0}, .guess = 4.0});
  phase.state("position_1", {.unit = "m", .start = 0.0, .end = distance});
  phase.state("position_2", {.unit = "m", .start = 0.0, .end = distance});
  phase.state("velocity_1", {.unit = "m/s", .start = 0.0, .end = 0.0});
  phase.state("velocity_2", {.unit = "m/s", .start = 0.0, .end = 0.0});
  phase.control("force", {.unit = "N", .bounds = {-max_force, max_force}});
  phase.dynamics([=](const auto& k) {
    const auto tension = k[stiffness] * (k.x[0] - k.x[1]);
    return rates(k.x[2], k.x[3], (k.u[0] - tension) / k[mass_1], tension / k[mass_2]);
  });
  phase.end_cost([](const auto& k) { return k.t; });

  phase.drawing([=](const auto& k) {
    const double gap = 1.2 * k[distance];  // between the masses where the spring is at rest
    const double end = gap + k[distance], force = k.u[0] / k[max_force];
    return picture_of(SlidingMassesPose{{k.x[0], gap + k.x[1]}, {k[distance], end}, force, 0.0, end});
  });
  return problem;
}

}  // namespace tandem::problems
