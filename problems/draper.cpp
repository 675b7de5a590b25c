#include <tandem/dynamics/structures/damping.hpp>
#include <tandem/dynamics/structures/structure.hpp>
#include <tandem/ocp/lq/regulator_cost.hpp>
#include <tandem/problems/codesigns.hpp>

#include <fmt/core.h>

#include <cmath>
#include <vector>

namespace tandem::problems {

using structures::Truss;

namespace {

/// The tetrahedron on three bipods of Draper's laboratory (CSDL model no. 1), its edges 120 inches. Bars 7 to 12 are
/// the legs.
Truss tetrahedron() {
  const double r = std::sqrt(3.0);
  Truss truss;
  truss.nodes.resize(3, 10);
  truss.nodes << 0.0, -5.0, 5.0, 0.0, -6.0, -4.0, 4.0, 6.0, 2.0, -2.0,                                //
      0.0, -5.0 / r, -5.0 / r, 10.0 / r, -2.0 / r, -8.0 / r, -8.0 / r, -2.0 / r, 10.0 / r, 10.0 / r,  //
      2.0 + 10.0 * std::sqrt(2.0 / 3.0), 2.0, 2.0, 2.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0;
  truss.nodes *= 12.0;  // inches
  truss.bars = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {2, 3}, {1, 3}, {1, 4}, {1, 5}, {2, 6}, {2, 7}, {3, 8}, {3, 9}};
  truss.supports = {4, 5, 6, 7, 8, 9};
  return truss;
}

/// Unit forces along the six legs.
Eigen::MatrixXd legs() {
  Eigen::MatrixXd forces(12, 6);
  for (int leg = 0; leg < 6; ++leg) forces.col(leg) = structures::along_bar(tetrahedron(), 6 + leg);
  return forces;
}

/// The numbers that the plant depends on.
struct Numbers {
  Number modulus, weight_density, gravity, mass_damping, stiffness_damping, apex_sensors;
};

/// x' = A x + B u + G w: forces u along the legs, noise w at the apex along x and y.
struct TrussPlant {
  MatrixJet a, b, g;
};

TrussPlant plant_of(const DesignValues& k, const Numbers& is) {
  const double density = k[is.weight_density] / k[is.gravity];
  const Truss truss = tetrahedron();
  const structures::Structure structure = structures::structure_of(truss);
  std::vector<NumberJet> line_mass, pull;
  for (int bar = 0; bar < 12; ++bar) {
    line_mass.push_back(density * k.sizes()[bar]);
    pull.push_back(k[is.modulus] * k.sizes()[bar]);
  }
  const MatrixJet mass = structure.mass.at(line_mass), stiffness = structure.stiffness.at(pull);
  const MatrixJet damping = structures::rayleigh_damping(mass, stiffness, k[is.mass_damping], k[is.stiffness_damping]);
  Eigen::MatrixXd forces(12, 8);
  forces << legs(), Eigen::MatrixXd::Identity(12, 2);
  const auto [a, inputs] = structures::first_order(mass, damping, stiffness, forces);
  return {a, block(inputs, 0, 0, 24, 6), block(inputs, 0, 6, 24, 2)};
}

/// c(A, r): the best mean square of the apex, E[x^2 + y^2] + r E[u'u].
codesign::MeanSquares mean_squares(const DesignValues& k, const Numbers& is) {
  const auto [a, b, g] = plant_of(k, is);
  Eigen::MatrixXd watched = Eigen::MatrixXd::Zero(24, 24);
  watched.topLeftCorner(2, 2).setIdentity();
  const MatrixJet effort = k.price() * MatrixJet(Eigen::MatrixXd::Identity(6, 6), 13);
  return {lq::regulator_cost({a, b, MatrixJet(watched, 13), effort, g * transpose(g)}).cost, k.price().value};
}

/// Sensors: the rates of the legs' ends along them, and where asked for the apex, (x, y, z) and rates.
lq::FeedbackPlant feedback_plant(const DesignValues& k, const Numbers& is) {
  const auto [a, b, g] = plant_of(k, is);
  const int apex = k[is.apex_sensors] > 0.5 ? 6 : 0;
  Eigen::MatrixXd outputs = Eigen::MatrixXd::Zero(6 + apex, 24);
  outputs.topRightCorner(6, 12) = legs().transpose();
  for (int i = 0; i < apex; ++i) outputs(6 + i, i < 3 ? i : 12 + i - 3) = 1.0;
  return {a, b, g * transpose(g), outputs, Eigen::MatrixXd::Identity(2, 24)};
}

}  // namespace

