#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/model_builder.hpp>
#include <tandem/dynamics/simulation.hpp>

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

/// Chou, "A nearly-linear computational-cost scheme for the forward dynamics of an N-body pendulum".
namespace tandem::ball_pendulum_test {

using Eigen::VectorXd;

/// Chou's pendulum of n solid cylinders on ball joints: reference values by RK4 in long double.
struct ChouPendulum {
  explicit ChouPendulum(int n) : model(build(n)), q(4 * n), v(3 * n) {
    const double h = std::sqrt(0.5);
    const double spins[3][3] = {{2, 0, 1}, {0, 0, 1}, {-1, 0, 1}};
    const auto turned = [](const Eigen::Vector3d& world) {  // into axes whose z is the world's x
      return Eigen::Vector3d(-world.z(), world.y(), world.x());
    };
    Eigen::Vector3d before = Eigen::Vector3d::Zero();
    for (int i = 0; i < n; ++i) {
      q.segment<4>(4 * i) = i == 0 ? Eigen::Vector4d(h, 0, h, 0) : Eigen::Vector4d(1, 0, 0, 0);
      const Eigen::Vector3d spin = turned({spins[i][0], spins[i][1], spins[i][2]});
      v.segment<3>(3 * i) = spin - before;
      before = spin;
    }
  }
  static Model build(int n) {
    ModelBuilder builder("pendulum");
    builder.set_gravity({0, 0, -9.81});
    const auto cylinder =
        Inertia<double>::from_com(1, {0, 0, 0.5}, SymMat3<double>::diagonal(1.03 / 12, 1.03 / 12, 0.005));
    for (int i = 0; i < n; ++i) {
      builder.add_body("b" + std::to_string(i), i == 0 ? "world" : "b" + std::to_string(i - 1),
                       Transform<double>::translated({0, 0, i == 0 ? 0.0 : 1.0}),
                       Joint::spherical("j" + std::to_string(i)), cylinder);
    }
    return builder.build();
  }
  Eigen::Vector3d tip(const VectorXd& at) const {
    Workspace<double> ws(model);
    FrameMotion<double> motion;
    const Frame frame{"tip", model.body_count() - 1, Transform<double>::translated({0, 0, 1})};
    const VectorXd zero = VectorXd::Zero(model.nv());
    frame_motion(model, ws, at, zero, zero, frame, motion);
    return motion.placement.translation.eigen();
  }
  Model model;
  VectorXd q, v;
};

TEST(Simulation, OfChousPendulumHasTheTipAfterASecond) {
  struct Row {
    Eigen::Vector3d half, end;
    double energy;
  };
  const std::array<Row, 3> rows{
      Row{{-0.1316974216, 0.1612465652, -0.9780875903}, {-0.8726920447, -0.4882060792, -0.0079636332}, 0.177916666667},
      Row{{1.0887601169, 0.7816785390, -1.4044998981}, {-1.6304047739, -0.4573595617, -0.9841476605}, 1.345833333333},
      Row{{2.1310649373, 1.3047065325, -1.2189907711}, {-1.8823194444, -0.0736673342, -2.2628393479}, 4.516250000000}};
  for (int n = 1; n <= 3; ++n) {
    const ChouPendulum pendulum(n);
    SimulationOptions options;
    options.duration = 1;
    options.step = 0.5;
    const Simulation s = simulate(pendulum.model, pendulum.q, pendulum.v, options);
    EXPECT_LT((pendulum.tip(s.q.col(1)) - rows[n - 1].half).norm(), 1e-8) << n;
    EXPECT_LT((pendulum.tip(s.q.col(2)) - rows[n - 1].end).norm(), 1e-8) << n;
    EXPECT_NEAR(s.kinetic(0) + s.potential(0), rows[n - 1].energy, 1e-11) << n;
  }
}

}  // namespace tandem::ball_pendulum_test
