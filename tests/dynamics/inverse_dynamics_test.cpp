#include <tandem/dynamics/inverse_dynamics.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/mass_matrix.hpp>

#include "random_tree.hpp"
#include "reference.hpp"
#include <gtest/gtest.h>

#include <cmath>

namespace tandem::inverse_dynamics_test {

using test::kTrees;
using test::RandomCase;

Model pendulum(double mass, double length) {
  ModelBuilder builder("pendulum");
  builder.set_gravity({0, -9.81, 0});
  builder.add_body("rod", "world", Transform<double>::identity(), Joint::revolute("hinge", Eigen::Vector3d::UnitZ()),
                   Inertia<double>::point(mass, {0, -length, 0}));
  return builder.build();
}

TEST(InverseDynamics, OfAPendulumIsItsTextbookEquation) {
  const double m = 2, l = 0.7, q = 0.6, v = 1.3, a = -0.4;
  const Model model = pendulum(m, l);
  Workspace<double> ws(model);
  Eigen::VectorXd tau(1);
  inverse_dynamics(model, ws, Eigen::VectorXd::Constant(1, q), Eigen::VectorXd::Constant(1, v),
                   Eigen::VectorXd::Constant(1, a), tau);
  EXPECT_NEAR(tau(0), m * l * l * a + m * 9.81 * l * std::sin(q), 1e-14);
}

TEST(InverseDynamics, AgreesWithAnIndependentNewtonEulerFormulationOnRandomTrees) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    Eigen::VectorXd tau(c.model.nv());
    inverse_dynamics(c.model, c.ws, c.q, c.v, c.a, tau, c.wrenches);
    const Eigen::VectorXd expected = test::reference_inverse_dynamics(c.model, c.q, c.v, c.a, c.wrenches);
    // Both sum up to 12 bodies' forces: 1e-12 of the largest leaves room for a thousand roundings.
    EXPECT_LT((tau - expected).norm(), 1e-12 * (1 + expected.norm())) << c.model.name();
  }
}

TEST(Bias, IsInverseDynamicsWithoutAcceleration) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    RandomCase c(seed);
    Eigen::VectorXd tau(c.model.nv()), without(c.model.nv());
    inverse_dynamics(c.model, c.ws, c.q, c.v, Eigen::VectorXd::Zero(c.model.nv()), tau, c.wrenches);
    bias(c.model, c.ws, c.q, c.v, without, c.wrenches);
    EXPECT_LT((tau - without).norm(), 1e-14 * (1 + tau.norm()));
  }
}

TEST(GravityForces, AreThoseAtRestWithoutSprings) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    RandomCase c(seed);
    Parameters<double> parameters = c.model.parameters();
    for (double& k : parameters.stiffnesses()) k = 0;
    const Eigen::VectorXd zero = Eigen::VectorXd::Zero(c.model.nv());
    Eigen::VectorXd gravity(c.model.nv()), rest(c.model.nv());
    gravity_forces(c.model, c.ws, c.q, gravity);
    bias(c.model, parameters, c.ws, c.q, zero, rest);
    EXPECT_LT((gravity - rest).norm(), 1e-13 * (1 + rest.norm()));
  }
}

TEST(ApplyMass, IsAProductWithTheMassMatrix) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    RandomCase c(seed);
    Eigen::MatrixXd M(c.model.nv(), c.model.nv());
    mass_matrix(c.model, c.ws, c.q, M);
    Eigen::VectorXd y(c.model.nv());
    apply_mass(c.model, c.ws, c.q, c.a, y);
    EXPECT_LT((y - M * c.a).norm(), 1e-13 * M.norm() * (1 + c.a.norm()));
  }
}

