// D'Eleuterio and Damaren ("The relationship between recursive multibody dynamics and discrete-time optimal control",
// IEEE Transactions on Robotics and Automation 7(6), 1991): the forward dynamics of a chain of bodies is a
// linear-quadratic optimal control problem along the bodies, so what solves along time solves it. By Gauss' principle
// of least constraint the accelerations of rods minimise
//
//   sum_k m |a_k - g|^2 / 2 + I alpha_k^2 / 2 - tau_k (alpha_k - alpha_{k-1})
//
// while joints hold. Body k is stage k: its acceleration (2), its angular acceleration, and the multipliers of its
// joint, which are the joint's force.
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/models/all.hpp>
#include <tandem/ocp/solvers/sweep/sweep_factor.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/sweep/staged_system.hpp>

#include <cmath>

namespace tandem::sweep::chain_of_bodies_test {

constexpr double kMass = 1.0, kLength = 1.0, kInertia = kMass * kLength * kLength / 12.0, kGravity = 9.81;

struct Accelerations {
  Eigen::VectorXd relative;
  SweepFactor factor;
  FactorStatus status;
};

/// Of a hanging chain of rods with these relative joint angles, rates and torques.
Accelerations by_sweep(const Eigen::VectorXd& angle, const Eigen::VectorXd& rate, const Eigen::VectorXd& torque) {
  const int n = static_cast<int>(angle.size());
  const auto body = [](int k) { return 5 * k; };  // rows: acceleration, angular acceleration, joint
  test::StagedSystem system;
  system.stages = n;
  Eigen::VectorXd b = Eigen::VectorXd::Zero(5 * n);
  double phi = 0.0, omega = 0.0;
  Eigen::Vector2d last_half = Eigen::Vector2d::Zero(), last_turned = Eigen::Vector2d::Zero();
  double last_omega = 0.0;
  for (int k = 0; k < n; ++k) {
    system.stage.insert(system.stage.end(), 5, k);
    phi += angle(k);
    omega += rate(k);
    // From the joint to the centre, and how that moves: alpha * turned - omega^2 * half.
    const Eigen::Vector2d half = 0.5 * kLength * Eigen::Vector2d(std::sin(phi), -std::cos(phi));
    const Eigen::Vector2d turned(-half(1), half(0));
    const int row = body(k), before = body(k - 1);
    for (int i = 0; i < 2; ++i) system.add(row + i, row + i, kMass);
    system.add(row + 2, row + 2, kInertia);
    b(row + 1) = -kMass * kGravity;
    b(row + 2) = torque(k) - (k + 1 < n ? torque(k + 1) : 0.0);
    // a_k - alpha_k turned_k - a_{k-1} - alpha_{k-1} turned_{k-1} = -omega_k^2 half_k - omega_{k-1}^2 half_{k-1}
    for (int i = 0; i < 2; ++i) {
      system.add(row + 3 + i, row + i, 1.0);
      system.add(row + 3 + i, row + 2, -turned(i));
      if (k > 0) {
        system.add(row + 3 + i, before + i, -1.0);
        system.add(row + 3 + i, before + 2, -last_turned(i));
      }
    }
    b.segment(row + 3, 2) = -omega * omega * half - last_omega * last_omega * last_half;
    last_half = half, last_turned = turned, last_omega = omega;
  }
  SweepFactor factor(system.chain());
  const FactorStatus status = factor.factorise(system.values);
  Eigen::VectorXd x(5 * n);
  factor.solve_refined(system.values, b, x);
  Eigen::VectorXd relative(n);
  for (int k = 0; k < n; ++k) relative(k) = x(body(k) + 2) - (k > 0 ? x(body(k - 1) + 2) : 0.0);
  return {relative, std::move(factor), status};
}

TEST(SweepAlongBodies, FindsTheAccelerationsOfArticulatedBodies) {
  for (const int n : {1, 2, 3, 7, 20, 60}) {
    const Model model = models::planar_pendulum(n).model;
    const Eigen::VectorXd angle = test::random_vector(n, 1), rate = test::random_vector(n, 2),
                          torque = 3.0 * test::random_vector(n, 3);
    Workspace<double> workspace(model);
    Eigen::VectorXd expected(n);
    forward_dynamics(model, workspace, angle, rate, torque, expected);
    const Accelerations found = by_sweep(angle, rate, torque);
    EXPECT_EQ(found.status, FactorStatus::done);
    // The condition of a chain's mass matrix grows like the fourth power of its length.
    EXPECT_LT((found.relative - expected).norm(), 1e-12 * std::max(1.0, n / 10.0) * expected.norm()) << n << " rods";
  }
}

// Three positive eigenvalues a body (its inertia) and two negative ones (its joint): the forces are a saddle's.
TEST(SweepAlongBodies, HasTheInertiaOfBodiesAndJoints) {
  const Accelerations found =
      by_sweep(test::random_vector(12, 4), test::random_vector(12, 5), test::random_vector(12, 6));
  EXPECT_EQ(found.factor.inertia().positive, 36);
  EXPECT_EQ(found.factor.inertia().negative, 24);
}

// A pendulum at rest, level: m g l/2 = I_joint alpha, so alpha = 3 g / (2 l).
TEST(SweepAlongBodies, LetsALevelRodFall) {
  const Eigen::VectorXd level = Eigen::VectorXd::Constant(1, M_PI / 2), nil = Eigen::VectorXd::Zero(1);
  EXPECT_NEAR(by_sweep(level, nil, nil).relative(0), -1.5 * kGravity / kLength, 1e-14 * 15);
}

}  // namespace tandem::sweep::chain_of_bodies_test
