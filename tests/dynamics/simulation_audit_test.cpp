#include <tandem/dynamics/simulation_audit.hpp>

#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/models.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::simulation_audit_test {

/// A series that nobody simulated: the example's own state, standing for `count` instants, with nothing done to it.
Simulation standing(const ModelExample& example, int count) {
  Simulation s;
  s.time = Eigen::VectorXd::LinSpaced(count, 0, 1);
  s.q = example.q.replicate(1, count);
  s.v = example.v.replicate(1, count);
  s.work = Eigen::VectorXd::Zero(count);
  s.impulse = Eigen::MatrixXd::Zero(6, count);
  return s;
}

/// One that moves.
ModelExample moving(const char* name) {
  ModelExample example = make_model_example(name);
  example.v.setLinSpaced(example.model.nv(), 0.5, 1.5);
  return example;
}

SimulationAudit audited(const ModelExample& example, Simulation& s) {
  audit_simulation(example.model, example.model.parameters(), s);
  return s.audit;
}

TEST(SimulationAudit, FindsNothingWrongWhereNothingChanges) {
  const ModelExample example = moving("spacecraft-with-booms");
  Simulation s = standing(example, 4);
  const SimulationAudit audit = audited(example, s);
  EXPECT_EQ(audit.energy, 0);
  ASSERT_TRUE(audit.linear_momentum && audit.angular_momentum);
  EXPECT_EQ(*audit.linear_momentum, 0);
  EXPECT_EQ(*audit.angular_momentum, 0);
}

TEST(SimulationAudit, FillsInEnergiesAndMomentumOfEveryInstant) {
  const ModelExample example = moving("double-pendulum");
  Simulation s = standing(example, 2);
  s.v.col(1) *= 2;
  audited(example, s);
  Workspace<double> ws(example.model);
  EXPECT_GT(s.kinetic(0), 0);
  EXPECT_DOUBLE_EQ(s.kinetic(1), 4 * s.kinetic(0));
  EXPECT_EQ(s.potential(1), potential_energy(example.model, ws, example.q));
  EXPECT_EQ(s.momentum.col(1), 2 * s.momentum.col(0));
}

// With T and then 4 T: 3 T gained from nowhere, over the largest kinetic energy, 4 T.
TEST(SimulationAudit, MeasuresEnergyFromNowhereByTheLargestKineticEnergy) {
  const ModelExample example = moving("double-pendulum");
  Simulation s = standing(example, 3);
  s.v.col(2) *= 2;
  EXPECT_NEAR(audited(example, s).energy, 0.75, 1e-15);
  EXPECT_FALSE(s.audit.linear_momentum);
}

TEST(SimulationAudit, LetsWorkExplainWhatEnergyGains) {
  const ModelExample example = moving("double-pendulum");
  Simulation s = standing(example, 3);
  s.v.col(2) *= 2;
  audited(example, s);
  s.work(2) = s.kinetic(2) - s.kinetic(0);
  EXPECT_EQ(audited(example, s).energy, 0);
}

// By Cauchy and Schwarz momentum is within its bound: with v and then 2 v it departs by half of what it is at most.
TEST(SimulationAudit, MeasuresMomentumByWhatBoundsIt) {
  const ModelExample example = moving("spinning-body");
  Simulation s = standing(example, 2);
  s.v.col(1) *= 2;
  const SimulationAudit audit = audited(example, s);
  EXPECT_GT(*audit.angular_momentum, 0);
  EXPECT_LE(*audit.angular_momentum, 0.5);
  EXPECT_GT(*audit.linear_momentum, 0);
  EXPECT_LE(*audit.linear_momentum, 0.5 * (1 + 1e-12));  // one body that does not turn would have all of it
  s.impulse.col(1) = s.momentum.col(1) - s.momentum.col(0);
  EXPECT_EQ(*audited(example, s).angular_momentum, 0);
  EXPECT_EQ(*s.audit.linear_momentum, 0);
}

TEST(SimulationAudit, HasTheWorstOfEnergyAndMomenta) {
  SimulationAudit audit;
  audit.energy = 0.1;
  EXPECT_EQ(audit.worst(), 0.1);
  audit.linear_momentum = 0.2;
  audit.angular_momentum = 0.3;
  EXPECT_EQ(audit.worst(), 0.3);
}

}  // namespace tandem::simulation_audit_test
