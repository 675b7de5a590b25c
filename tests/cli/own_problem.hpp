#pragma once

#include <tandem/ocp/statement/problem.hpp>

namespace tandem::test {

/// A problem that no registry knows: minimise the integral of u^2 with x' = u from 0 to `goal` in 1 s.
inline Problem own_problem() {
  Problem problem("my-own");
  problem.mesh().intervals = 4;
  const Number goal = problem.number({"goal", 2.0, "m", "where it ends"});
  auto phase = problem.phase<1, 1>("go");
  phase.state("x", {.start = 0.0, .end = goal});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  return problem;
}

}  // namespace tandem::test
