#include <tandem/derivatives/law.hpp>

#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>

#include "multibody_blocks.hpp"
#include "support/refusal.hpp"
#include <gtest/gtest.h>

#include <cmath>

namespace tandem::law_test {

using namespace test;

/// A state of a tree, all joints driven by nothing but what laws say.
struct Moving {
  explicit Moving(const MultibodyDynamics& its_dynamics, unsigned seed)
      : dynamics(its_dynamics), dice(seed), x(dynamics.states()), u(dice.vector(dynamics.controls())) {
    x << random_configuration(model(), dice), dice.vector(model().nv());
  }
  const Model& model() const { return dynamics.model(); }
  Eigen::VectorXd q() const { return x.head(model().nq()); }
  Eigen::VectorXd v() const { return x.tail(model().nv()); }

  /// The generalized forces that the accelerations need: what the laws make.
  Eigen::VectorXd forces() const {
    Eigen::VectorXd rates(dynamics.states()), tau(model().nv());
    MultibodyFunction{dynamics}(KnotView<double>{{x.data(), static_cast<std::size_t>(x.size())},
                                                 {u.data(), static_cast<std::size_t>(u.size())},
                                                 0.5,
                                                 kMultibodyNumbers},
                                std::span<double>(rates.data(), rates.size()));
    Workspace<double> ws(model());
    inverse_dynamics(model(), ws, q(), v(), rates.tail(model().nv()), tau);
    return tau;
  }

  MultibodyDynamics dynamics;
  test::Dice dice;
  Eigen::VectorXd x, u;
};

/// J'w with w given in the world's axes about the frame's origin.
Eigen::VectorXd generalized(const Moving& m, const char* frame, const Vec3<double>& torque, const Vec3<double>& force) {
  Workspace<double> ws(m.model());
  FrameMotion<double> motion;
  const Frame at = m.model().find_frame(frame);
  frame_motion(m.model(), ws, m.q(), m.v(), Eigen::VectorXd::Zero(m.model().nv()), at, motion);
  Eigen::MatrixXd J(6, m.model().nv());
  frame_jacobian(m.model(), ws, m.q(), at, J);
  Eigen::Matrix<double, 6, 1> w;
  w << transposed_times(motion.placement.rotation, torque).eigen(),
      transposed_times(motion.placement.rotation, force).eigen();
  return J.transpose() * w;
}

TEST(Law, ActsOnAFrameByTheTransposedJacobian) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    MultibodyDynamics dynamics(random_tree(seed));
    const Vec3<double> torque(0.3, -0.2, 0.5), force(1.0, 2.0, -3.0);
    if (dynamics.model().find_frame("tool").body == kWorld) continue;
    dynamics.wrench("tool", [=](const auto& k, const auto&) {
      using S = std::decay_t<decltype(k.t)>;
      return Wrench<S>{torque.cast<S>(), force.cast<S>()};
    });
    const Moving m(dynamics, seed);
    const Eigen::VectorXd expected = generalized(m, "tool", torque, force);
    EXPECT_LT((m.forces() - expected).norm(), 1e-11 * (1 + expected.norm())) << seed;
  }
}

TEST(Law, SeesItsFrameInTheWorldsAxes) {
  MultibodyDynamics dynamics(random_tree(4));
  std::array<double, 18> seen{};
  dynamics.wrench("tool", [&seen](const auto& k, const auto& tool) {
    using S = std::decay_t<decltype(k.t)>;
    if constexpr (std::is_same_v<S, double>) {
      int i = 0;
      for (const Vec3<double>& v :
           {tool.position, tool.axes.x, tool.axes.y, tool.axes.z, tool.velocity, tool.turn_rate}) {
        seen[i++] = v.x, seen[i++] = v.y, seen[i++] = v.z;
      }
    }
    return tool.velocity;
  });
  const Moving m(dynamics, 4);
  (void)m.forces();
  Workspace<double> ws(m.model());
  FrameMotion<double> motion;
  frame_motion(m.model(), ws, m.q(), m.v(), Eigen::VectorXd::Zero(m.model().nv()), m.model().find_frame("tool"),
               motion);
  const Mat3<double>& R = motion.placement.rotation;
  const Vec3<double> velocity = R * motion.velocity.linear, turn_rate = R * motion.velocity.angular;
  EXPECT_NEAR(seen[0], motion.placement.translation.x, 1e-14);
  EXPECT_NEAR(seen[7], R.y.y, 1e-14);
  EXPECT_NEAR(seen[14], velocity.z, 1e-14);
  EXPECT_NEAR(seen[15], turn_rate.x, 1e-14);
}

