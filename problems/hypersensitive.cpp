#include <tandem/problems/all.hpp>

namespace tandem::problems {

/// minimise  1/2 integral over [0, T] of x^2 + u^2,  x' = -x^3 + u,  x(0) = 1.5,  x(T) = 1.
///
/// For long T the state decays at once, rests at zero, and leaves it at the last moment: only the two ends matter, and
/// J* = V(x(0)) + W(x(T)) with V(a) = integral from 0 to a of -x^3 + sqrt(x^6 + x^2), W the same with + x^3. From T =
/// 40 on this holds to 1e-10. Rao and Mease, Optimal Control Applications and Methods 21 (2000).
Problem hypersensitive() {
  Problem problem("hypersensitive");
  problem.description() = {.title = "Decay, rest and leave: a motion that only its two ends know",
                           .source = "Rao and Mease, Optimal Control Applications and Methods 21 (2000)",
                           .teaches = "boundary layers, and meshes that refine where something happens",
                           .reference = ReferenceValue{1.3308069049430022, 1.4e-8, "two integrals over the state"}};
  problem.mesh() = {.transcription = "gauss", .intervals = 600, .degree = 4};

  const Number duration = problem.number({"duration", 40.0, "s", "length of the interval"});
  const Number start = problem.number({"start", 1.5, "", "the state at the start"});
  const Number end = problem.number({"end", 1.0, "", "the state at the end"});

  auto phase = problem.phase<1, 1>("rest");
  phase.time({.start = 0.0, .end = duration});
  phase.state("x", {.start = start, .end = end});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0] - k.x[0] * square(k.x[0])); });
  phase.running_cost([](const auto& k) { return 0.5 * (square(k.x[0]) + square(k.u[0])); });
  return problem;
}

}  // namespace tandem::problems
