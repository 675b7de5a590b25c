#include <tandem/dynamics/forward_dynamics.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>

#include "random_tree.hpp"
#include "reference.hpp"
#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <vector>

namespace tandem::forward_dynamics_test {

using test::kTrees;
using test::RandomCase;

double condition(const Eigen::MatrixXd& M) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(M, Eigen::EigenvaluesOnly);
  return solver.eigenvalues().maxCoeff() / solver.eigenvalues().minCoeff();
}

TEST(ForwardDynamics, IsTheInverseOfInverseDynamicsOnRandomTrees) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const int nv = c.model.nv();
    const Eigen::VectorXd tau = c.dice.vector(nv) * 10;
    Eigen::VectorXd a(nv), back(nv);
    forward_dynamics(c.model, c.ws, c.q, c.v, tau, a, c.wrenches);
    inverse_dynamics(c.model, c.ws, c.q, c.v, a, back, c.wrenches);
    const double cond = condition(test::reference_mass_matrix(c.model, c.q));
    EXPECT_LT((back - tau).norm(), 1e-10 * cond * (1 + tau.norm())) << c.model.name();
  }
}

TEST(ForwardDynamics, LeavesNoResidualInTheEquationsOfMotionOfRandomTrees) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const int nv = c.model.nv();
    const Eigen::VectorXd tau = c.dice.vector(nv) * 10;
    Eigen::VectorXd a(nv), b(nv);
    forward_dynamics(c.model, c.ws, c.q, c.v, tau, a, c.wrenches);
    bias(c.model, c.ws, c.q, c.v, b, c.wrenches);
    const Eigen::MatrixXd M = test::reference_mass_matrix(c.model, c.q);
    const double scale = M.norm() * a.norm() + b.norm() + tau.norm();
    EXPECT_LT((M * a + b - tau).norm(), 1e-12 * scale) << c.model.name();
  }
}

/// Blocks of M, bias and tau for a mixture of drives, solved densely.
Eigen::VectorXd block_solve(const RandomCase& c, const std::vector<Drive>& drives, const Eigen::VectorXd& known) {
  const int nv = c.model.nv();
  const Eigen::MatrixXd M = test::reference_mass_matrix(c.model, c.q);
  const Eigen::VectorXd b = test::reference_inverse_dynamics(c.model, c.q, c.v, Eigen::VectorXd::Zero(nv), c.wrenches);
  std::vector<int> force, motion;
  for (int d = 0; d < nv; ++d) {
    (drives[c.model.body_of_velocity(d)] == Drive::force ? force : motion).push_back(d);
  }
  Eigen::VectorXd a(nv), wanted(nv);
  for (const int d : motion) a(d) = known(d);
  if (!force.empty()) {
    const Eigen::VectorXd right = known(force) - b(force) - M(force, motion) * known(motion);
    const Eigen::VectorXd solved = M(force, force).eval().ldlt().solve(right);
    a(force) = solved;
  }
  const Eigen::VectorXd tau = M * a + b;
  for (const int d : force) wanted(d) = a(d);
  for (const int d : motion) wanted(d) = tau(d);
  return wanted;
}

TEST(HybridDynamics, IsABlockSolveForAnyMixtureOfDrives) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    std::vector<Drive> drives(c.model.body_count());
    for (Drive& drive : drives) drive = c.dice.integer(0, 1) == 0 ? Drive::force : Drive::motion;
    const Eigen::VectorXd known = c.dice.vector(c.model.nv()) * 3;
    Eigen::VectorXd wanted(c.model.nv());
    hybrid_dynamics(c.model, c.ws, c.q, c.v, drives, known, wanted, c.wrenches);
    const Eigen::VectorXd expected = block_solve(c, drives, known);
    const double cond = condition(test::reference_mass_matrix(c.model, c.q));
    // The dense solve loses cond(M) roundings; 1e-14 of them a freedom.
    EXPECT_LT((wanted - expected).norm(), 1e-14 * (100 + cond) * (1 + expected.norm())) << c.model.name();
  }
}

