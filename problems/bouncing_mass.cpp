#include <tandem/problems/all.hpp>

namespace tandem::problems {

/// minimise  integral of u^2  for  x'' = u  from rest at 0 to the wall at `distance` in 1 s, where the velocity is
/// thrown back, v+ = -e v-, and back to rest at 0 in another second.
///
/// The cheapest way to meet the wall costs 12 d^2 - 12 d v + 4 v^2, the way back 12 d^2 - 12 d e v + 4 e^2 v^2; their
/// sum is least at v = 1.5 d (1 + e) / (1 + e^2), where it is 24 d^2 - 9 d^2 (1 + e)^2 / (1 + e^2).
Problem bouncing_mass() {
  Problem problem("bouncing-mass");
  problem.description() = {.title = "A mass thrown at a wall and caught again with least effort",
                           .source = "closed form",
                           .teaches = "two phases with a jump of the state between them",
                           .reference = ReferenceValue{24.0 - 9.0 * 1.69 / 1.09, 1e-8, "closed form"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 20};

  const Number distance = problem.number({"distance", 1.0, "m", "where the wall stands", {}, 0.0});
  const Number bounce =
      problem.number({"bounce", 0.3, "", "share of the speed that the wall gives back", {}, 0.0, 1.0});

  auto there = problem.phase<2, 1>("there");
  there.time({.start = 0.0, .end = 1.0});
  there.state("position", {.unit = "m", .start = 0.0, .end = distance});
  there.state("velocity", {.unit = "m/s", .start = 0.0});
  there.control("force", {.unit = "N"});
  there.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  there.running_cost([](const auto& k) { return square(k.u[0]); });

  auto back = problem.phase<2, 1>("back");
  back.time({.end = 2.0, .continues = true});
  back.state("position", {.unit = "m", .start = distance, .end = 0.0});
  back.state("velocity", {.unit = "m/s", .end = 0.0});
  back.control("force", {.unit = "N"});
  back.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  back.running_cost([](const auto& k) { return square(k.u[0]); });

  problem.link("impact", there, back, 0.0,
               [=](const auto& before, const auto& after) { return after.x[1] + after[bounce] * before.x[1]; });
  return problem;
}

}  // namespace tandem::problems
