#pragma once

#include <tandem/ocp/statement/problem.hpp>

namespace tandem::test {

/// minimise  T,  x' = v,  v' = u,  |u| <= force: from rest at 0 out to x = 1 and home to rest at 0, in two phases. For
/// a force of 1: T = 4, full force out until 1, back until 3, with x = 1 and v = 0 at 2, where the force does not
/// switch.
inline Problem there_and_back(bool has_integral = false) {
  Problem problem("there-and-back");
  const Number force = problem.number({"force", 1.0, "N", "bound of the force", {}, 0.0});
  const auto state_phase = [&](auto& phase) {
    phase.control("u", {.bounds = {-force, force}});
    phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
    if (has_integral) phase.integral_constraint("drift", {-9.0, 9.0}, [](const auto& k) { return k.x[0]; });
  };
  auto out = problem.phase<2, 1>("out");
  out.time({.start = 0.0, .end = {0.1, 10.0}, .guess = 2.5});
  out.state("x", {.start = 0.0, .end = 1.0}).state("v", {.start = 0.0});
  state_phase(out);
  auto home = problem.phase<2, 1>("home");
  home.time({.end = {0.2, 20.0}, .guess = 5.0, .continues = true});
  home.state("x", {.start = 1.0, .end = 0.0}).state("v", {.end = 0.0});
  state_phase(home);
  home.end_cost([](const auto& k) { return k.t; });
  problem.link("speed", out, home, 0.0, [](const auto& before, const auto& after) { return after.x[1] - before.x[1]; });
  return problem;
}

}  // namespace tandem::test