TEST(HybridDynamics, WithAllForcesIsForwardDynamicsAndWithAllMotionsInverseDynamics) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const int nv = c.model.nv();
    Eigen::VectorXd wanted(nv), expected(nv);
    std::vector<Drive> drives(c.model.body_count(), Drive::force);
    hybrid_dynamics(c.model, c.ws, c.q, c.v, drives, c.a, wanted, c.wrenches);
    forward_dynamics(c.model, c.ws, c.q, c.v, c.a, expected, c.wrenches);
    EXPECT_EQ(wanted, expected) << c.model.name();
    drives.assign(c.model.body_count(), Drive::motion);
    hybrid_dynamics(c.model, c.ws, c.q, c.v, drives, c.a, wanted, c.wrenches);
    inverse_dynamics(c.model, c.ws, c.q, c.v, c.a, expected, c.wrenches);
    EXPECT_LT((wanted - expected).norm(), 1e-12 * (1 + expected.norm())) << c.model.name();
  }
}

TEST(ForwardDynamics, KeepsTheBalanceOfPower) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const int nv = c.model.nv();
    const Eigen::VectorXd tau = c.dice.vector(nv) * 10;
    Eigen::VectorXd a(nv);
    forward_dynamics(c.model, c.ws, c.q, c.v, tau, a, c.wrenches);
    // d(kinetic)/dt from the reference's velocities and accelerations = power of drives, dampers, springs, gravity
    // and external wrenches.
    const test::ReferenceMotion motion = test::reference_motion(c.model, c.q, c.v, a);
    const Parameters<double>& p = c.model.parameters();
    double rate = 0, power = tau.dot(c.v), size = 1;
    for (int i = 1; i < c.model.body_count(); ++i) {
      const test::ReferenceBody& b = motion.bodies[i];
      rate += b.mass * b.v_com.dot(b.a_com) + b.w.dot(b.inertia * b.alpha);
      power += b.mass * motion.gravity.dot(b.v_com);
      power += b.w.dot(b.R * c.wrenches[i].torque.eigen()) + b.v.dot(b.R * c.wrenches[i].force.eigen());
      size += std::abs(b.mass * b.v_com.norm() * b.a_com.norm()) + b.w.norm() * (b.inertia * b.alpha).norm();
    }
    for (const Link& link : c.model.links()) {
      for (int d = link.v_index; d < link.v_index + link.velocity_count; ++d) {
        rate += p.rotor_inertias()[d] * c.v(d) * a(d);
        power -= p.dampings()[d] * c.v(d) * c.v(d);
        if (link.velocity_count == 1) power -= p.stiffnesses()[d] * (c.q(link.q_index) - p.rests()[d]) * c.v(d);
      }
    }
    EXPECT_NEAR(rate, power, 1e-12 * (size + std::abs(power) + tau.norm() * c.v.norm())) << c.model.name();
  }
}

TEST(ForwardDynamics, OfAFloatingTreeWithoutExternalForcesKeepsItsMomentum) {
  for (unsigned seed = 0; seed < kTrees; seed += 2) {
    RandomCase c(seed);
    ASSERT_EQ(c.model.body(1).joint.type, JointType::free);
    Parameters<double> p = c.model.parameters();
    p.set_gravity({0, 0, 0});
    std::fill(p.dampings().begin(), p.dampings().end(), 0.0);
    const int nv = c.model.nv();
    Eigen::VectorXd tau = c.dice.vector(nv), a(nv);
    tau.head<6>().setZero();
    // Bodies on other roots hang on the world: only the first tree floats freely.
    forward_dynamics(c.model, p, c.ws, c.q, c.v, tau, a);
    const test::ReferenceMotion motion = test::reference_motion(c.model, c.q, c.v, a, &p);
    std::vector<bool> floats(c.model.body_count(), false);
    test::Vector6 rate = test::Vector6::Zero();
    double size = 1;
    for (int i = 1; i < c.model.body_count(); ++i) {
      floats[i] = i == 1 || floats[c.model.body(i).parent];
      if (!floats[i]) continue;
      rate += motion.momentum_rate(i);
      size += motion.momentum_rate(i).norm();
    }
    EXPECT_LT(rate.norm(), 1e-12 * size) << c.model.name();
  }
}

