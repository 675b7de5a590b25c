#include <tandem/problems/all.hpp>

namespace tandem::problems {

/// minimise  1/2 integral over [0, 1] of x^2 + u^2,  x' = u,  x(0) = 1.
///
/// u* = -sinh(1 - t)/cosh 1, x* = cosh(1 - t)/cosh 1, costate = -u*, J* = tanh(1)/2: every series is known, so this
/// is where orders of convergence are measured. Classical; see Bryson and Ho, Applied Optimal Control, chapter 5.
Problem scalar_lqr() {
  Problem problem("scalar-lqr");
  problem.description() = {.title = "The smallest linear-quadratic regulator",
                           .source = "classical; Bryson and Ho, Applied Optimal Control (1975), chapter 5",
                           .teaches = "states, control and costate against their closed forms",
                           .reference = ReferenceValue{0.3807970779778824, 1e-9, "tanh(1)/2"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 50};

  const Number start = problem.number({"start", 1.0, "", "the state at the start"});
  const Number duration = problem.number({"duration", 1.0, "s", "length of the interval"});

  auto phase = problem.phase<1, 1>("regulate");
  phase.time({.start = 0.0, .end = duration});
  phase.state("x", {.start = start});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return 0.5 * (square(k.x[0]) + square(k.u[0])); });
  return problem;
}

}  // namespace tandem::problems
