#include <tandem/dynamics/simulated_system.hpp>

#include <tandem/dynamics/model_builder.hpp>
#include <tandem/dynamics/models.hpp>
#include <tandem/dynamics/simulation_audit.hpp>

#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>
#include <limits>

namespace tandem::simulated_system_test {

using Values = SimulatedSystem::Values;

constexpr double kGravity = 9.81;

/// A rod of 1 kg and 1 m on a hinge with a damper.
Model damped_rod(double damping) {
  ModelBuilder builder("damped rod");
  Joint hinge = Joint::revolute("hinge", -Eigen::Vector3d::UnitY());
  hinge.damping = damping;
  builder.add_body("rod", "world", Transform<double>::identity(), hinge,
                   Inertia<double>::rod(1, Vec3<double>::zero(), {0, 0, -1}));
  return builder.build();
}

TEST(SimulatedSystem, StartsWithoutWorkAndImpulse) {
  const ModelExample e = make_model_example("acrobot");
  const SimulationOptions options;
  const Values x = SimulatedSystem(e.model, e.model.parameters(), options).start(e.q, e.v);
  EXPECT_EQ(x, (Values{2.0, -0.5, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
}

// q'' = 3 (tau - D v) - 3/2 g sin q of the rod; its drive and damper work at tau v - D v^2.
TEST(SimulatedSystem, HasTheRatesOfADrivenDampedRod) {
  constexpr double q = 0.7, v = -2.0, tau = 0.9, damping = 0.25;
  const Model model = damped_rod(damping);
  SimulationOptions options;
  options.forces = [](double t, In<double>, In<double>, Out<double> force) { force(0) = 3 * t; };
  SimulatedSystem system(model, model.parameters(), options);
  const Values x = system.start(Eigen::VectorXd::Constant(1, q), Eigen::VectorXd::Constant(1, v));
  Values rate(x.size(), 7.0);
  system(x, rate, tau / 3);
  EXPECT_EQ(rate[0], v);
  EXPECT_NEAR(rate[1], 3 * (tau - damping * v) - 1.5 * kGravity * std::sin(q), 1e-14);
  EXPECT_NEAR(rate[2], tau * v - damping * v * v, 1e-15);
  for (int i = 3; i < 9; ++i) EXPECT_EQ(rate[i], 0) << i;  // held by the world: impulse is not told
  EXPECT_EQ(system.evaluations(), 1);
}

// Of a body at p: weight and a push f at its origin make p x (m g + f) and m g + f; the push works at f'v.
TEST(SimulatedSystem, AddsUpWeightAndWrenchesOfABodyThatFloats) {
  const Model model = make_model("spinning-body");
  Parameters<double> parameters = model.parameters();
  parameters.set_gravity({0, 0, -kGravity});
  const Eigen::Vector3d p(1, -2, 0.5), push(0.3, 0.2, -0.1), velocity(2, 1, -1);
  SimulationOptions options;
  options.wrenches = [&](double, In<double>, In<double>, std::span<Wrench<double>> wrenches) {
    wrenches[1].force = Vec3<double>(push);
  };
  Eigen::VectorXd q = model.neutral_configuration(), v = Eigen::VectorXd::Zero(6);
  q.tail<3>() = p, v.tail<3>() = velocity;
  SimulatedSystem system(model, parameters, options);
  const Values x = system.start(q, v);
  Values rate(x.size());
  system(x, rate, 0.0);
  const Eigen::Vector3d force = Eigen::Vector3d(0, 0, -2 * kGravity) + push;
  EXPECT_NEAR(rate[13], push.dot(velocity), 1e-14);
  EXPECT_LT((Eigen::Map<Eigen::Vector3d>(rate.data() + 14) - p.cross(force)).norm(), 1e-13);
  EXPECT_LT((Eigen::Map<Eigen::Vector3d>(rate.data() + 17) - force).norm(), 1e-14);
}

TEST(SimulatedSystem, SaysWhyItHasNoRatesUntilItIsToldToForget) {
  const Model model = damped_rod(0);
  SimulationOptions options;
  options.forces = [](double t, In<double>, In<double>, Out<double> force) { force(0) = 1 / t; };
  SimulatedSystem system(model, model.parameters(), options);
  const Values x = system.start(Eigen::VectorXd::Zero(1), Eigen::VectorXd::Zero(1));
  Values rate(x.size());
  system(x, rate, 0.0);
  EXPECT_TRUE(std::isnan(rate[0]));
  EXPECT_EQ(system.trouble(), "the force on 'hinge' is inf");
  EXPECT_TRUE(test::refuses([&] { system.evaluate(x, rate, 0.0); }, "the force on 'hinge' is inf"));
  system.forget_trouble();
  Values wild = x;
  wild[1] = std::numeric_limits<double>::infinity();
  system(wild, rate, 0.0);
  EXPECT_EQ(system.trouble(), "") << "of a state that is not finite there is nothing to explain";
}

TEST(SimulatedSystem, BringsQuaternionsBackToUnitLength) {
  const ModelExample e = make_model_example("spinning-body");
  const SimulationOptions options;
  SimulatedSystem system(e.model, e.model.parameters(), options);
  Values x = system.start(e.q, e.v);
  x[0] = 0.6 * 1.01, x[3] = 0.8 * 1.01, x[4] = 7.0;
  EXPECT_NEAR(system.renormalize(x), 0.01, 1e-15);
  EXPECT_NEAR(x[0], 0.6, 1e-15);
  EXPECT_NEAR(x[3], 0.8, 1e-15);
  EXPECT_EQ(x[4], 7.0);
}

TEST(SimulatedSystem, NamesTheWildestOfItsNumbers) {
  const ModelExample e = make_model_example("acrobot");
  const SimulationOptions options;
  SimulatedSystem system(e.model, e.model.parameters(), options);
  Values x = system.start(e.q, e.v);
  EXPECT_EQ(system.wildest(x), "coordinate 'shoulder' is 2");
  x[3] = -1e4;
  EXPECT_EQ(system.wildest(x), "velocity 'elbow' is -1e+04");
}

// From hanging to level the rod rises by g/2: unaudited work is a departure of its whole change.
TEST(SimulationAudit, ComparesTheChangeOfEnergyWithTheWorkThatWasDone) {
  const Model model = damped_rod(0);
  Simulation s;
  s.time = Eigen::Vector2d(0, 1);
  s.q = Eigen::RowVector2d(0, M_PI / 2);
  s.v = Eigen::RowVector2d::Zero();
  s.impulse = Eigen::MatrixXd::Zero(6, 2);
  for (const double told : {0.0, 0.25, 1.0}) {
    s.work = Eigen::Vector2d(0, told * 0.5 * kGravity);
    audit_simulation(model, model.parameters(), s);
    EXPECT_NEAR(s.audit.energy, 1 - told, 1e-15);
  }
  EXPECT_NEAR(s.potential(1) - s.potential(0), 0.5 * kGravity, 1e-15);
  EXPECT_FALSE(s.audit.linear_momentum);
}

}  // namespace tandem::simulated_system_test
