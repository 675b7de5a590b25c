#include <tandem/dynamics/kinematics.hpp>
#include <tandem/ocp/search/homotopy/homotopy.hpp>
#include <tandem/ocp/search/solve.hpp>
#include <tandem/problems/all.hpp>

#include <gtest/gtest.h>

#include <numbers>
#include <string>

namespace tandem::reaches_test {

// Motions stated on frames of a model, and under laws of force: what is known of them besides their reference values,
// which registry_test.cpp holds.

constexpr double kDegree = std::numbers::pi / 180.0;

const MultibodyDynamics& dynamics_of(const Problem& problem) {
  return problem.phases().front().dynamics.multibody()->dynamics();
}

/// Where a frame is at each knot, a column a knot.
Eigen::Matrix3Xd places(const Problem& problem, const Solution& solution, const std::string& name) {
  const Model& model = dynamics_of(problem).model();
  const Eigen::MatrixXd& states = solution.phases.front().states;
  const Frame frame = model.find_frame(name);
  const Eigen::VectorXd still = Eigen::VectorXd::Zero(model.nv());
  Workspace<double> ws(model);
  FrameMotion<double> motion;
  Eigen::Matrix3Xd all(3, states.cols());
  for (Eigen::Index k = 0; k < states.cols(); ++k) {
    const Eigen::VectorXd q = states.col(k).head(model.nq());
    frame_motion(model, ws, q, still, still, frame, motion);
    all.col(k) = motion.placement.translation.eigen();
  }
  return all;
}

// ---- the arm of one joint too many ----------------------------------------------------------------------------------

// Kept by its acceleration alone, the hand is where the line says to the accuracy of the mesh.
TEST(RedundantArm, DrawsItsLine) {
  const Problem problem = problems::redundant_arm_path();
  const Solution solution = solve(problem);
  const Eigen::Matrix3Xd hand = places(problem, solution, "hand");
  const Eigen::VectorXd& time = solution.phases.front().time;
  for (Eigen::Index k = 0; k < time.size(); ++k) {
    EXPECT_NEAR(hand(0, k), 1.90883205 - time(k), 1e-6);
    EXPECT_NEAR(hand(1, k), 0.98928223, 1e-6);
  }
}

// An independent solution by piecewise linear accelerations of the null space: 10.79758, ending at these angles.
TEST(RedundantArm, EndsWhereAnotherMethodEnds) {
  const Solution solution = solve(problems::redundant_arm_path());
  const PhaseSolution& line = solution.phases.front();
  const Eigen::Vector3d end = line.states.col(line.states.cols() - 1).head<3>() / kDegree;
  EXPECT_NEAR(solution.objective, 10.798, 1e-3);
  EXPECT_LT((end - Eigen::Vector3d(86.8898, -22.8068, -129.4057)).cwiseAbs().maxCoeff(), 2e-3);
}

// ---- the reach round a ball -----------------------------------------------------------------------------------------

TEST(ArmReach, PassesCloseByTheBallOnItsWayToThePoint) {
  const Problem problem = problems::arm_reach();
  const Solution solution = solve(problem);
  const Eigen::Matrix3Xd hand = places(problem, solution, "flange");
  const Eigen::Vector3d target(problem.value("target_x"), problem.value("target_y"), problem.value("target_z"));
  EXPECT_LT((hand.col(hand.cols() - 1) - target).norm(), 1e-7);
  const Eigen::Vector3d ball(problem.value("ball_x"), problem.value("ball_y"), problem.value("ball_z"));
  const double nearest = (hand.colwise() - ball).colwise().norm().minCoeff();
  EXPECT_NEAR(nearest, problem.value("radius"), 2e-3);
  EXPECT_GE(nearest, problem.value("radius") - 1e-7);
}

TEST(ArmReach, IsCheaperWithoutTheBall) {
  Problem free = problems::arm_reach();
  free.set("radius", 0.0);
  EXPECT_LT(solve(free).objective, solve(problems::arm_reach()).objective);
}

// ---- the cart on a track with friction ------------------------------------------------------------------------------

TEST(CartPoleFriction, WithoutFrictionIsTheCartPole) {
  Problem smooth = problems::cart_pole_friction();
  smooth.set("friction", 0.0);
  EXPECT_NEAR(solve(smooth).objective, 58.80766747, 1e-5);
}

TEST(CartPoleFriction, IsFollowedFromNoneToThreeNewtons) {
  const Problem problem = problems::cart_pole_friction();
  HomotopyOptions options;
  options.certifies_points = false;
  const Homotopy path = follow_number(problem, "friction", 0.0, 3.0, options);
  ASSERT_EQ(path.status, PathStatus::reached) << path.reason;
  EXPECT_NEAR(path.points.front().objective, 58.80767, 1e-4);
  EXPECT_NEAR(path.points.back().objective, solve(problem).objective, 1e-6);
}

// ---- the drone and its load -----------------------------------------------------------------------------------------

TEST(DroneWithPendulum, TurnsByWhatItsRotorsTake) {
  Problem still = problems::drone_with_pendulum();
  still.set("yaw", 0.0);
  const double turning = solve(problems::drone_with_pendulum()).objective;
  EXPECT_LT(solve(still).objective, turning);
}

TEST(DroneWithPendulum, HangsItsLoadAtRestAtBothEnds) {
  const Problem problem = problems::drone_with_pendulum();
  const Solution solution = solve(problem);
  const Eigen::Matrix3Xd load = places(problem, solution, "load");
  EXPECT_LT((load.col(0) - Eigen::Vector3d(0.0, 0.0, -0.8)).norm(), 1e-9);
  EXPECT_LT((load.col(load.cols() - 1) - Eigen::Vector3d(2.0, 1.0, -0.3)).norm(), 1e-9);
}

}  // namespace tandem::reaches_test
