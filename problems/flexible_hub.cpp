#include <tandem/problems/all.hpp>
#include <tandem/problems/spacecraft_pictures.hpp>

#include <numbers>

namespace tandem::problems {

/// minimise  T,  theta'' = u,  q'' + w^2 q = b u,  |u| <= 1,  theta from 0 to A, all else from rest to rest.
///
/// A rigid hub with one undamped mode. Switches at T/2 - s, T/2, T/2 + s with T^2/4 - 2 s^2 = A and
/// 1 - 2 cos(w s) + cos(w T/2) = 0; the gain b does not matter. Singh, Kabamba and McClamroch, Journal of Guidance,
/// Control, and Dynamics 12 (1989).
Problem flexible_hub() {
  Problem problem("flexible-hub");
  problem.description() = {.title = "Turn a hub with a flexible mode to rest in the shortest time",
                           .source = "Singh, Kabamba and McClamroch, J. Guidance, Control, and Dynamics 12 (1989)",
                           .teaches = "how flexibility adds switches to a slew",
                           .reference = ReferenceValue{4.281912159509, 1e-5, "switch equations"}};
  problem.mesh() = {.transcription = "radau", .intervals = 160, .degree = 3};

  const Number frequency = problem.number({"frequency", 1.0, "rad/s", "of the mode", {}, 0.0});
  const Number angle = problem.number({"angle", 1.0, "rad", "of the slew"});
  const Number gain = problem.number({"gain", 1.0, "", "how strongly the torque drives the mode"});
  const Number max_torque = problem.number({"max_torque", 1.0, "N m", "bound of the torque", {}, 0.0});

  auto phase = problem.phase<4, 1>("slew");
  phase.time({.start = 0.0, .end = {0.1, 100.0}, .guess = 4.0});
  phase.state("angle", {.unit = "rad", .start = 0.0, .end = angle});
  phase.state("mode", {.start = 0.0, .end = 0.0});
  phase.state("rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.state("mode_rate", {.unit = "1/s", .start = 0.0, .end = 0.0});
  phase.control("torque", {.unit = "N m", .bounds = {-max_torque, max_torque}});
  phase.dynamics(
      [=](const auto& k) { return rates(k.x[2], k.x[3], k.u[0], k[gain] * k.u[0] - square(k[frequency]) * k.x[1]); });
  phase.end_cost([](const auto& k) { return k.t; });

  phase.drawing([=](const auto& k) {
    const auto boom = bent_boom(0.3, 2.2, [&](double s) { return -0.35 * k.x[1] * cantilever_mode(1, s); });
    return picture_of(BoomedHubPose{k.x[0], k[angle], 0.3, {boom, turned(boom, std::numbers::pi)}});
  });
  return problem;
}

}  // namespace tandem::problems
