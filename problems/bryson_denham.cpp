#include <tandem/problems/all.hpp>

namespace tandem::problems {

/// minimise  1/2 integral over [0, 1] of u^2,  x' = v,  v' = u,  (0, 1) -> (0, -1),  x <= limit.
///
/// For limit l <= 1/6: J* = 4/(9 l), x = l on [3 l, 1 - 3 l]; up to 1/4 it only touches, J* = 2 + 6 (1 - 4 l)^2;
/// beyond, J* = 2. The reference needs the junctions 1/3 and 2/3 to be knots: a multiple of 9 intervals.
/// Bryson, Denham and Dreyfus, AIAA Journal 1 (1963); Bryson and Ho, section 3.11.
Problem bryson_denham() {
  Problem problem("bryson-denham");
  problem.description() = {.title = "Turn a moving mass round without passing a limit",
                           .source = "Bryson, Denham, Dreyfus, AIAA Journal 1(11), 1963",
                           .teaches = "a state constraint of second order: arcs, touch points, jumps of the costate",
                           .reference = ReferenceValue{4.0, 1e-8, "4 / (9 limit)"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 36};

  const Number limit = problem.number({"limit", 1.0 / 9.0, "m", "the mass stays below this", {}, 0.0});

  auto phase = problem.phase<2, 1>("turn");
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("position", {.unit = "m", .bounds = {-kInfinity, limit}, .start = 0.0, .end = 0.0});
  phase.state("velocity", {.unit = "m/s", .start = 1.0, .end = -1.0});
  phase.control("force", {.unit = "N"});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_cost([](const auto& k) { return 0.5 * square(k.u[0]); });
  return problem;
}

}  // namespace tandem::problems
