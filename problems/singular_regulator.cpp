#include <tandem/problems/all.hpp>

namespace tandem::problems {

/// minimise  1/2 integral over [0, 5] of x1^2 + x2^2,  x1' = x2,  x2' = u,  |u| <= 1,  x(0) = (0, 1).
///
/// After an arc of full force the best control is singular, u = x1, which transcriptions find with chatter. Aly, On the
/// computation of optimal singular controls, International Journal of Control 28 (1978); exact value by DTQP.
Problem singular_regulator() {
  Problem problem("singular-regulator");
  problem.description() = {.title = "A regulator that does not pay for its control",
                           .source = "Aly, International Journal of Control 28 (1978); DTQP",
                           .teaches = "a singular arc of second order, and the chatter it provokes",
                           .reference = ReferenceValue{0.3769919302879714, 1e-5, "exact, DTQP"}};
  problem.mesh() = {.transcription = "radau", .intervals = 100, .degree = 3};

  const Number duration = problem.number({"duration", 5.0, "s", "length of the interval"});
  const Number max_force = problem.number({"max_force", 1.0, "N", "bound of the force", {}, 0.0});

  auto phase = problem.phase<2, 1>("regulate");
  phase.time({.start = 0.0, .end = duration});
  phase.state("position", {.unit = "m", .start = 0.0});
  phase.state("velocity", {.unit = "m/s", .start = 1.0});
  phase.control("force", {.unit = "N", .bounds = {-max_force, max_force}});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_cost([](const auto& k) { return 0.5 * (square(k.x[0]) + square(k.x[1])); });
  return problem;
}

}  // namespace tandem::problems
