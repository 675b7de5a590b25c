#include <tandem/problems/all.hpp>

#include <numbers>

namespace tandem::problems {

/// minimise  integral over one period P of (x - cos w t)^2 + u^2  for  x' = u - x,  x(0) = x(P),  w = 2 pi / P.
///
/// x = Re X e^{iwt} costs P/2 (|X - 1|^2 + |1 + iw|^2 |X|^2), least at X = 1 / (2 + w^2): P/2 (1 + w^2) / (2 + w^2).
Problem periodic_follower() {
  Problem problem("periodic-follower");
  problem.description() = {.title = "A slow follower of a wave, in its best steady motion",
                           .source = "closed form by frequency response",
                           .teaches = "a periodic motion: the end is linked to the start",
                           .reference = ReferenceValue{2.0 * std::numbers::pi / 3.0, 1e-9, "closed form"}};
  problem.mesh() = {.transcription = "gauss", .intervals = 20, .degree = 4};

  const Number period = problem.number({"period", 2.0 * std::numbers::pi, "s", "of the wave", {}, 0.1, 1000.0});

  auto phase = problem.phase<1, 1>("period");
  phase.time({.start = 0.0, .end = period});
  phase.state("follower", {});
  phase.control("push", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0] - k.x[0]); });
  phase.running_cost(
      [=](const auto& k) { return square(k.x[0] - cos(2.0 * std::numbers::pi * k.t / k[period])) + square(k.u[0]); });
  problem.continue_states(phase, phase);
  return problem;
}

}  // namespace tandem::problems
