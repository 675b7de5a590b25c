#include <tandem/problems/all.hpp>
#include <tandem/problems/pictures.hpp>

#include <numbers>

namespace tandem::problems {

/// A pendulum hangs from a motor that is too weak to hold it level; it swings up in a given time with least effort.
///
///   minimise  integral of u^2,   m l^2 q'' = u - c q' - m g l sin q,   |u| <= u_max < m g l
///
/// The motor pumps energy in over several swings. How many depends on u_max / (m g l): K. J. Astrom and K. Furuta,
/// "Swinging up a pendulum by energy control", Automatica 36 (2000).
Problem pendulum_swing_up() {
  Problem problem("pendulum-swing-up");
  problem.description() = {
      .title = "Swing up a pendulum with a motor too weak to lift it",
      .source = "Astrom and Furuta, Automatica 36 (2000); with damping and least effort",
      .teaches = "why one swings back first: energy comes in over several swings",
      .reference = ReferenceValue{2.8604335, 2e-6, "Hermite-Simpson and Gauss, up to 1000 intervals"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 200};
  constexpr double kUp = std::numbers::pi;

  const Number mass = problem.number({"mass", 1.0, "kg", "point mass at the end", {}, 1e-6});
  const Number length = problem.number({"length", 0.5, "m", "of the massless rod", {}, 1e-6});
  const Number gravity = problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards"});
  const Number damping = problem.number({"damping", 0.01, "N m s", "torque per rate, against it", {}, 0.0});
  const Number max_torque = problem.number({"max_torque", 1.25, "N m", "bound of the torque", {}, 0.0});
  const Number duration = problem.number({"duration", 4.5, "s", "time of the swing-up"});

  auto phase = problem.phase<2, 1>("swing-up");
  phase.time({.start = 0.0, .end = duration});
  phase.state("angle", {.unit = "rad",
                        .start = 0.0,
                        .end = kUp,
                        .guess = {{0.0, kUp, {{0.15, 0.4}, {0.3, -0.8}, {0.45, 1.2}, {0.65, -1.8}}}}});
  phase.state("rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.control("torque", {.unit = "N m", .bounds = {-max_torque, max_torque}});

  phase.dynamics([=](const auto& k) {
    const auto& [q, w] = k.x;
    const auto moment = k[mass] * k[length];
    return rates(w, (k.u[0] - k[damping] * w - moment * k[gravity] * sin(q)) / (moment * k[length]));
  });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });

  phase.drawing([=](const auto& k) { return picture_of(PendulumPose{k.x[0], k[length]}); });
  return problem;
}

}  // namespace tandem::problems
