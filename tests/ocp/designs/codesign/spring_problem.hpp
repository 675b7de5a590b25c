#pragma once

#include <tandem/dynamics/structures/structure.hpp>
#include <tandem/ocp/designs/codesign/codesign.hpp>
#include <tandem/ocp/lq/regulator_cost.hpp>

namespace tandem::test {

/// Two masses on a line, each on a spring to the one before it and the first to the wall; springs p_1 and p_2 weigh
/// what they are stiff, forces act on both masses, noise on the second, whose place is watched. Small enough to be
/// searched. Output feedback has the rates of the first `sensors` masses; no spring is stiffer than `stiffest`.
inline Codesign spring_problem(int sensors = 2, double stiffest = kInfinity) {
  Codesign problem("springs");
  for (const char* name : {"p1", "p2"}) {
    problem.design({.name = name, .value = 2.0, .meaning = "spring", .lower = 0.1, .upper = stiffest});
  }
  const Number effort = problem.number({"effort", 0.05, "", "limit", Role::constant, 1e-9});
  const Number response = problem.number({"response", 0.5, "", "limit", Role::constant, 1e-9});
  problem.structure_cost([](const DesignValues& k) {
    const auto v = k.sizes();
    return v[0] + 2.0 * v[1];
  });
  const auto plant = [](std::span<const NumberJet> v) {
    const int seeds = v[0].seeds();
    SeparableMatrix springs(2, 2);
    springs.parts[0] << 1.0, 0.0, 0.0, 0.0;
    springs.parts[1] << 1.0, -1.0, -1.0, 1.0;
    const MatrixJet mass(Eigen::MatrixXd::Identity(2, 2), seeds), stiffness = springs.at(v);
    return structures::first_order(mass, 0.1 * mass + 0.05 * stiffness, stiffness, Eigen::MatrixXd::Identity(2, 2));
  };
  problem.mean_squares(
      [plant](const DesignValues& k) {
        const auto [a, b] = plant(k.sizes());
        const Eigen::MatrixXd noise = Eigen::VectorXd::Unit(4, 3) * Eigen::RowVectorXd::Unit(4, 3);
        const Eigen::MatrixXd watched = Eigen::VectorXd::Unit(4, 1) * Eigen::RowVectorXd::Unit(4, 1);
        const MatrixJet r = k.price() * MatrixJet(Eigen::MatrixXd::Identity(2, 2), 3);
        return codesign::MeanSquares{lq::regulator_cost({a, b, MatrixJet(watched, 3), r, MatrixJet(noise, 3)}).cost,
                                     k.price().value};
      },
      effort, response);
  problem.feedback([plant, sensors](const DesignValues& k) {
    const auto [a, b] = plant(k.sizes());
    const Eigen::MatrixXd noise = Eigen::VectorXd::Unit(4, 3) * Eigen::RowVectorXd::Unit(4, 3);
    const Eigen::MatrixXd rates = Eigen::MatrixXd::Identity(4, 4).middleRows(2, sensors);
    return lq::FeedbackPlant{a, b, MatrixJet(noise, 2), rates, Eigen::RowVectorXd::Unit(4, 1)};
  });
  return problem;
}

}  // namespace tandem::test
