#pragma once

#include <ocp/support/solved.hpp>

namespace tandem::test {

/// The answer of DDP, with its gains.
inline Solution ddp_plan(const Problem& problem, int intervals, int degree = 0) {
  SolveOptions options{.transcription = "shooting-rk4", .intervals = intervals, .degree = degree};
  options.method = "ddp";
  return solve(problem, options);
}

/// The cart-pole's, solved once.
inline const Solution& cart_pole_plan() {
  static const Solution plan = ddp_plan(make_problem("cart-pole-swing-up"), 50);
  return plan;
}

}  // namespace tandem::test
