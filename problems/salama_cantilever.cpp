#include <tandem/dynamics/structures/damping.hpp>
#include <tandem/dynamics/structures/structure.hpp>
#include <tandem/ocp/lq/regulator_cost.hpp>
#include <tandem/problems/codesigns.hpp>

#include <numbers>
#include <vector>

namespace tandem::problems {

/// minimise  (1 - lambda) J_s + lambda J_c  over the areas a_1..3 >= 1e-7 of a clamped beam of three elements,
///
/// J_s = sum of rho l a_i (its mass) and J_c = integral of 100 (r'K r + r'^T M r') + R u^2 after a unit impulse at the
/// node next to the wall, where u = -K x is the best transverse force at the tip:
///
///     M r'' + D r' + K r = e_tip u,   0 = A'P + P A - P B R^-1 B'P + Q,   J_c = v'P v,   v = [0; M^-1 e_1].
///
/// Sections are round tubes of inner radius r_0: I(a) = a r_0^2 / 2 + a^2 / (4 pi). Consistent mass, modal damping.
/// Salama, Milman, Bruno, Scheid, Gibson, Combined control-structure optimization (NASA CP-3031, 1989), example 1. The
/// section's law is not in the paper, and the text's impulses (one at each node) are not those of its table: both are
/// what its twenty rows say. For small areas I is linear in a, so the front bends where a = 2 pi r_0^2.
Codesign salama_cantilever() {
  Codesign problem("salama-cantilever");
  problem.description() = {
      .title = "Share mass among the elements of a clamped beam and its regulator",
      .source = "Salama et al., Combined control-structure optimization, NASA CP-3031 (1989), example 1",
      .teaches = "a front of Pareto optima over nine decades of the weight, from the lightest design on",
      .reference = ReferenceValue{32.6437, 1e-3, "lambda = 0.5; 0.1 % below the paper's table 1 (32.68)"}};
  problem.weights() = {0.0, 1e-6, 1e-5, 1e-4, 0.005, 0.01, 0.02, 0.04, 0.1,  0.2,
                       0.3, 0.4,  0.5,  0.6,  0.7,   0.8,  0.9,  0.94, 0.98, 0.99};

  for (const char* name : {"area_1", "area_2", "area_3"}) {
    problem.design(
        {.name = name, .value = 5e-4, .unit = "m2", .meaning = "section's area, from the wall on", .lower = 1e-7});
  }
  const Number modulus = problem.number({"modulus", 9.56e10, "N/m2", "Young's modulus E"});
  const Number density = problem.number({"density", 1660.0, "kg/m3", "rho"});
  const Number inner_radius = problem.number({"inner_radius", 0.005, "m", "of the tubes", Role::constant, 0.0});
  const Number damping_ratio = problem.number({"damping_ratio", 0.005, "", "of every mode", Role::constant, 0.0, 1.0});
  const Number energy_weight =
      problem.number({"energy_weight", 100.0, "", "of the energy in J_c", Role::constant, 0.0});
  const Number effort_weight = problem.number({"effort_weight", 1e-4, "", "R", Role::constant, 1e-12});

  static constexpr double kElement = 15.0;  // m
  problem.structure_cost([=](const DesignValues& k) {
    NumberJet mass = NumberJet::constant(0.0, 3);
    for (const NumberJet& area : k.sizes()) mass = mass + k[density] * kElement * area;
    return mass;
  });
  problem.control_cost([=](const DesignValues& k) {
    const double r0 = k[inner_radius];
    const structures::Structure beam = structures::uniform_beam(3, kElement, true);
    std::vector<NumberJet> line_mass, bending;
    for (const NumberJet& area : k.sizes()) {
      line_mass.push_back(k[density] * area);
      bending.push_back(k[modulus] * (0.5 * r0 * r0 * area + area * area / (4.0 * std::numbers::pi)));
    }
    const MatrixJet mass = beam.mass.at(line_mass), stiffness = beam.stiffness.at(bending);
    const MatrixJet damping = structures::modal_damping(mass, stiffness, k[damping_ratio]);
    Eigen::MatrixXd forces(6, 2);  // the control's and the impulse's
    forces << Eigen::VectorXd::Unit(6, 4), Eigen::VectorXd::Unit(6, 0);
    const auto [a, inputs] = structures::first_order(mass, damping, stiffness, forces);
    const MatrixJet b = block(inputs, 0, 0, 12, 1), v = block(inputs, 0, 1, 12, 1);
    const MatrixJet energy = k[energy_weight] * (embedded(stiffness, 12, 12, 0, 0) + embedded(mass, 12, 12, 6, 6));
    const MatrixJet effort(Eigen::MatrixXd::Constant(1, 1, k[effort_weight]), 3);
    return lq::regulator_cost({a, b, energy, effort, v * transpose(v)}).cost;
  });
  return problem;
}

}  // namespace tandem::problems
