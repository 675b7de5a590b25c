#include <tandem/dynamics/least_constraint.hpp>

#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/models.hpp>

#include "random_chain.hpp"
#include <gtest/gtest.h>
#include <support/refusal.hpp>

namespace tandem::least_constraint_test {

using test::kChains;
using test::RandomCase;
using test::RandomChain;
using Vector6 = Eigen::Matrix<double, 6, 1>;

/// A chain at its accelerations, with what the paper's quantities are compared with.
struct MovingChain : RandomChain {
  explicit MovingChain(unsigned seed, bool with_rotors = false)
      : RandomChain(seed, with_rotors), a(model.nv()), through(model.body_count()) {
    chain = chain_problem(model, model.parameters(), ws, q, v, tau, wrenches);
    forward_dynamics(model, ws, q, v, tau, a, wrenches);
    joint_wrenches(model, ws, q, v, a, through, wrenches);
  }

  int bodies() const { return model.body_count() - 1; }
  Vector6 acceleration(int body, const Eigen::VectorXd& at) {
    FrameMotion<double> motion;
    frame_motion(model, ws, q, v, at, model.find_frame(model.body(body + 1).name), motion);
    return motion.acceleration.eigen();
  }
  /// a_n = d v_n/dt - a_non: the part that is linear in joint accelerations, (14).
  Vector6 linear_part(int body) {
    return acceleration(body, a) - acceleration(body, Eigen::VectorXd::Zero(model.nv()));
  }
  Eigen::VectorXd of_joint(int body, const Eigen::VectorXd& x) const {
    const Link& link = model.links()[body + 1];
    return x.segment(link.v_index, link.velocity_count);
  }
  Vector6 wrench(int body) const { return through[body + 1].eigen(); }

