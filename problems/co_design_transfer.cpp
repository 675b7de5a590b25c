#include <tandem/problems/all.hpp>

namespace tandem::problems {

/// minimise  integral over [0, 1] of u^2,  x'' = -k x + u,  from (1, 2) to rest at the origin,  k >= 0 chosen too.
///
/// For a fixed k this is a linear-quadratic transfer with a closed form, so that nested and simultaneous designs can be
/// compared: k = 0 costs 52. Herber and Allison, Journal of Mechanical Design 141 (2019).
Problem co_design_transfer() {
  Problem problem("co-design-transfer");
  problem.description() = {.title = "Choose a spring and a force that bring a mass to rest with least effort",
                           .source = "Herber and Allison, J. Mechanical Design 141 (2019)",
                           .teaches = "a design number in a smooth problem; a border column of the equations",
                           .reference = ReferenceValue{23.62281484, 1e-7, "five starts agree"}};
  problem.mesh() = {.transcription = "gauss", .intervals = 20, .degree = 4};

  const Number stiffness = problem.number({"stiffness", 1.0, "N/m", "of the spring", Role::design, 0.0, 1000.0});
  const Number start = problem.number({"start", 1.0, "m", "where the mass starts"});
  const Number velocity = problem.number({"velocity", 2.0, "m/s", "with which it starts"});

  auto phase = problem.phase<2, 1>("transfer");
  phase.time({.start = 0.0, .end = 1.0});
  phase.state("position", {.unit = "m", .start = start, .end = 0.0});
  phase.state("velocity", {.unit = "m/s", .start = velocity, .end = 0.0});
  phase.control("force", {.unit = "N"});
  phase.dynamics([=](const auto& k) { return rates(k.x[1], k.u[0] - k[stiffness] * k.x[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  return problem;
}

}  // namespace tandem::problems