TEST(JointWrenches, BalanceEveryBody) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    std::vector<Wrench<double>> wrenches(c.model.body_count());
    joint_wrenches(c.model, c.ws, c.q, c.v, c.a, wrenches, c.wrenches);
    const test::ReferenceMotion motion = test::reference_motion(c.model, c.q, c.v, c.a);
    for (int i = 1; i < c.model.body_count(); ++i) {
      // Rate of momentum about the world's origin = wrench of the joint - those of the children + external + weight.
      test::Vector6 sum = motion.to_world(i, wrenches[i].eigen()) + motion.to_world(i, c.wrenches[i].eigen());
      for (int k = i + 1; k < c.model.body_count(); ++k) {
        if (c.model.body(k).parent == i) sum -= motion.to_world(k, wrenches[k].eigen());
      }
      const test::Vector6 rate = motion.momentum_rate(i) - motion.weight(i);
      EXPECT_LT((sum - rate).norm(), 1e-10 * (1 + rate.norm() + sum.norm())) << c.model.name() << ", body " << i;
    }
  }
}

TEST(JointWrenches, HoldWhatADriveTransmitsAlongItsFreedom) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    RandomCase c(seed);
    std::vector<Wrench<double>> wrenches(c.model.body_count());
    joint_wrenches(c.model, c.ws, c.q, c.v, c.a, wrenches, c.wrenches);
    Eigen::VectorXd tau(c.model.nv());
    inverse_dynamics(c.model, c.ws, c.q, c.v, c.a, tau, c.wrenches);
    const Parameters<double>& p = c.model.parameters();
    for (int i = 1; i < c.model.body_count(); ++i) {
      const Body& body = c.model.body(i);
      if (velocity_count(body.joint.type) != 1) continue;
      const int d = body.v_index;
      const Eigen::Vector3d axis = body.joint.axis.normalized();
      const double turns = body.joint.type == JointType::prismatic ? 0 : 1;
      const double slides = body.joint.type == JointType::prismatic ? 1 : body.joint.pitch;
      const double along = turns * axis.dot(wrenches[i].torque.eigen()) + slides * axis.dot(wrenches[i].force.eigen());
      const double taken = p.rotor_inertias()[d] * c.a(d) + p.dampings()[d] * c.v(d) +
                           p.stiffnesses()[d] * (c.q(body.q_index) - p.rests()[d]);
      EXPECT_NEAR(along, tau(d) - taken, 1e-12 * (1 + tau.norm()));
    }
  }
}

TEST(InverseDynamics, RefusesVectorsOfWrongLengthByName) {
  const Model model = pendulum(1, 1);
  Workspace<double> ws(model);
  const Eigen::VectorXd one = Eigen::VectorXd::Zero(1), two = Eigen::VectorXd::Zero(2);
  Eigen::VectorXd tau(1);
  try {
    inverse_dynamics(model, ws, two, one, one, tau);
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(), "model 'pendulum': q: 2 given, 1 wanted");
  }
  EXPECT_THROW(inverse_dynamics(model, ws, one, two, one, tau), InvalidInput);
  EXPECT_THROW(inverse_dynamics(model, ws, one, one, two, tau), InvalidInput);
  std::vector<Wrench<double>> too_many(3);
  EXPECT_THROW(inverse_dynamics(model, ws, one, one, one, tau, too_many), InvalidInput);
}

TEST(InverseDynamics, RefusesAWorkspaceOfAnotherModel) {
  const Model model = pendulum(1, 1);
  Workspace<double> ws(test::random_tree(2));
  const Eigen::VectorXd one = Eigen::VectorXd::Zero(1);
  Eigen::VectorXd tau(1);
  EXPECT_THROW(inverse_dynamics(model, ws, one, one, one, tau), InvalidInput);
}

TEST(InverseDynamics, RefusesAQuaternionFarFromUnitByItsJoint) {
  ModelBuilder builder("satellite");
  builder.add_body("hull", "world", Transform<double>::identity(), Joint::free("flight"),
                   Inertia<double>::sphere(1, {0, 0, 0}, 1));
  const Model model = builder.build();
  Workspace<double> ws(model);
  Eigen::VectorXd q = model.neutral_configuration(), v = Eigen::VectorXd::Zero(6), tau(6);
  q(0) = 0.1;
  try {
    inverse_dynamics(model, ws, q, v, v, tau);
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_STREQ(error.what(), "joint 'flight': its quaternion has norm 0.1, far from 1");
  }
}

}  // namespace tandem::inverse_dynamics_test
