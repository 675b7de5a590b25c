#pragma once

#include <tandem/ocp/search/multi_start.hpp>

namespace tandem::test {

/// minimise  integral over [0, 1] of x'^2  with  integral of x^2 = 1,  x = 0 at both ends: a string's first mode,
/// x = sqrt(2) sin(pi t) or its mirror image; both cost pi^2.
inline Problem string_mode() {
  Problem problem("string-mode");
  problem.mesh() = {.transcription = "gauss", .intervals = 10, .degree = 3};
  auto phase = problem.phase<1, 1>("string");
  phase.state("x", {.start = 0.0, .end = 0.0});
  phase.control("slope", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.integral_constraint("size", 1.0, [](const auto& k) { return square(k.x[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  return problem;
}

/// Its own guess stands still, where the constraint has no gradient: that start gets nowhere.
inline MultiStart string_modes(int starts) {
  MultiStartOptions options{.starts = starts};
  options.solve.solver.max_iterations = 60;
  return multi_start(string_mode(), options);
}

}  // namespace tandem::test
