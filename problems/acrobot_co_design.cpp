#include <tandem/problems/acrobot.hpp>
#include <tandem/problems/all.hpp>
#include <tandem/problems/pictures.hpp>

namespace tandem::problems {

/// The acrobot's swing-up with its links chosen too: how long each is, and which share of the mass is where, at a total
/// length and mass that are given.
///
///   minimise  integral of u^2 over the motion, l1 and m1,  l1 + l2 = L,  m1 + m2 = M,  else as acrobot-swing-up.
///
/// Equal links and masses are that problem: 34.9188. Angles may go twice as far as there: within one turn the elbow of
/// the best design touches its bound.
Problem acrobot_co_design() {
  Problem problem("acrobot-co-design");
  problem.description() = {.title = "Choose the links of an acrobot together with its swing-up",
                           .source = "acrobot-swing-up with design numbers",
                           .teaches = "a motion and a mechanism designed together beat a motion for equal links",
                           .reference = ReferenceValue{11.5354038, 1e-6, "300 and 600 intervals"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 300};

  const Number length = problem.number({"length", 1.0, "m", "of both links", {}, 1e-6});
  const Number mass = problem.number({"mass", 2.0, "kg", "of both masses", {}, 1e-6});
  const Number length_1 = problem.number({"length_1", 0.5, "m", "of the upper link", Role::design, 0.2, 0.8});
  const Number mass_1 = problem.number({"mass_1", 1.0, "kg", "at the elbow", Role::design, 0.4, 1.6});
  const Number gravity = problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards"});
  const Number max_torque = problem.number({"max_torque", 20.0, "N m", "bound of the torque", {}, 0.0});
  const Number duration = problem.number({"duration", 2.0, "s", "time of the swing-up"});

  auto phase = problem.phase<4, 1>("swing-up");
  phase.time({.start = 0.0, .end = duration});
  state_acrobot_swing_up(phase, 2.0);
  phase.control("torque", {.unit = "N m", .bounds = {-max_torque, max_torque}});
  phase.dynamics([=](const auto& k) {
    return acrobot_rates(k.x, k.u[0], k[mass_1], k[mass] - k[mass_1], k[length_1], k[length] - k[length_1], k[gravity]);
  });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });

  phase.drawing([=](const auto& k) {
    return picture_of(TwoLinkPose{k.x[0], k.x[1], k[length_1], k[length] - k[length_1]});
  });
  return problem;
}

}  // namespace tandem::problems
