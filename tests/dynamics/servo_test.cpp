#include <tandem/dynamics/servo.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/inverse_kinematics.hpp>
#include <tandem/dynamics/simulation.hpp>

#include "planar_arm.hpp"
#include "random_tree.hpp"
#include <Eigen/LU>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <array>
#include <cmath>

namespace tandem::servo_test {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double kDegree = M_PI / 180;
const std::vector<Vector3d> kPlane{{1, 0, 0}, {0, 1, 0}};

/// Ider's arm of three links, whose tip moves at -1 m/s along x.
struct RedundantArm {
  RedundantArm() {
    q *= kDegree;
    start = test::tip_of(model, q);
    MatrixXd J(6, 3);
    Workspace<double> ws(model);
    frame_jacobian(model, ws, q, model.find_frame("tip"), J);
    FrameMotion<double> motion;
    frame_motion(model, ws, q, v, v, model.find_frame("tip"), motion);
    const MatrixXd world = (motion.placement.rotation.eigen() * J.bottomRows(3)).topRows(2);
    Eigen::Matrix2d outer;
    outer << world.col(0), world.col(2);
    const Eigen::Vector2d rates = outer.inverse() * Eigen::Vector2d(-1, 0);
    v << rates(0), 0, rates(1);
  }
  Servo servo() const {
    const Vector3d from = start;
    return Servo(model).keep("tip", kPlane, [from](const TimeJet& t) {
      return std::vector<TimeJet>{from.x() - t, TimeJet(from.y())};
    });
  }
  Simulation run(Servo& servo) const {
    SimulationOptions options;
    options.duration = 1;
    options.step = 0.001;
    options.servo = &servo;
    return simulate(model, q, v, options);
  }
  double drift(const Simulation& s) const {
    double worst = 0;
    for (long k = 0; k < s.time.size(); ++k) {
      const Vector3d wanted = start - s.time(k) * Vector3d::UnitX();
      worst = std::max(worst, (test::tip_of(model, s.q.col(k)) - wanted).norm());
    }
    return worst;
  }
  Model model = test::three_link_arm();
  Vector3d q{60, -10, -90}, v = Vector3d::Zero(), start;
};

/// Integral over the series of |tau|^2, by Simpson.
double effort(const Simulation& s) {
  const long last = s.time.size() - 1;
  double sum = 0;
  for (long k = 0; k <= last; ++k) {
    const double weight = k == 0 || k == last ? 1 : k % 2 == 1 ? 4 : 2;
    sum += weight * s.tau.col(k).squaredNorm();
  }
  return sum * s.time(1) / 3;
}

TEST(Servo, WithNormalMultipliersMovesIdersArmAsTheReferenceDoes) {
  const RedundantArm arm;
  EXPECT_NEAR(arm.start.x(), 1.908832, 1e-6);
  EXPECT_NEAR(arm.v(0), 0.385954, 1e-6);
  Servo servo = arm.servo();
  const Simulation s = arm.run(servo);
  const Vector3d expected(80.730905, -12.506883, -136.089525);
  EXPECT_LT((s.q.rightCols<1>() / kDegree - expected).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_NEAR(effort(s), 55.684, 5e-4);
  EXPECT_LT(arm.drift(s), 1e-8);
  EXPECT_LT(s.audit.energy, 1e-9);
  const Vector3d first(-12.771, -5.752, 1.169);
  EXPECT_LT((s.tau.col(0) - first).cwiseAbs().maxCoeff(), 5e-4);
}

TEST(Servo, ByTwoMotorsLeavesTheThirdAtExactlyZero) {
  const RedundantArm arm;
  Servo servo = arm.servo().by({"j2", "j3"});
  const Simulation s = arm.run(servo);
  const Vector3d expected(87.136257, -23.201310, -129.133199);
  EXPECT_LT((s.q.rightCols<1>() / kDegree - expected).cwiseAbs().maxCoeff(), 1e-5);
  EXPECT_NEAR(effort(s), 10.901, 5e-4);
  EXPECT_LT(arm.drift(s), 1e-8);
  EXPECT_EQ(s.tau.row(0).cwiseAbs().maxCoeff(), 0);
  EXPECT_LT(s.audit.energy, 1e-9);
}

TEST(Servo, HasTheMatrixOfThePaper) {
  const RedundantArm arm;
  const Vector3d none = Vector3d::Zero();
  Servo normal = arm.servo(), two = arm.servo().by({"j2", "j3"});
  const ServoMotion first = normal.move(0, arm.q, arm.v, none), second = two.move(0, arm.q, arm.v, none);
  EXPECT_NEAR(first.matrix.determinant(), 31.18, 5e-3);
  EXPECT_NEAR(second.matrix.determinant(), -23.68, 5e-3);
  for (const ServoMotion& motion : {first, second}) {
    const VectorXd values = motion.matrix.jacobiSvd().singularValues();
    EXPECT_NEAR(motion.condition(), values(0) / values(4), 1e-9 * motion.condition());
  }
}

// The second paper's arm, at rest at both ends of a straight line: the rigid reference's torques every tenth of a
// second.
TEST(Servo, HasTheTorquesOfTheSecondPapersRigidArm) {
  const Model model = test::two_link_arm();
  const std::array<FrameTarget, 1> there{FrameTarget{"tip", Vector3d(0.4862, -0.7878, 0), {}}};
  const InverseKinematics start = inverse_kinematics(model, there, {.start = Eigen::Vector2d(80, -160) * kDegree});
  ASSERT_TRUE(start.reached) << start.message;
  EXPECT_NEAR(start.q(0) / kDegree, 80.0081, 1e-4);
  EXPECT_NEAR(start.q(1) / kDegree, -160.0041, 1e-4);
  Servo servo = Servo(model).keep("tip", kPlane, [](const TimeJet& t) {
    return std::vector<TimeJet>{1.5 * (t - sin(2 * M_PI * t) / (2 * M_PI)) + 0.4862, TimeJet(-0.7878)};
  });
  servo.by({"j1", "j2"});
  SimulationOptions options;
  options.duration = 1;
  options.step = 0.1;
  options.servo = &servo;
  const Simulation s = simulate(model, start.q, Eigen::Vector2d(0, 0), options);
  MatrixXd expected(2, 11);
  expected << 0, -9.9153, -10.3790, -7.5084, -12.1199, -17.9874, -12.2328, 10.2268, 31.7482, 26.6347, 0,  //
      0, 110.4205, 178.0483, 176.2630, 106.6039, 0, -97.3667, -148.5212, -141.6154, -85.5143, 0;
  EXPECT_LT((s.tau - expected).cwiseAbs().maxCoeff(), 1e-3);
  EXPECT_NEAR(s.q(0, 10) / kDegree, 35.3949, 1e-4);
  EXPECT_NEAR(s.q(1, 10) / kDegree, -84.8105, 1e-4);
}

// What the servo says of accelerations, forces and reactions is a motion: inverse dynamics gives the forces back.
TEST(Servo, MovesRandomTreesByItsForcesAlone) {
  int kept = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    test::RandomCase c(seed);
    const int tip = c.model.body_count() - 1;
    const Frame frame{"tool", tip, Transform<double>::translated({0.1, 0.2, -0.3})};
    const Vector3d direction = c.dice.point();
    const VectorXd tau = c.dice.vector(c.model.nv());
    Servo servo(c.model);
    ServoMotion motion;
    try {
      servo.keep(frame, {direction}, [](const TimeJet& t) { return std::vector<TimeJet>{3.0 * sin(t)}; });
      motion = servo.move(0.7, c.q, c.v, tau, c.wrenches);
    } catch (const Error&) {
      continue;  // no joint moves it, or not along this
    }
    ++kept;
    VectorXd back(c.model.nv());
    inverse_dynamics(c.model, c.ws, c.q, c.v, motion.accelerations, back, c.wrenches);
    const double scale = motion.forces.norm() + motion.accelerations.norm() + back.norm();
    EXPECT_LT((back - tau - motion.forces).norm(), 1e-10 * scale * motion.condition()) << seed;
    FrameMotion<double> at;
    frame_motion(c.model, c.ws, c.q, c.v, motion.accelerations, frame, at);
    const Vector3d acceleration = at.placement.rotation.eigen() * at.point_acceleration().eigen();
    EXPECT_NEAR(direction.normalized().dot(acceleration), -3 * std::sin(0.7), 1e-10 * scale) << seed;
    std::vector<Wrench<double>> through(c.model.body_count());
    joint_wrenches(c.model, c.ws, c.q, c.v, motion.accelerations, through, c.wrenches);
    EXPECT_EQ((through[tip].eigen() - motion.reactions[tip].eigen()).norm(), 0) << seed;
  }
  EXPECT_GT(kept, 80);
}

TEST(Servo, RefusesWhatItCannotKeepByName) {
  const RedundantArm arm;
  const auto still = [](const TimeJet&) { return std::vector<TimeJet>{0.0}; };
  const auto refusal = [](const auto& action) { return test::refusal(action); };
  EXPECT_EQ(refusal([&] {
              Servo(arm.model).keep("tipp", {{1, 0, 0}}, still);
            }),
            "model 'arm' has no frame 'tipp'; did you mean 'tip'?");
  EXPECT_EQ(refusal([&] {
              Servo(arm.model).keep(Frame{"post", kWorld}, {{1, 0, 0}}, still);
            }),
            "servo of model 'arm': no joint moves frame 'post'");
  EXPECT_EQ(refusal([&] { Servo(arm.model).keep("tip", kPlane, still); }),
            "servo of model 'arm': the path of frame 'tip' has 1 numbers for 2 directions");
  EXPECT_EQ(refusal([&] {
              arm.servo().by({"j2", "j4"});
            }),
            "servo of model 'arm': no freedom is called 'j4'; did you mean 'j1', 'j2' or 'j3'?");
  EXPECT_EQ(refusal([&] {
              arm.servo().by_combinations(Eigen::Matrix<double, 2, 3>{{1, 0, 0}, {2, 0, 0}});
            }),
            "servo of model 'arm': the motors cannot hold what is asked: they act in directions of rank 1 of 2");
  EXPECT_EQ(refusal([&] { arm.servo().by({"j2"}).check_start(arm.q, arm.v); }),
            "servo of model 'arm': 2 directions are kept by 1 motors, as many as directions are wanted");
  EXPECT_EQ(refusal([&] { Servo(arm.model).check_start(arm.q, arm.v); }),
            "servo of model 'arm': nothing is to be kept");
}

TEST(Servo, RefusesAStartOffThePathAndSaysHowFar) {
  const RedundantArm arm;
  Servo servo = arm.servo();
  SimulationOptions options;
  options.servo = &servo;
  EXPECT_TRUE(test::refuses([&] { simulate(arm.model, arm.q, Vector3d(0, 0, 0), options); },
                            "frame 'tip' along (1, 0, 0) starts 1 m/s off its path's speed"));
  Servo beside = Servo(arm.model).keep("tip", {{0, 1, 0}},
                                       [&](const TimeJet&) { return std::vector<TimeJet>{arm.start.y() - 0.25}; });
  options.servo = &beside;
  EXPECT_TRUE(test::refuses([&] { simulate(arm.model, arm.q, arm.v, options); },
                            "frame 'tip' along (0, 1, 0) starts 0.25 m off its path"));
}

TEST(Servo, SaysWhereItsMotorsCannotHoldWhatIsAsked) {
  const RedundantArm arm;
  const Vector3d none = Vector3d::Zero(), stretched(0.3, 0, 0);
  Servo servo = arm.servo();
  try {
    servo.move(0.5, stretched, none, none);
    FAIL() << "a stretched arm has no motion along itself";
  } catch (const NumericalError& error) {
    EXPECT_TRUE(test::says(error.what(), "the motors cannot hold what is asked: rank 1 of 2"));
  }
  Servo up = Servo(arm.model).keep("tip", {{0, 0, 1}}, [](const TimeJet&) { return std::vector<TimeJet>{0.0}; });
  try {
    up.move(0, arm.q, arm.v, none);
    FAIL() << "a planar arm does not leave its plane";
  } catch (const NumericalError& error) {
    EXPECT_TRUE(test::says(error.what(), "no joint moves frame 'tip' along (0, 0, 1) here"));
  }
}

}  // namespace tandem::servo_test
