#include <tandem/problems/all.hpp>

namespace tandem::problems {

/// minimise  integral over [0, 1] of x sqrt(1 + x'^2)  with  integral of sqrt(1 + x'^2) = length,  x(0) = 1,
/// x(1) = 3. COPS.
Problem hanging_chain() {
  Problem problem("hanging-chain");
  problem.description() = {.title = "The shape of a chain between two hooks",
                           .source = "COPS, Benchmarking Optimization Software (2004)",
                           .teaches = "an integral constraint",
                           .reference = ReferenceValue{5.068480111, 2e-9, "collocation on two meshes"}};
  problem.mesh() = {.transcription = "gauss", .intervals = 20, .degree = 4};

  const Number length = problem.number({"length", 4.0, "m", "length of the chain", {}, 0.0});
  const Number left = problem.number({"left", 1.0, "m", "height of the left hook"});
  const Number right = problem.number({"right", 3.0, "m", "height of the right hook"});

  auto phase = problem.phase<1, 1>("hang");
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("height", {.unit = "m", .start = left, .end = right});
  phase.control("slope", {.guess = {{-8.0, 8.0}}});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.integral_constraint("length", length, [](const auto& k) { return sqrt(1.0 + square(k.u[0])); });
  phase.running_cost([](const auto& k) { return k.x[0] * sqrt(1.0 + square(k.u[0])); });
  return problem;
}

}  // namespace tandem::problems
