#include <tandem/problems/all.hpp>

namespace tandem::problems {

/// minimise  integral over [0, 1] of 1/2 u^2 - lambda e^x,  x' = u,  x(0) = x(1) = 0.
///
/// Its stationary motions are the solutions of Bratu's problem x'' + lambda e^x = 0: u = -p and p' = lambda e^x. With
/// theta = sqrt(2 lambda) cosh(theta / 4) they are x = -2 ln(cosh((t - 1/2) theta / 2) / cosh(theta / 4)), and
/// J = theta^2 / 2 - 4 theta tanh(theta / 4). There are two below lambda = 3.513830719125161, a minimum and a saddle,
/// which meet there in a fold, and none above. Bratu, Bulletin de la Societe Mathematique de France 42 (1914).
Problem bratu() {
  Problem problem("bratu");
  problem.description() = {
      .title = "Heat that feeds on itself: the equation of Bratu, as a problem of least energy",
      .source = "Bratu, Bulletin de la Societe Mathematique de France 42, 1914",
      .teaches = "a path of answers that turns back at a fold",
      .reference = ReferenceValue{-1.046516704794666, 1e-10, "theta^2 / 2 - 4 theta tanh(theta / 4)"}};
  problem.mesh() = {.transcription = "gauss", .intervals = 20, .degree = 5};

  const Number lambda = problem.number({"lambda", 1.0, "", "how strongly heat makes heat"});

  auto phase = problem.phase<1, 1>("slab");
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("temperature", {.start = 0.0, .end = 0.0});
  phase.control("gradient", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([=](const auto& k) { return 0.5 * square(k.u[0]) - k[lambda] * exp(k.x[0]); });
  return problem;
}

}  // namespace tandem::problems