TEST(Law, PushesAlongAnAxisThatTurnsWithItsFrame) {
  MultibodyDynamics dynamics(random_tree(6));
  dynamics.push("tool", {0.0, 3.0, 4.0});
  EXPECT_EQ(dynamics.controls(), 1);
  const Moving m(dynamics, 6);
  Workspace<double> ws(m.model());
  Eigen::MatrixXd J(6, m.model().nv());
  frame_jacobian(m.model(), ws, m.q(), m.model().find_frame("tool"), J);
  const Eigen::VectorXd expected = J.bottomRows(3).transpose() * Eigen::Vector3d(0.0, 0.6, 0.8) * m.u(0);
  EXPECT_LT((m.forces() - expected).norm(), 1e-11 * (1 + expected.norm()));
}

/// Two revolute joints, "shoulder" and "elbow", and a ball on "wrist".
Model arm() {
  test::Dice dice(1);
  ModelBuilder builder("arm");
  builder.add_body("upper", "world", dice.placement(), Joint::revolute("shoulder", dice.point()), dice.inertia());
  builder.add_body("lower", "upper", dice.placement(), Joint::revolute("elbow", dice.point()), dice.inertia());
  builder.add_body("ball", "lower", dice.placement(), Joint::spherical("wrist"), dice.inertia());
  return builder.build();
}

TEST(Law, ActsOnAFreedomWithItsPositionRateTimeAndNumbers) {
  MultibodyDynamics dynamics(arm());
  dynamics.force(
      "elbow", [](const auto& k, const auto& elbow) { return k[Number{1}] * elbow.position - 3.0 * elbow.rate + k.t; });
  const Moving m(dynamics, 2);
  Eigen::VectorXd expected = Eigen::VectorXd::Zero(m.model().nv());
  expected(1) = kMultibodyNumbers[1] * m.x(1) - 3.0 * m.v()(1) + 0.5;
  EXPECT_LT((m.forces() - expected).norm(), 1e-12);
}

TEST(Law, IsTakenFromTheForceOfAJointOfKnownMotion) {
  const auto law = [](const auto&, const auto& elbow) { return 2.0 * elbow.position; };
  const MultibodyDynamics without = MultibodyDynamics(arm()).drive_motion("elbow");
  MultibodyDynamics with = without;
  with.force("elbow", law);
  const Moving m(without, 3);
  const auto force_of = [&](const MultibodyDynamics& dynamics) {
    double force = 0;
    MultibodyFunction{MultibodyForce{dynamics, "elbow"}}(
        KnotView<double>{{m.x.data(), static_cast<std::size_t>(m.x.size())}, {m.u.data(), 1}, 0.0, kMultibodyNumbers},
        std::span<double>(&force, 1));
    return force;
  };
  EXPECT_NEAR(force_of(with), force_of(without) - 2.0 * m.x(1), 1e-12);
}

TEST(Law, RefusesWhatTheModelDoesNotHaveByName) {
  const auto drag = [](const auto&, const auto& frame) { return frame.velocity; };
  const auto spring = [](const auto&, const auto& freedom) { return freedom.position; };
  EXPECT_TRUE(refuses([&] { MultibodyDynamics(arm()).wrench("lowr", drag); }, "did you mean 'lower'?"));
  EXPECT_TRUE(refuses([&] { MultibodyDynamics(arm()).force("elbwo", spring); }, "did you mean 'elbow'?"));
  EXPECT_TRUE(refuses([&] { MultibodyDynamics(arm()).force("wrist.wx", spring); }, "a freedom of a quaternion"));
  EXPECT_TRUE(refuses([&] { MultibodyDynamics(arm()).wrench("world", drag); }, "fixed in the world"));
  EXPECT_TRUE(refuses([&] { MultibodyDynamics(arm()).push("ball", Eigen::Vector3d::Zero()); }, "has the length 0"));
}

TEST(Law, SaysWhichOneHasNoValue) {
  MultibodyDynamics dynamics(arm());
  dynamics.wrench("lower", [](const auto&, const auto& frame) { return frame.velocity; });
  dynamics.force("elbow", [](const auto&, const auto& elbow) { return sqrt(elbow.rate); });
  const std::vector<double> x{0.1, 0.2, 1.0, 0.0, 0.0, 0.0, 0.3, -0.4, 0.1, 0.1, 0.1};
  const auto said = [&](const std::vector<double>& at) {
    return MultibodyFunction{dynamics}.law_without_value(KnotView<double>{at, {}, 0.0, kMultibodyNumbers});
  };
  EXPECT_EQ(said(x), "the force on 'elbow'");
  std::vector<double> forward = x;
  forward[7] = 0.4;
  EXPECT_EQ(said(forward), "");
}

}  // namespace tandem::law_test
