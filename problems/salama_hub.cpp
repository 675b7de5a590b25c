#include <tandem/dynamics/structures/damping.hpp>
#include <tandem/dynamics/structures/structure.hpp>
#include <tandem/ocp/lq/regulator_cost.hpp>
#include <tandem/problems/codesigns.hpp>

#include <array>
#include <vector>

namespace tandem::problems {

/// minimise  (1 - lambda) J_s + lambda J_c  over the depths d_1..4 >= 1 mm of a beam on a turning hub,
///
/// J_s its mass and J_c = integral of y^2 + R u^2, y = 55 theta + w_3 the tip's whole displacement, u the hub's torque,
/// after a unit impulse on the tip's relative coordinate. The depth is linear within each of three elements,
///
///     A(s) = b d(s),  I(s) = b d(s)^3 / 12,   M = T' M_beam T + I_hub,   K without the angle,
///
/// both integrated exactly; modal damping of the flexible modes, none of the rigid one.
/// Salama, Milman, Bruno, Scheid, Gibson, Combined control-structure optimization (NASA CP-3031, 1989), example 2. The
/// hub's radius, 10 m, is not in the paper; and a force on the real tip would also turn the hub by 55 m of lever, which
/// the published numbers leave out. Both are what its eighteen rows say: J to its last printed digit, J_c too but for
/// 0.92 (0.4046, printed 0.41).
Codesign salama_hub() {
  Codesign problem("salama-hub");
  problem.description() = {
      .title = "Taper a beam on a turning hub, between lightness and a quiet regulator",
      .source = "Salama et al., Combined control-structure optimization, NASA CP-3031 (1989), example 2",
      .teaches = "a taper that turns over along the front: from a thick root to a heavy tip",
      .reference = ReferenceValue{4.79405, 5e-5, "lambda = 0.5; the paper's table 2 (4.79)"}};
  problem.weights() = {0.0, 1e-4, 0.001, 0.01, 0.1,  0.2,  0.3,  0.4,  0.5,
                       0.6, 0.7,  0.8,   0.9,  0.92, 0.94, 0.96, 0.98, 0.99};

  for (const char* name : {"depth_1", "depth_2", "depth_3", "depth_4"}) {
    problem.design(
        {.name = name, .value = 0.1, .unit = "m", .meaning = "beam's depth, from the hub on", .lower = 1e-3});
  }
  const Number modulus = problem.number({"modulus", 9.56e10, "N/m2", "Young's modulus E"});
  const Number density = problem.number({"density", 1660.0, "kg/m3", "rho"});
  const Number width = problem.number({"width", 1e-3, "m", "of the beam, b", Role::constant, 1e-9});
  const Number hub_inertia =
      problem.number({"hub_inertia", 50.0, "kg m2", "about the axis that it turns on", Role::constant, 0.0});
  const Number hub_radius = problem.number({"hub_radius", 10.0, "m", "where the beam begins", Role::constant, 0.0});
  const Number damping_ratio =
      problem.number({"damping_ratio", 0.005, "", "of the flexible modes", Role::constant, 0.0, 1.0});
  const Number effort_weight = problem.number({"effort_weight", 1e-4, "", "R", Role::constant, 1e-12});

  static constexpr double kElement = 15.0;  // m
  static constexpr int kPoints = structures::kTaperPoints;
  problem.structure_cost([=](const DesignValues& k) {
    const auto d = k.sizes();
    return k[density] * k[width] * kElement * (0.5 * d[0] + d[1] + d[2] + 0.5 * d[3]);
  });
  problem.control_cost([=](const DesignValues& k) {
    const auto d = k.sizes();
    std::vector<NumberJet> line_mass, bending;
    for (int i = 0; i < 3 * kPoints; ++i) {
      const double s = structures::gauss_points(kPoints)[i % kPoints].at;
      const NumberJet depth = (1.0 - s) * d[i / kPoints] + s * d[i / kPoints + 1];
      line_mass.push_back(k[density] * k[width] * depth);
      bending.push_back(k[modulus] * k[width] / 12.0 * (depth * depth * depth));
    }
    Eigen::VectorXd rigid(8);  // of the beam's freedoms (w, slope), by the hub's angle
    for (int node = 0; node < 4; ++node) rigid.segment(2 * node, 2) << k[hub_radius] + kElement * node, 1.0;
    const double tip = k[hub_radius] + 3.0 * kElement;
    const structures::Structure hub = structures::on_hub(structures::tapered_beam(3, kElement, false), rigid,
                                                         std::array{2, 3, 4, 5, 6, 7}, k[hub_inertia]);
    const MatrixJet mass = hub.mass.at(line_mass), stiffness = hub.stiffness.at(bending);
    const MatrixJet damping = structures::modal_damping(mass, stiffness, k[damping_ratio]);
    // In coordinates (y, displacements relative to the hub). Effort is cheap: y is held to almost nothing while hub and
    // beam swing widely against each other, and by way of the angle y would be a small difference of large numbers.
    Eigen::MatrixXd old = Eigen::MatrixXd::Identity(7, 7);
    old(0, 0) = 1.0 / tip, old(0, 5) = -1.0 / tip;
    const auto in_new = [&](const MatrixJet& matrix) { return product(old.transpose(), matrix, old); };
    Eigen::MatrixXd forces(7, 2);  // the torque, and the impulse on the tip
    forces << old.row(0).transpose(), old.row(5).transpose();
    const auto [a, inputs] = structures::first_order(in_new(mass), in_new(damping), in_new(stiffness), forces);
    const MatrixJet b = block(inputs, 0, 0, 14, 1), v = block(inputs, 0, 1, 14, 1);
    const Eigen::VectorXd output = Eigen::VectorXd::Unit(14, 0);
    const MatrixJet watched(output * output.transpose(), 4),
        effort(Eigen::MatrixXd::Constant(1, 1, k[effort_weight]), 4);
    return lq::regulator_cost({a, b, watched, effort, v * transpose(v)}).cost;
  });
  return problem;
}

}  // namespace tandem::problems
