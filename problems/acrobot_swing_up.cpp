#include <tandem/problems/all.hpp>
#include <tandem/problems/pictures.hpp>

#include <numbers>

namespace tandem::problems {

/// Two links hang from a pivot; a torque at the elbow alone swings both up in a given time with least effort.
///
///   minimise  integral of u^2,  angles q1, q2 absolute, point masses at the links' ends,
///   (m1 + m2) l1^2 a1 + m2 l1 l2 cos(q1 - q2) a2 = -m2 l1 l2 sin(q1 - q2) w2^2 - (m1 + m2) g l1 sin q1 - u
///   m2 l1 l2 cos(q1 - q2) a1 + m2 l2^2 a2        =  m2 l1 l2 sin(q1 - q2) w1^2 - m2 g l2 sin q2 + u
///
/// It has many local minima; the guess swings to one side first, as in OptimTraj's demo (M. Kelly).
Problem acrobot_swing_up() {
  Problem problem("acrobot-swing-up");
  problem.description() = {.title = "Swing up two links with a torque at the elbow",
                           .source = "OptimTraj, demo acrobot (Kelly)",
                           .teaches = "an underactuated swing-up with many local minima",
                           .reference = ReferenceValue{34.9187766, 1e-5, "two transcriptions, 300 intervals"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 300};
  constexpr double kHalf = 0.5 * std::numbers::pi, kUp = std::numbers::pi;

  const Number mass_1 = problem.number({"mass_1", 1.0, "kg", "at the elbow", {}, 1e-6});
  const Number mass_2 = problem.number({"mass_2", 1.0, "kg", "at the tip", {}, 1e-6});
  const Number length_1 = problem.number({"length_1", 0.5, "m", "of the upper link", {}, 1e-6});
  const Number length_2 = problem.number({"length_2", 0.5, "m", "of the lower link", {}, 1e-6});
  const Number gravity = problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards"});
  const Number max_torque = problem.number({"max_torque", 20.0, "N m", "bound of the torque", {}, 0.0});
  const Number duration = problem.number({"duration", 2.0, "s", "time of the swing-up"});

  auto phase = problem.phase<4, 1>("swing-up");
  phase.time({.start = 0.0, .end = duration});
  const Range turn(-4.0 * kHalf, 4.0 * kHalf);
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
  phase.control("torque", {.unit = "N m", .bounds = {-max_torque, max_torque}});

  phase.dynamics([=](const auto& k) {
    const auto& [q1, q2, w1, w2] = k.x;
    const auto &m1 = k[mass_1], &m2 = k[mass_2], &l1 = k[length_1], &l2 = k[length_2], &g = k[gravity];
    const auto s = sin(q1 - q2), c = cos(q1 - q2);
    const auto a = (m1 + m2) * l1 * l1, b = m2 * l1 * l2 * c, d = m2 * l2 * l2;
    const auto e = -m2 * l1 * l2 * s * w2 * w2 - (m1 + m2) * g * l1 * sin(q1) - k.u[0];
    const auto f = m2 * l1 * l2 * s * w1 * w1 - m2 * g * l2 * sin(q2) + k.u[0];
    const auto determinant = a * d - b * b;
    return rates(w1, w2, (d * e - b * f) / determinant, (a * f - b * e) / determinant);
  });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });

  phase.drawing([=](const auto& k) { return picture_of(TwoLinkPose{k.x[0], k.x[1], k[length_1], k[length_2]}); });
  return problem;
}

}  // namespace tandem::problems
