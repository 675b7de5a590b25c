#pragma once

#include <tandem/ocp/statement/problem.hpp>

#include <numbers>

namespace tandem::problems {

/// Accelerations of two links with point masses m1, m2 at their ends, absolute angles q1, q2 from hanging, a torque u
/// between them:
///
///   (m1 + m2) l1^2 a1 + m2 l1 l2 cos(q1 - q2) a2 = -m2 l1 l2 sin(q1 - q2) w2^2 - (m1 + m2) g l1 sin q1 - u
///   m2 l1 l2 cos(q1 - q2) a1 + m2 l2^2 a2        =  m2 l1 l2 sin(q1 - q2) w1^2 - m2 g l2 sin q2 + u
template <class States, class S, class M1, class M2, class L1, class L2, class G>
auto acrobot_rates(const States& x, const S& u, const M1& m1, const M2& m2, const L1& l1, const L2& l2, const G& g) {
  const auto& [q1, q2, w1, w2] = x;
  const auto s = sin(q1 - q2), c = cos(q1 - q2);
  const auto a = (m1 + m2) * l1 * l1, b = m2 * l1 * l2 * c, d = m2 * l2 * l2;
  const auto e = -m2 * l1 * l2 * s * w2 * w2 - (m1 + m2) * g * l1 * sin(q1) - u;
  const auto f = m2 * l1 * l2 * s * w1 * w1 - m2 * g * l2 * sin(q2) + u;
  const auto determinant = a * d - b * b;
  return rates(w1, w2, (d * e - b * f) / determinant, (a * f - b * e) / determinant);
}

/// States of its swing-up within so many turns either way, and a guess that swings to one side first, as in OptimTraj's
/// demo (M. Kelly).
inline void state_acrobot_swing_up(PhaseBuilder<4, 1>& phase, double turns) {
  constexpr double kHalf = 0.5 * std::numbers::pi, kUp = std::numbers::pi;
  const Range turn(-2.0 * kUp * turns, 2.0 * kUp * turns);
  phase.state("shoulder", {.unit = "rad",
                           .bounds = turn,
                           .start = 0.0,
                           .end = kUp,
                           .guess = {{0.0, kUp, {{0.25, -kHalf}, {0.75, kHalf}}}}});
  phase.state(
      "elbow",
      {.unit = "rad", .bounds = turn, .start = 0.0, .end = kUp, .guess = {{0.0, kUp, {{0.25, 0.0}, {0.75, kUp}}}}});
  phase.state("shoulder_rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.state("elbow_rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
}

}  // namespace tandem::problems
