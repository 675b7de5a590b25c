#pragma once

#include <tandem/ocp/statement/problem.hpp>

namespace tandem::test {

/// A mass from rest to rest over a distance of 1, pushed by p and pulled by n, 0 <= p, n <= 1: full push for a, a
/// coast, full pull for a, with a^2 + a (T - 2 a) = 1.
inline auto coasting_phase(Problem& problem) {
  auto phase = problem.phase<2, 2>("move");
  phase.state("x", {.start = 0.0, .end = 1.0}).state("v", {.start = 0.0, .end = 0.0});
  phase.control("p", {.bounds = {0.0, 1.0}}).control("n", {.bounds = {0.0, 1.0}});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0] - k.u[1]); });
  return phase;
}

/// minimise  T  with a budget of fuel, integral of p + n <= F: a = F/2, T = 1/a + a.
inline Problem least_time_with_fuel(double fuel) {
  Problem problem("least-time-with-fuel");
  auto phase = coasting_phase(problem);
  phase.time({.start = 0.0, .end = {0.5, 10.0}, .guess = 3.0});
  phase.integral_constraint("fuel", {0.0, fuel}, [](const auto& k) { return k.u[0] + k.u[1]; });
  phase.end_cost([](const auto& k) { return k.t; });
  return problem;
}

/// minimise  the fuel, integral of p + n, in a duration <= T: a = (T - sqrt(T^2 - 4)) / 2, J = 2 a.
inline Problem least_fuel_in_time(double duration) {
  Problem problem("least-fuel-in-time");
  auto phase = coasting_phase(problem);
  phase.time({.start = 0.0, .end = {0.5, 10.0}, .guess = 3.0, .duration = Range(0.5, duration)});
  phase.running_cost([](const auto& k) { return k.u[0] + k.u[1]; });
  return problem;
}

/// minimise  integral over [0, 3] of x^2,  x' = u, |u| <= 1, x(0) = x(3) = 1,  integral of x = 1 + s + s^2: down with
/// u = -1 to x = s at 1 - s, where H_u = 0 and x stays (2 x + nu = 0), and up again from 2 + s.
/// J = 2/3 (1 - s^3) + s^2 (1 + 2 s).
inline Problem bang_singular_bang(double s) {
  Problem problem("bang-singular-bang");
  auto phase = problem.phase<1, 1>("dip");
  phase.time({.start = 0.0, .end = 3.0});
  phase.state("x", {.start = 1.0, .end = 1.0});
  phase.control("u", {.bounds = {-1.0, 1.0}});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.x[0]); });
  phase.integral_constraint("mean", 1.0 + s + s * s, [](const auto& k) { return k.x[0]; });
  return problem;
}

/// minimise  T,  x'' = u, |u| <= 1, from rest to rest over 1, v <= V: T = V + 1/V, switches at V and 1/V.
inline Problem least_time_below(double speed, bool as_path_constraint) {
  Problem problem("least-time-below");
  auto phase = problem.phase<2, 1>("move");
  phase.time({.start = 0.0, .end = {0.5, 10.0}, .guess = 3.0});
  phase.state("x", {.start = 0.0, .end = 1.0});
  phase.state("v", {.bounds = {-kInfinity, as_path_constraint ? kInfinity : speed}, .start = 0.0, .end = 0.0});
  phase.control("u", {.bounds = {-1.0, 1.0}});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  if (as_path_constraint) phase.path_constraint("speed", {-9.0, speed}, [](const auto& k) { return k.x[1]; });
  phase.end_cost([](const auto& k) { return k.t; });
  return problem;
}

/// maximise  x(2) + 2 y(2),  x' = u - x, y' = v - 3 y, from 0. What is poured into y last counts most: x gets all until
/// 2 - log(2)/2, then y. Either u + v = 1 with u, v >= 0, or |u| + |v| <= 1 by four rows and no bounds.
/// J = 2/3 (1 - 2^(-3/2)) + 2^(-1/2) - exp(-2).
inline Problem two_tanks(bool in_diamond) {
  Problem problem("two-tanks");
  problem.maximise();
  auto phase = problem.phase<2, 2>("pour");
  phase.time({.start = 0.0, .end = 2.0});
  phase.state("x", {.start = 0.0}).state("y", {.start = 0.0});
  const Range bounds = in_diamond ? Range() : Range(0.0, 1.0);
  phase.control("u", {.bounds = bounds}).control("v", {.bounds = bounds});
  phase.dynamics([](const auto& k) { return rates(k.u[0] - k.x[0], k.u[1] - 3.0 * k.x[1]); });
  if (in_diamond) {
    phase.path_constraint("sum", {-1.0, 1.0}, [](const auto& k) { return k.u[0] + k.u[1]; });
    phase.path_constraint("difference", {-1.0, 1.0}, [](const auto& k) { return k.u[0] - k.u[1]; });
  } else {
    phase.path_constraint("all", 1.0, [](const auto& k) { return k.u[0] + k.u[1]; });
  }
  phase.end_cost([](const auto& k) { return k.x[0] + 2.0 * k.x[1]; });
  return problem;
}

/// With t the time to a jump, H = (u^2 - 1)^2 -+ t u has its minimum at +-u, g(u) = 4 u (u^2 - 1) = t. Integrals along
/// t are those of polynomials in u: dt = g' du.
struct QuarticBranch {
  double u;  ///< at the far end

  explicit QuarticBranch(double time) : u(1.0 + time / 8.0) {
    for (int i = 0; i < 50; ++i) u -= (4.0 * u * (u * u - 1.0) - time) / (12.0 * u * u - 4.0);
  }
  double distance() const { return 3.0 * u * u * u * u - 2.0 * u * u - 1.0; }  ///< integral of u
  double effort() const {                                                      ///< integral of (u^2 - 1)^2
    const auto at = [](double v) { return v * (-4.0 + v * v * (20.0 / 3.0 + v * v * (-5.6 + v * v * 12.0 / 7.0))); };
    return at(u) - at(1.0);
  }
  double moment() const {  ///< integral of t u
    const auto at = [](double v) { return v * v * v * (16.0 / 3.0 + v * v * (-12.8 + v * v * 48.0 / 7.0)); };
    return at(u) - at(1.0);
  }
};

/// minimise  integral over [0, 2] of (u^2 - 1)^2 - x,  x' = u, x(0) = 0, x(2) such that the costate t - tau is zero at
/// tau: there u jumps from 1 to -1, from one minimum of H to the other.
inline Problem quartic_effort(double tau) {
  Problem problem("quartic-effort");
  auto phase = problem.phase<1, 1>("glide");
  phase.time({.start = 0.0, .end = 2.0});
  const double end = QuarticBranch(tau).distance() - QuarticBranch(2.0 - tau).distance();
  phase.state("x", {.start = 0.0, .end = end});
  phase.control("u", {.guess = LinearGuess{1.5, -1.5}});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(square(k.u[0]) - 1.0) - k.x[0]; });
  return problem;
}

inline double least_quartic_effort(double tau) {
  const QuarticBranch before(tau), behind(2.0 - tau);
  const double end = before.distance() - behind.distance();
  // integral of x over [0, 2] = 2 x(2) - integral of t u; t = tau - s before, tau + s behind the jump.
  const double by_time = tau * before.distance() - before.moment() - tau * behind.distance() - behind.moment();
  return before.effort() + behind.effort() - (2.0 * end - by_time);
}

}  // namespace tandem::test
