#pragma once

#include <tandem/ocp/statement/problem.hpp>

#include <optional>

namespace tandem::test {

/// minimise  1/2 integral of u^2 - x^2,  x' = u,  from 0 to 0: the motion at rest is stationary, and its second
/// variation is the objective itself. What may be added is said in the members.
struct Oscillator {
  double duration = 3.0;
  std::optional<Range> start = Range(0.0);
  std::optional<Range> end = Range(0.0);
  Range bounds = {};           ///< of u
  double end_weight = 0.0;     ///< a of a cost a x(T)^2 / 2
  double cross = 0.0;          ///< c of a cost c x u
  double control_unit = 1.0;   ///< x' = unit * u, and the cost knows unit * u
  double cost_unit = 1.0;      ///< times all costs
  double price_of_time = 0.0;  ///< added to the running cost
  bool maximised = false;
  bool has_integral = false;        ///< the integral of x is 0
  bool has_end_constraint = false;  ///< x(T) = 0 as 3 x(T) + x(T)^2 = 0
  bool free_end_time = false;

  Problem problem() const {
    Problem problem("oscillator");
    auto phase = problem.phase<1, 1>("only");
    phase.time({.start = 0.0, .end = free_end_time ? Range(0.1, 10.0) : Range(duration), .guess = duration});
    phase.state("x", {.start = start, .end = end});
    phase.control("u", {.bounds = bounds});
    const Oscillator o = *this;
    phase.dynamics([=](const auto& k) { return rates(o.control_unit * k.u[0]); });
    phase.running_cost([=](const auto& k) {
      const auto u = o.control_unit * k.u[0];
      return o.cost_unit * (0.5 * (square(u) - square(k.x[0])) + o.cross * k.x[0] * u + o.price_of_time);
    });
    phase.end_cost([=](const auto& k) { return o.cost_unit * (0.5 * o.end_weight) * square(k.x[0]); });
    if (has_integral) phase.integral_constraint("area", 0.0, [](const auto& k) { return k.x[0]; });
    if (has_end_constraint) {
      phase.end_constraint("home", 0.0, [](const auto& k) { return 3.0 * k.x[0] + square(k.x[0]); });
    }
    if (maximised) problem.maximise();
    return problem;
  }
};

/// Half the integral of u^2 - load * slope^2 of a column clamped at both ends, u its curvature.
inline Problem column(double load, double length) {
  Problem problem("column");
  auto phase = problem.phase<2, 1>("only");
  phase.time({.start = 0.0, .end = length});
  phase.state("deflection", {.start = 0.0, .end = 0.0});
  phase.state("slope", {.start = 0.0, .end = 0.0});
  phase.control("curvature", {});
  phase.dynamics([](const auto& k) { return rates(k.x[1], k.u[0]); });
  phase.running_cost([=](const auto& k) { return 0.5 * (square(k.u[0]) - load * square(k.x[1])); });
  return problem;
}

/// Half the integral from 1 to `end` of u^2 - (w^2 + 1/4) x^2 / t^2, from 0 to 0.
inline Problem euler_oscillator(double frequency, double end) {
  Problem problem("euler-oscillator");
  auto phase = problem.phase<1, 1>("only");
  phase.time({.start = 1.0, .end = end});
  phase.state("x", {.start = 0.0, .end = 0.0});
  phase.control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost(
      [=](const auto& k) { return 0.5 * (square(k.u[0]) - (frequency * frequency + 0.25) * square(k.x[0] / k.t)); });
  return problem;
}

}  // namespace tandem::test
