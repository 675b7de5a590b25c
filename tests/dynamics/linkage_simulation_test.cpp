#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/simulation.hpp>

#include "linkages.hpp"
#include <gtest/gtest.h>

namespace tandem::linkage_simulation_test {

SimulationOptions lasting(double duration, double step) {
  SimulationOptions options;
  options.duration = duration;
  options.step = step;
  return options;
}

/// How far apart the frames of the four-bar's pin are.
double gap(const Model& model, const Eigen::VectorXd& q) {
  Workspace<double> ws(model.tree());
  Eigen::Vector3d points[2];
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(model.tree().nv());
  for (int k = 0; k < 2; ++k) {
    FrameMotion<double> motion;
    frame_motion(model.tree(), ws, q, still, still, model.find_frame(k == 0 ? "coupler end" : "rocker end"), motion);
    points[k] = motion.placement.translation.eigen();
  }
  return (points[1] - points[0]).norm();
}

TEST(LinkageSimulation, KeepsEnergyAndClosesTheLoopForTenSeconds) {
  const Model model = test::four_bar();
  const Simulation simulation = simulate(model, model.parameters(), model.neutral_configuration(),
                                         Eigen::VectorXd::Constant(1, 1.3), lasting(10, 0.1));
  EXPECT_LT(simulation.audit.energy, 1e-9);
  for (long k = 0; k < simulation.time.size(); ++k) EXPECT_LT(gap(model, simulation.q.col(k)), 1e-12) << k;
}

TEST(LinkageSimulation, CountsWhatDampersOfDependentJointsTake) {
  Model model = test::four_bar();
  Parameters<double> parameters = model.parameters();
  parameters.dampings() = {0.1, 0.2, 0.3};  // of crank, coupler and rocker
  SimulationOptions options = lasting(5, 0.1);
  options.forces = [](double t, auto&&, auto&&, auto&& tau) { tau(0) = 3 * std::sin(t); };
  const Simulation simulation =
      simulate(model, parameters, model.neutral_configuration(), Eigen::VectorXd::Constant(1, 1.3), options);
  EXPECT_LT(simulation.audit.energy, 1e-9);
  EXPECT_LT(simulation.work.minCoeff(), -0.1);
}

TEST(LinkageSimulation, StartsClosedFromAGuess) {
  const Model model = test::four_bar();
  Eigen::VectorXd q = model.neutral_configuration();
  q(1) += 1e-3, q(2) -= 2e-3;
  const Simulation simulation = simulate(model, model.parameters(), q, Eigen::VectorXd::Zero(1), lasting(0.1, 0.01));
  EXPECT_LT(gap(model, simulation.q.col(0)), 1e-11);
}

}  // namespace tandem::linkage_simulation_test
