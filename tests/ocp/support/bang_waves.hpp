#pragma once

#include <tandem/ocp/statement/problem.hpp>

#include <ocp/support/lone_flow.hpp>

#include <cmath>
#include <numbers>

namespace tandem::test {

/// minimise the integral of - falling x^2 / 2 - swing sin(2 pi t) x over one second,  x' = u, |u| <= 1, from 0 to 0: up
/// for a quarter, down for a half, up for a quarter, with lambda' = falling x + swing sin(2 pi t).
///
/// Its two switches can only move together, by d: D = 2 (falling / 4 + swing) at each, x varies by 2 d between them,
/// and the second variation is (2 D - 2 falling) d^2.
struct BangWave {
  double falling = 1.0, swing = 0.0;
  bool maximised = false;  ///< minus the integral

  double ratio() const { return (4.0 * swing - falling) / (4.0 * swing + falling); }
  /// Of the objective as minimised, where both switches move by d.
  double change(double d) const { return (2.0 * swing - 0.5 * falling) * d * d; }

  Problem problem() const {
    Problem problem("bang-wave");
    auto phase = problem.phase<1, 1>("only");
    phase.time({.start = 0.0, .end = 1.0});
    phase.state("x", {.start = 0.0, .end = 0.0});
    phase.control("u", {.bounds = {-1.0, 1.0}});
    phase.dynamics([](const auto& k) { return rates(k.u[0]); });
    const BangWave w = *this;
    phase.running_cost([=](const auto& k) {
      using std::sin;
      const auto cost = -0.5 * w.falling * square(k.x[0]) - w.swing * sin(2.0 * std::numbers::pi * k.t) * k.x[0];
      return (w.maximised ? -1.0 : 1.0) * cost;
    });
    if (maximised) problem.maximise();
    return problem;
  }

  /// On a multiple of four intervals.
  Solution answer(int intervals) const {
    const auto x = [](double t) { return t <= 0.25 ? t : t <= 0.75 ? 0.5 - t : t - 1.0; };
    const auto area = [=](double t) {  // the integral of x from a quarter on
      const double s = t <= 0.25 ? t : t <= 0.75 ? t - 0.5 : t - 1.0;
      return t <= 0.25 || t > 0.75 ? 0.5 * s * s - 0.03125 : 0.03125 - 0.5 * s * s;
    };
    const auto lambda = [=, *this](double t) {
      return falling * area(t) - swing * std::cos(2.0 * std::numbers::pi * t) / (2.0 * std::numbers::pi);
    };
    const auto up = [](double t) { return t < 0.25 || t > 0.75 ? 1.0 : -1.0; };
    const auto vector = [](auto scalar) { return [=](double t) { return Eigen::VectorXd::Constant(1, scalar(t)); }; };
    return answer_of(problem(), "trapezoid", intervals, Motion{vector(x), vector(up), vector(lambda), 0.0, 1.0});
  }
};

}  // namespace tandem::test
