#include <tandem/problems/all.hpp>

#include <numbers>

namespace tandem::problems {

/// minimise  1/2 integral over [0, pi/2] of x2^2 - x1^2,  x1' = x2,  x2' = u,  |u| <= 1,  x(0) = (0, 1).
///
/// Singular from start to end: u* = -sin t, x* = (sin t, cos t), J* = 0. Aly and Chan, International Journal of Control
/// 18 (1973).
Problem aly_chan() {
  Problem problem("aly-chan");
  problem.description() = {.title = "A control that is singular all the time",
                           .source = "Aly and Chan, International Journal of Control 18 (1973)",
                           .teaches = "a totally singular control, and an objective of zero",
                           .reference = ReferenceValue{0.0, 1e-5, "u = -sin t"}};
  problem.mesh() = {.transcription = "gauss", .intervals = 100, .degree = 2};

  const Number max_force = problem.number({"max_force", 1.0, "N", "bound of the force", {}, 0.0});

  auto phase = problem.phase<2, 1>("swing");
  phase.time({.start = 0.0, .end = 0.5 * std::numbers::pi});
  phase.state("position", {.unit = "m", .start = 0.0});
  phase.state("velocity", {.unit = "m/s", .start = 1.0});
  phase.control("force", {.unit = "N", .bounds = {-max_force, max_force}});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_cost([](const auto& k) { return 0.5 * (square(k.x[1]) - square(k.x[0])); });
  return problem;
}

}  // namespace tandem::problems
