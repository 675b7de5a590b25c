#include <tandem/problems/soft_swing_up.hpp>

#include <tandem/problems/mechanisms.hpp>
#include <tandem/problems/pictures.hpp>

#include <numbers>

namespace tandem::problems {

SoftSwingUp::SoftSwingUp(Problem& problem)
    : mass_1(problem.number({"mass_1", 1.0, "kg", "of the upper rod", {}, 1e-6})),
      mass_2(problem.number({"mass_2", 1.0, "kg", "of the lower rod", {}, 1e-6})),
      length_1(problem.number({"length_1", 1.0, "m", "of the upper rod", {}, 1e-6})),
      length_2(problem.number({"length_2", 1.0, "m", "of the lower rod", {}, 1e-6})),
      gravity(problem.number({"gravity", 9.81, "m/s^2", "gravity, downwards"})),
      start(problem.number({"start", 0.5 * std::numbers::pi - 1.0, "rad", "the shoulder's angle at the start"})),
      duration(problem.number({"duration", 2.5, "s", "time of the swing-up"})),
      angle_weight(problem.number({"angle_weight", 300.0, "", "of the shoulder's angle at the end", {}, 0.0})),
      rate_weight(problem.number({"rate_weight", 300.0, "", "of its rate at the end", {}, 0.0})) {}

MultibodyDynamics SoftSwingUp::acrobot() const { return two_rods({mass_1, mass_2}, {length_1, length_2}, gravity); }

PhaseBuilder<kRunTime, kRunTime> SoftSwingUp::phase(Problem& problem, const MultibodyDynamics& acrobot) const {
  auto phase = problem.phase("swing-up", acrobot);
  phase.time({.start = 0.0, .end = duration});
  phase.start_at({{"shoulder", start}});
  phase.state("elbow").end = 0.0;
  phase.state("elbow-rate").end = 0.0;
  phase.end_cost([numbers = *this](const auto& k) {
    return k[numbers.angle_weight] * square(k.x[0] - std::numbers::pi) + k[numbers.rate_weight] * square(k.x[2]);
  });
  phase.drawing([numbers = *this](const auto& k) {
    return picture_of(TwoLinkPose{k.x[0], k.x[0] + k.x[1], k[numbers.length_1], k[numbers.length_2]});
  });
  return phase;
}

}  // namespace tandem::problems