  Eigen::VectorXd a;
  std::vector<Wrench<double>> through;
  std::vector<ChainBody> chain;
};

// (14)-(16): a_n = A a_(n-1) + P u are the accelerations less what velocities make.
TEST(ChainProblem, HasTheAccelerationsOfTheChainForStates) {
  for (unsigned seed = 0; seed < kChains; ++seed) {
    MovingChain c(seed);
    Vector6 state = Vector6::Zero();
    for (int n = 0; n < c.bodies(); ++n) {
      state = c.chain[n].A * state + c.chain[n].B * c.of_joint(n, c.a);
      EXPECT_LT((state - c.linear_part(n)).norm(), 1e-12 * (1 + c.acceleration(n, c.a).norm())) << seed;
    }
  }
}

// (17), (18): M a_n + h = wrench of the joint - A' wrench of the next one.
TEST(ChainProblem, HasTheInterbodyForcesForCostates) {
  for (unsigned seed = 0; seed < kChains; ++seed) {
    MovingChain c(seed);
    for (int n = 0; n < c.bodies(); ++n) {
      Vector6 net = c.wrench(n);
      if (n + 1 < c.bodies()) net -= c.chain[n + 1].A.transpose() * c.wrench(n + 1);
      const Vector6 inertial = c.chain[n].M * c.linear_part(n) + c.chain[n].h;
      EXPECT_LT((net - inertial).norm(), 1e-12 * (1 + c.wrench(0).norm() + inertial.norm())) << seed;
      EXPECT_LT((c.chain[n].B.transpose() * c.wrench(n) - c.chain[n].t).norm(), 1e-12 * (1 + c.wrench(n).norm()))
          << seed;
    }
  }
}

// (19), (27): the wrench of a joint is Psi a_n + psi.
TEST(ArmstrongRecursion, HasTheArticulatedInertia) {
  for (unsigned seed = 0; seed < kChains; ++seed) {
    MovingChain c(seed);
    const std::vector<ArmstrongBody> found = armstrong_recursion(c.chain);
    for (int n = 0; n < c.bodies(); ++n) {
      const Vector6 linear = found[n].Psi * c.linear_part(n);
      EXPECT_LT((linear + found[n].psi - c.wrench(n)).norm(), 1e-12 * (linear.norm() + found[n].psi.norm())) << seed;
    }
  }
}

// (28): u = Psi_PP^-1 (t - P'Psi A a_(n-1) - psi_P), outward.
TEST(ArmstrongRecursion, SolvesForTheAccelerationsOfForwardDynamics) {
  for (unsigned seed = 0; seed < kChains; ++seed) {
    MovingChain c(seed);
    const std::vector<ArmstrongBody> found = armstrong_recursion(c.chain);
    Vector6 state = Vector6::Zero();
    double worst = 0;
    for (int n = 0; n < c.bodies(); ++n) {
      const ChainBody& body = c.chain[n];
      const Eigen::MatrixXd pivot = body.B.transpose() * found[n].Psi * body.B;
      const Eigen::VectorXd left = body.t - body.B.transpose() * (found[n].Psi * body.A * state + found[n].psi);
      const Eigen::VectorXd u = pivot.ldlt().solve(left);
      if (u.size() > 0) worst = std::max(worst, (u - c.of_joint(n, c.a)).norm());
      state = body.A * state + body.B * u;
    }
    EXPECT_LT(worst, 1e-12 * (1 + c.a.norm())) << seed;
  }
}

// (29) and the identity P (P'P)^-1 P' + Q Q' = 1.
TEST(ArmstrongRecursion, TakesFromTheArticulatedInertiaWhatTheJointLetsFree) {
  for (unsigned seed = 0; seed < kChains; ++seed) {
    MovingChain c(seed);
    const std::vector<ArmstrongBody> found = armstrong_recursion(c.chain);
    for (int n = 0; n < c.bodies(); ++n) {
      const Eigen::MatrixXd P = c.chain[n].B, Q = found[n].Q, Psi = found[n].Psi;
      const Eigen::MatrixXd projector = P * (P.transpose() * P).inverse() * P.transpose() + Q * Q.transpose();
      EXPECT_LT((projector - Eigen::MatrixXd::Identity(6, 6)).norm(), 1e-14) << seed;
      const Eigen::MatrixXd held = Psi - Psi * P * (P.transpose() * Psi * P).inverse() * P.transpose() * Psi;
      EXPECT_LT((held - Q * found[n].Phi * Q.transpose()).norm(), 2e-14 * Psi.norm()) << seed;
    }
  }
}

// (31): what the joint holds back is Phi Q'a_n + phi.
TEST(ArmstrongRecursion, HasTheConstraintForces) {
  for (unsigned seed = 0; seed < kChains; ++seed) {
    MovingChain c(seed);
    const std::vector<ArmstrongBody> found = armstrong_recursion(c.chain);
    for (int n = 0; n < c.bodies(); ++n) {
      const Eigen::VectorXd held = found[n].Phi * found[n].Q.transpose() * c.linear_part(n);
      const Eigen::VectorXd expected = found[n].Q.transpose() * c.wrench(n);
      EXPECT_LE((held + found[n].phi - expected).norm(), 6e-13 * (held.norm() + found[n].phi.norm())) << seed;
    }
  }
}

// A quadratic function's change by d is (dJ/da)'d + d'M d/2, and its central difference is exact.
TEST(GibbsFunction, IsLeastAtTheAccelerationsOfForwardDynamics) {
  for (unsigned seed = 0; seed < test::kTrees; ++seed) {
    RandomCase c(seed);
    const Eigen::VectorXd tau = c.dice.vector(c.model.nv()) * 3, step = c.dice.vector(c.model.nv());
    Eigen::VectorXd a(c.model.nv()), weighed(c.model.nv());
    forward_dynamics(c.model, c.ws, c.q, c.v, tau, a, c.wrenches);
    apply_mass(c.model, c.ws, c.q, step, weighed);
    const auto at = [&](double along) {
      return gibbs_function(c.model, c.model.parameters(), c.ws, c.q, c.v, a + along * step, tau, c.wrenches);
    };
    const double scale = std::abs(at(0)) + std::abs(at(1)) + std::abs(at(-1));
    EXPECT_LT(std::abs(at(1) - at(-1)), 5e-13 * scale) << c.model.name();
    EXPECT_NEAR(at(1) - at(0), 0.5 * step.dot(weighed), 5e-13 * scale) << c.model.name();
    EXPECT_GT(at(1), at(0)) << c.model.name();
  }
}

TEST(GibbsFunction, HasInverseDynamicsForItsSlope) {
  for (unsigned seed = 0; seed < test::kTrees; ++seed) {
    RandomCase c(seed);
    const Eigen::VectorXd tau = c.dice.vector(c.model.nv()) * 3, step = c.dice.vector(c.model.nv());
    Eigen::VectorXd needed(c.model.nv());
    inverse_dynamics(c.model, c.ws, c.q, c.v, c.a, needed, c.wrenches);
    const auto at = [&](double along) {
      return gibbs_function(c.model, c.model.parameters(), c.ws, c.q, c.v, c.a + along * step, tau, c.wrenches);
    };
    const double scale = std::abs(at(1)) + std::abs(at(-1)) + needed.norm() * step.norm();
    EXPECT_NEAR((at(1) - at(-1)) / 2, (needed - tau).dot(step), 1e-12 * scale) << c.model.name();
  }
}

TEST(ChainProblem, RefusesATreeByTheBodyAtWhichItBranches) {
  const Model model = make_model("branched-acrobot");
  Workspace<double> ws(model);
  const Eigen::VectorXd zero = Eigen::VectorXd::Zero(model.nv());
  EXPECT_TRUE(
      test::refuses([&] { chain_problem(model, model.parameters(), ws, model.neutral_configuration(), zero, zero); },
                    "it is no chain: body '"));
}

TEST(ArmstrongRecursion, RefusesRotors) {
  MovingChain c(1, true);
  EXPECT_TRUE(test::refuses([&] { armstrong_recursion(c.chain); }, "has a rotor"));
}

}  // namespace tandem::least_constraint_test