/// minimise the weight  0.1 sum of A_i l_i  over twelve areas A_i >= 0.1 in2 of a truss and the gain K of u = -K x,
/// so that under white noise on its apex
///
///     effort    E[u'u] <= beta^2   of forces in its six legs,
///     response  E[x^2 + y^2] <= alpha^2   of its apex.
///
/// For each design the best gains are regulators with some price r of effort; c(A, r) = min E[x^2 + y^2] + r E[u'u]
/// says it all: the limits hold if and only if c(A, r) <= alpha^2 + r beta^2 for every r > 0.
/// McLaren and Slater, A disturbance based control/structure design algorithm (NASA CP-3031, 1989): DRAPER I, in pounds
/// and inches. "Modal" damping is D = 0.002 K (its tables 1-5: a ratio of 0.1 % of each frequency), "physical"
/// D = 0.1 M + 0.001 K (6-12). The optima lie 0.6 to 2.8 % below the paper's, whose runs stopped where iterates changed
/// little.
Codesign draper() {
  Codesign problem("draper");
  problem.description() = {
      .title = "The lightest truss whose regulator keeps its apex still with little effort",
      .source = "McLaren and Slater, A disturbance based control/structure design algorithm, NASA CP-3031 (1989)",
      .teaches = "mean-square limits on a controller that is the best for each design; many local minima",
      .reference = ReferenceValue{2806.5, 0.3, "from the paper's design of 2847.1 lb (table 5)"}};
  problem.weights() = {0.0, 0.1, 0.5, 0.9};

  // The paper's table 5, first column.
  const double start[12] = {125.893, 23.336, 45.632, 6.389, 10.973, 9.800, 17.627, 17.719, 0.100, 0.100, 18.206, 0.100};
  for (int bar = 0; bar < 12; ++bar) {
    problem.design({.name = fmt::format("area_{}", bar + 1),
                    .value = start[bar],
                    .unit = "in2",
                    .meaning = bar < 3   ? "of an edge to the apex"
                               : bar < 6 ? "of an edge of the base"
                                         : "of a leg",
                    .lower = 0.1});
  }
  const Number effort =
      problem.number({"effort", 50.0, "lb2", "beta^2: the most mean square of forces", Role::constant, 1e-9});
  const Number response =
      problem.number({"response", 1e-5, "in2", "alpha^2: the most mean square of the apex", Role::constant, 1e-30});
  Numbers is;
  is.modulus = problem.number({"modulus", 2e4, "psi", "Young's modulus E", Role::constant, 1e-9});
  is.weight_density = problem.number({"weight_density", 0.1, "lb/in3", "of the bars", Role::constant, 1e-9});
  is.gravity = problem.number({"gravity", 386.4, "in/s2", "by which weights are masses", Role::constant, 1e-9});
  is.mass_damping = problem.number(
      {"mass_damping", 0.0, "1/s", "a in D = a M + b K: 0.1 for the paper's tables 6-12", Role::constant, 0.0});
  is.stiffness_damping =
      problem.number({"stiffness_damping", 0.002, "s", "b: 0.001 for the paper's tables 6-12", Role::constant, 0.0});
  is.apex_sensors = problem.number(
      {"apex_sensors", 0.0, "", "of output feedback: 1 with the apex's place and rates", Role::constant, 0.0, 1.0});

  problem.structure_cost([is, lengths = structures::structure_of(tetrahedron()).lengths](const DesignValues& k) {
    NumberJet weight = NumberJet::constant(0.0, 12);
    for (int bar = 0; bar < 12; ++bar) weight = weight + k[is.weight_density] * lengths[bar] * k.sizes()[bar];
    return weight;
  });
  problem.mean_squares([is](const DesignValues& k) { return mean_squares(k, is); }, effort, response);
  problem.feedback([is](const DesignValues& k) { return feedback_plant(k, is); });
  return problem;
}

}  // namespace tandem::problems