TEST(ApplyMassInverse, UndoesTheMassMatrix) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const int nv = c.model.nv();
    const Eigen::MatrixXd M = test::reference_mass_matrix(c.model, c.q);
    Eigen::MatrixXd x(nv, 3), y(nv, 3);
    for (int k = 0; k < 3; ++k) x.col(k) = c.dice.vector(nv);
    apply_mass_inverse(c.model, c.ws, c.q, x, y);
    EXPECT_LT((M * y - x).norm(), 1e-12 * (M.norm() * y.norm() + x.norm())) << c.model.name();
  }
}

TEST(MassMatrixInverse, IsSymmetricAndUndoesTheMassMatrix) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const int nv = c.model.nv();
    const Eigen::MatrixXd M = test::reference_mass_matrix(c.model, c.q);
    Eigen::MatrixXd inverse = Eigen::MatrixXd::Constant(nv, nv, 7);
    mass_matrix_inverse(c.model, c.ws, c.q, inverse);
    EXPECT_EQ(inverse, Eigen::MatrixXd(inverse.transpose()));
    EXPECT_LT((M * inverse - Eigen::MatrixXd::Identity(nv, nv)).norm(), 1e-12 * M.norm() * inverse.norm())
        << c.model.name();
  }
}

TEST(ForwardDynamics, DoesNotDependOnWhatTheWorkspaceHeldBefore) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    RandomCase c(seed);
    Workspace<double> fresh(c.model);
    Eigen::VectorXd first(c.model.nv()), second(c.model.nv());
    forward_dynamics(c.model, fresh, c.q, c.v, c.a, first);
    inverse_dynamics(c.model, c.ws, c.q * 0.99, c.v, c.a, second, c.wrenches);
    forward_dynamics(c.model, c.ws, c.q, c.v, c.a, second);
    EXPECT_EQ(first, second);
  }
}

TEST(ForwardDynamics, ReportsAMasslessTipByItsJoint) {
  ModelBuilder builder("arm");
  builder.add_body("upper", "world", Transform<double>::identity(), Joint::revolute("shoulder", {0, 1, 0}),
                   Inertia<double>::rod(1, {0, 0, 0}, {0, 0, -1}));
  builder.add_body("tip", "upper", Transform<double>::translated({0, 0, -1}), Joint::revolute("wrist", {0, 1, 0}),
                   Inertia<double>::zero());
  const Model model = builder.build();
  Workspace<double> ws(model);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(2);
  Eigen::VectorXd a(2);
  try {
    forward_dynamics(model, ws, zero, zero, zero, a);
    FAIL();
  } catch (const NumericalError& error) {
    EXPECT_EQ(std::string(error.what()).substr(0, 13), "joint 'wrist'");
  }
  // Motion-driven, a massless tip needs no inertia.
  const std::vector<Drive> drives{Drive::force, Drive::force, Drive::motion};
  EXPECT_NO_THROW(hybrid_dynamics(model, ws, zero, zero, drives, zero, a));
}

TEST(ForwardDynamics, ReportsMasslessSphericalAndFreeTips) {
  for (const JointType type : {JointType::spherical, JointType::free}) {
    ModelBuilder builder("arm");
    Joint joint;
    joint.name = "tip joint";
    joint.type = type;
    builder.add_body("tip", "world", Transform<double>::identity(), joint, Inertia<double>::point(1, {0, 0, 0}));
    const Model model = builder.build();
    Workspace<double> ws(model);
    Eigen::VectorXd zero = Eigen::VectorXd::Zero(model.nv()), a(model.nv());
    EXPECT_THROW(forward_dynamics(model, ws, model.neutral_configuration(), zero, zero, a), NumericalError);
  }
}

TEST(ForwardDynamics, ReportsNaNInsteadOfReturningIt) {
  RandomCase c(4);
  Eigen::VectorXd a(c.model.nv());
  c.q(c.model.nq() - 1) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_ANY_THROW(forward_dynamics(c.model, c.ws, c.q, c.v, c.a, a));
}

TEST(HybridDynamics, RefusesDrivesOfWrongLength) {
  RandomCase c(3);
  Eigen::VectorXd wanted(c.model.nv());
  const std::vector<Drive> drives(c.model.body_count() + 1, Drive::force);
  EXPECT_THROW(hybrid_dynamics(c.model, c.ws, c.q, c.v, drives, c.a, wanted), InvalidInput);
}

}  // namespace tandem::forward_dynamics_test
