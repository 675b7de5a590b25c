#include <tandem/problems/all.hpp>
#include <tandem/problems/spacecraft_pictures.hpp>

#include <numbers>

namespace tandem::problems {

/// minimise  T,  theta'' = u,  q_i'' + w_i^2 q_i = b_i u,  |u| <= 1,  theta from 0 to A, all else from rest to rest.
///
/// The hub of flexible_hub.cpp with two modes. The torque is odd about the middle of the slew and has two switches more
/// on each side of it for the two modes, at T/2 -+ s_1 and T/2 -+ s_2 (s_1 < s_2):
///
///   T^2/4 - 2 s_2^2 + 2 s_1^2 = A,   1 - 2 cos(w_i s_1) + 2 cos(w_i s_2) - cos(w_i T/2) = 0  for each mode
///
/// The gains b_i do not matter. Singh, Kabamba and McClamroch, Journal of Guidance, Control, and Dynamics 12 (1989).
Problem flexible_hub_modes() {
  Problem problem("flexible-hub-modes");
  problem.description() = {.title = "Turn a hub with two flexible modes to rest in the shortest time",
                           .source = "Singh, Kabamba and McClamroch, J. Guidance, Control, and Dynamics 12 (1989)",
                           .teaches = "each mode adds a cosine equation and two switches",
                           .reference = ReferenceValue{4.7992082516, 1e-5, "switch equations"}};
  problem.mesh() = {.transcription = "radau", .intervals = 240, .degree = 3};

  const Number frequency_1 = problem.number({"frequency_1", 1.0, "rad/s", "of the first mode", {}, 0.0});
  const Number frequency_2 = problem.number({"frequency_2", 2.5, "rad/s", "of the second mode", {}, 0.0});
  const Number angle = problem.number({"angle", 1.0, "rad", "of the slew"});
  const Number gain_1 = problem.number({"gain_1", 1.0, "", "how strongly the torque drives the first mode"});
  const Number gain_2 = problem.number({"gain_2", 1.0, "", "how strongly the torque drives the second mode"});
  const Number max_torque = problem.number({"max_torque", 1.0, "N m", "bound of the torque", {}, 0.0});

  auto phase = problem.phase<6, 1>("slew");
  phase.time({.start = 0.0, .end = {0.1, 100.0}, .guess = 5.0});
  phase.state("angle", {.unit = "rad", .start = 0.0, .end = angle});
  phase.state("mode_1", {.start = 0.0, .end = 0.0});
  phase.state("mode_2", {.start = 0.0, .end = 0.0});
  phase.state("rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.state("mode_rate_1", {.unit = "1/s", .start = 0.0, .end = 0.0});
  phase.state("mode_rate_2", {.unit = "1/s", .start = 0.0, .end = 0.0});
  phase.control("torque", {.unit = "N m", .bounds = {-max_torque, max_torque}});
  phase.dynamics([=](const auto& k) {
    const auto& [theta, q1, q2, rate, v1, v2] = k.x;
    const auto& [u] = k.u;
    return rates(rate, v1, v2, u, k[gain_1] * u - square(k[frequency_1]) * q1,
                 k[gain_2] * u - square(k[frequency_2]) * q2);
  });
  phase.end_cost([](const auto& k) { return k.t; });

  phase.drawing([=](const auto& k) {
    const auto boom = bent_boom(0.3, 2.2, [&](double s) {
      return -0.35 * k.x[1] * cantilever_mode(1, s) - 0.35 * k.x[2] * cantilever_mode(2, s);
    });
    return picture_of(BoomedHubPose{k.x[0], k[angle], 0.3, {boom, turned(boom, std::numbers::pi)}});
  });
  return problem;
}

}  // namespace tandem::problems
