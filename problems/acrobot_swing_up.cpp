#include <tandem/problems/acrobot.hpp>
#include <tandem/problems/all.hpp>
#include <tandem/problems/pictures.hpp>

namespace tandem::problems {

/// Two links hang from a pivot; a torque at the elbow alone swings both up in a given time with least effort.
///
///   minimise  integral of u^2,  angles absolute, point masses at the links' ends (acrobot_rates).
///
/// It has many local minima; the guess swings to one side first, as in OptimTraj's demo (M. Kelly).
Problem acrobot_swing_up() {
  Problem problem("acrobot-swing-up");
  problem.description() = {.title = "Swing up two links with a torque at the elbow",
                           .source = "OptimTraj, demo acrobot (Kelly)",
                           .teaches = "an underactuated swing-up with many local minima",
                           .reference = ReferenceValue{34.9187766, 1e-5, "two transcriptions, 300 intervals"}};
  problem.mesh() = {.transcription = "hermite-simpson", .intervals = 300};

  const Number mass_1 = problem.number({"mass_1", 1.0, "kg", "at the elbow", {}, 1e-6});
  const Number mass_2 = problem.number({"mass_2", 1.0, "kg", "at the tip", {}, 1e-6});
  const Number length_1 = problem.number({"length_1", 0.5, "m", "of the upper link", {}, 1e-6});
  const Number length_2 = problem.number({"length_2", 0.5, "m", "of the lower link", {}, 1e-6});
  const Number gravity = problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards"});
  const Number max_torque = problem.number({"max_torque", 20.0, "N m", "bound of the torque", {}, 0.0});
  const Number duration = problem.number({"duration", 2.0, "s", "time of the swing-up"});

  auto phase = problem.phase<4, 1>("swing-up");
  phase.time({.start = 0.0, .end = duration});
  state_acrobot_swing_up(phase, 1.0);
  phase.control("torque", {.unit = "N m", .bounds = {-max_torque, max_torque}});

  phase.dynamics([=](const auto& k) {
    return acrobot_rates(k.x, k.u[0], k[mass_1], k[mass_2], k[length_1], k[length_2], k[gravity]);
  });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });

  phase.drawing([=](const auto& k) { return picture_of(TwoLinkPose{k.x[0], k.x[1], k[length_1], k[length_2]}); });
  return problem;
}

}  // namespace tandem::problems
