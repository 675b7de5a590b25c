#include <tandem/problems/all.hpp>

namespace tandem::problems {

/// maximise  theta(T),  J theta'' = -k theta + u,  |u| <= u_max,  theta(0) = theta'(0) = theta'(T) = 0,  k >= 0 chosen
/// too.
///
/// A strain-actuated solar array: the spring that helps most is chosen together with the control, which switches once.
/// theta* = 0.3007828461568226 u_max T^2/J, k* = 3.41729159389659 J/T^2. Herber and Allison, ASME IDETC 2017.
Problem solar_array() {
  Problem problem("solar-array");
  problem.description() = {.title = "Choose a spring and a torque that turn a solar array farthest",
                           .source = "Herber and Allison, ASME IDETC (2017)",
                           .teaches = "a design number that is chosen together with the control",
                           .reference = ReferenceValue{1.2031313846, 1e-5, "exact, DTQP"}};
  problem.mesh() = {.transcription = "radau", .intervals = 160, .degree = 3};
  problem.maximise();

  const Number stiffness = problem.number({"stiffness", 1.0, "N m/rad", "of the spring", Role::design, 0.0, 100.0});
  const Number inertia = problem.number({"inertia", 1.0, "kg m^2", "of the array", {}, 1e-6});
  const Number max_torque = problem.number({"max_torque", 1.0, "N m", "bound of the torque", {}, 0.0});
  const Number duration = problem.number({"duration", 2.0, "s", "time to turn"});

  auto phase = problem.phase<2, 1>("turn");
  phase.time({.start = 0.0, .end = duration});
  phase.state("angle", {.unit = "rad", .start = 0.0});
  phase.state("rate", {.unit = "rad/s", .start = 0.0, .end = 0.0});
  phase.control("torque", {.unit = "N m", .bounds = {-max_torque, max_torque}});
  phase.dynamics([=](const auto& k) { return rates(k.x[1], (k.u[0] - k[stiffness] * k.x[0]) / k[inertia]); });
  phase.end_cost([](const auto& k) { return k.x[0]; });
  return problem;
}

}  // namespace tandem::problems
