#include <tandem/dynamics/configuration.hpp>
#include <tandem/dynamics/energy.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/spanning.hpp>

#include "linkages.hpp"
#include <gtest/gtest.h>

#include <cmath>
#include <complex>
#include <numbers>

/// Mechanisms whose motion is known in closed form, and a four-bar whose numbers come from another program.
namespace tandem::closed_loops_test {

using Vector1 = Eigen::Matrix<double, 1, 1>;

Eigen::VectorXd one(double x) { return Eigen::VectorXd::Constant(1, x); }

Eigen::VectorXd tree_coordinates(const Model& model, const Eigen::VectorXd& q) {
  Workspace<double> ws(model);
  Eigen::VectorXd tree_q(model.tree().nq()), tree_v(model.tree().nv());
  span(model, model.parameters(), ws, q, Eigen::VectorXd::Zero(model.nv()), tree_q, tree_v);
  return tree_q;
}
/// A column of G for models of one freedom.
Eigen::VectorXd tree_rates(const Model& model, const Eigen::VectorXd& q) {
  Workspace<double> ws(model);
  Eigen::VectorXd tree_q(model.tree().nq()), tree_v(model.tree().nv());
  span(model, model.parameters(), ws, q, one(1), tree_q, tree_v);
  return tree_v;
}
double reduced_inertia(const Model& model, const Eigen::VectorXd& q) {
  Workspace<double> ws(model);
  Eigen::MatrixXd M(1, 1);
  mass_matrix(model, ws, q, M);
  return M(0, 0);
}
/// Angular acceleration about z of a body.
double turn_acceleration(const Model& model, const char* body, const Eigen::VectorXd& q, double v, double a) {
  Workspace<double> ws(model);
  FrameMotion<double> motion;
  frame_motion(model, ws, q, one(v), one(a), model.find_frame(body), motion);
  return motion.acceleration.angular.z;
}

void expect_the_known_four_bar(const Model& model) {
  const Eigen::VectorXd q = model.neutral_configuration();
  Workspace<double> ws(model);
  ASSERT_EQ(model.nv(), 1);
  ASSERT_EQ(model.nq(), 3);
  EXPECT_EQ(q(0), 0.7);
  EXPECT_NEAR(q(1), -0.167067422839578, 1e-11);
  const Eigen::VectorXd rates = tree_rates(model, q);
  EXPECT_NEAR(1 + rates(1), -0.330352942959764, 1e-11);
  EXPECT_NEAR(reduced_inertia(model, q), 0.104855785856169, 1e-11);
  Eigen::VectorXd bias_force(1), a(1), tau(1), wanted(1);
  bias(model, ws, q, one(1.3), bias_force);
  EXPECT_NEAR(bias_force(0), 3.51735085382191, 1e-11);
  forward_dynamics(model, ws, q, one(1.3), one(2), a);
  EXPECT_NEAR(a(0), -14.4708357429438, 1e-11);
  inverse_dynamics(model, ws, q, one(1.3), a, tau);
  EXPECT_NEAR(tau(0), 2, 1e-11);
  const std::vector<Drive> driven(model.body_count(), Drive::motion), free(model.body_count(), Drive::force);
  std::vector<Drive> crank = free;
  crank[model.joint_index("crank")] = Drive::motion;
  hybrid_dynamics(model, ws, q, one(1.3), crank, a, wanted);
  EXPECT_NEAR(wanted(0), 2, 1e-11);
  EXPECT_NEAR(turn_acceleration(model, "coupler", q, 1.3, a(0)) - a(0), 19.8539030339085, 1e-10);
  EXPECT_NEAR(turn_acceleration(model, "rocker", q, 1.3, a(0)), -0.157089930157648, 1e-11);
}

TEST(ClosedLoops, GiveTheKnownFourBarCutAtTheCoupler) {
  const Model model = test::four_bar();
  expect_the_known_four_bar(model);
  const Eigen::VectorXd q = model.neutral_configuration();
  EXPECT_NEAR(q(2), 1.53994254209403, 1e-11);
  EXPECT_NEAR(tree_rates(model, q)(2), 0.0983695513961658, 1e-11);
}

TEST(ClosedLoops, GiveTheSameFourBarCutAtTheGround) {
  const Model model = test::four_bar_cut_at_ground();
  expect_the_known_four_bar(model);
  const Eigen::VectorXd q = model.neutral_configuration();
  EXPECT_NEAR(q.sum(), 1.53994254209403, 1e-11);
  EXPECT_NEAR(tree_rates(model, q).sum(), 0.0983695513961658, 1e-11);
}

TEST(ClosedLoops, PushTheirJointsAlikeWhereverTheyAreCut) {
  const Model models[] = {test::four_bar(), test::four_bar_cut_at_ground()};
  std::vector<Wrench<double>> through[2];
  for (int k = 0; k < 2; ++k) {
    const Model& model = models[k];
    Workspace<double> ws(model);
    through[k].resize(model.body_count());
    joint_wrenches(model, ws, model.neutral_configuration(), one(1.3), one(-4), through[k]);
    for (const char* name : {"coupler", "rocker"}) {
      EXPECT_NEAR(through[k][model.body_index(name)].torque.z, 0, 1e-12) << name;  // nothing drives it
    }
  }
  for (const char* name : {"crank", "coupler"}) {
    const Wrench<double>&a = through[0][models[0].body_index(name)], &b = through[1][models[1].body_index(name)];
    EXPECT_LT((a.eigen() - b.eigen()).norm(), 1e-11 * a.eigen().norm()) << name;
  }
}

TEST(ClosedLoops, CloseFromDependentCoordinatesThatAreSlightlyOff) {
  const Model model = test::four_bar();
  Eigen::VectorXd q = model.neutral_configuration();
  const Eigen::VectorXd closed = q;
  q(1) += 1e-4, q(2) -= 2e-4;
  EXPECT_LT((tree_coordinates(model, q) - closed).norm(), 1e-13);
  q(1) += 0.05, q(2) -= 0.05;
  for (int step = 0; step < 2; ++step) normalize<double>(model, q);
  EXPECT_LT((q - closed).norm(), 1e-13);
}

TEST(ClosedLoops, MoveAParallelogramAsOneRodForEveryAngle) {
  // Both rods turn about their ends, the coupler moves along a circle: 2 m r^2/3 + m_coupler r^2.
  for (double angle = 0.2; angle < 6.2; angle += 0.37) {
    if (std::abs(std::sin(angle)) < 0.1) continue;
    const Model model = test::parallelogram(0.5, 1.2, 0.7, angle);
    const Eigen::VectorXd q = model.neutral_configuration();
    EXPECT_NEAR(reduced_inertia(model, q), 2 * 1.2 * 0.25 / 3 + 0.7 * 0.25, 1e-13) << angle;
    EXPECT_NEAR(turn_acceleration(model, "coupler", q, 2, 3), 0, 1e-11) << angle;
  }
}

TEST(ClosedLoops, MoveASliderAsItsCrankSays) {
  const double r = 0.3, l = 1.0;
  for (const double angle : {0.4, 1.3, 2.5, 4.0}) {
    const Model model = test::slider_crank(r, l, angle);
    const Eigen::VectorXd q = model.neutral_configuration();
    // x(t), x', x'' by steps into the complex plane of r cos t + sqrt(l^2 - r^2 sin^2 t).
    const auto x = [&](std::complex<double> t) {
      return r * std::cos(t) + std::sqrt(l * l - r * r * std::sin(t) * std::sin(t));
    };
    const auto dx = [&](std::complex<double> t) {
      return -r * std::sin(t) -
             r * r * std::sin(t) * std::cos(t) / std::sqrt(l * l - r * r * std::sin(t) * std::sin(t));
    };
    EXPECT_NEAR(q(2), x(angle).real(), 1e-13);
    EXPECT_NEAR(tree_rates(model, q)(2), dx(angle).real(), 1e-13);
    Workspace<double> ws(model);
    FrameMotion<double> motion;
    frame_motion(model, ws, q, one(1.7), one(0.4), model.find_frame("slider"), motion);
    const double ddx = dx({angle, 1e-40}).imag() / 1e-40;
    EXPECT_NEAR(motion.acceleration.linear.x, ddx * 1.7 * 1.7 + dx(angle).real() * 0.4, 1e-12);
  }
}

TEST(ClosedLoops, KeepATurningSlotOnItsPin) {
  // The arm's angle is atan2(r sin t, r cos t - d); its second derivative has the slot's own turning in it.
  const double r = 0.4, d = 1.0;
  for (const double angle : {0.5, 2.0, 3.6, 5.5}) {
    const Model model = test::pin_in_slot(r, d, angle);
    const Eigen::VectorXd q = model.neutral_configuration();
    const auto rate = [&](std::complex<double> t) {
      return r * (r - d * std::cos(t)) / (r * r + d * d - 2 * r * d * std::cos(t));
    };
    EXPECT_NEAR(tree_rates(model, q)(1), rate(angle).real(), 1e-13);
    const double second = rate({angle, 1e-40}).imag() / 1e-40;
    EXPECT_NEAR(turn_acceleration(model, "arm", q, 1.5, -0.3), second * 1.5 * 1.5 - 0.3 * rate(angle).real(), 1e-12);
  }
}

TEST(ClosedLoops, LetADifferentialsCarrierTurnWithTheMeanOfItsWheels) {
  const auto wheel = [](double izz) {
    return Inertia<double>::from_com(1, Vec3<double>::zero(), SymMat3<double>::diagonal(izz, izz, izz));
  };
  const Model model = test::planar("differential")
                          .add_body("left", "world", test::at(0, 0), test::hinge("left"), wheel(0.2))
                          .add_body("right", "world", test::at(0, 0), test::hinge("right"), wheel(0.3))
                          .add_body("carrier", "world", test::at(0, 0), test::hinge("carrier"), wheel(0.8))
                          .couple("carrier", {{"left", 0.5}, {"right", 0.5}})
                          .build();
  ASSERT_EQ(model.nq(), 2);
  Workspace<double> ws(model);
  const Eigen::Vector2d q(0.4, 1.0);
  Eigen::MatrixXd M(2, 2), inverse(2, 2);
  mass_matrix(model, ws, q, M);
  Eigen::Matrix2d expected;
  expected << 0.2 + 0.2, 0.2, 0.2, 0.3 + 0.2;
  EXPECT_LT((M - expected).norm(), 1e-15);
  mass_matrix_inverse(model, ws, q, inverse);
  EXPECT_LT((inverse - expected.inverse()).norm(), 1e-14);
  EXPECT_NEAR(tree_coordinates(model, q)(2), 0.7, 1e-15);
}

/// A cross between two shafts whose axes meet at an angle b; the hinge of the driven shaft's bearing closes the loop.
Model cardan_shaft(double b) {
  const auto ball = Inertia<double>::sphere(1, Vec3<double>::zero(), 0.1);
  const Mat3<double> tilt = Mat3<double>::from(Eigen::AngleAxisd(b, Eigen::Vector3d::UnitY()).toRotationMatrix());
  return test::planar("cardan-shaft")
      .add_body("driving", "world", test::at(0, 0), Joint::revolute("driving", Eigen::Vector3d::UnitX()), ball)
      .add_body("cross", "driving", test::at(0, 0), Joint::revolute("first", Eigen::Vector3d::UnitY()), ball)
      .add_body("driven", "cross", Transform<double>::rotated(tilt),
                Joint::revolute("second", Eigen::Vector3d::UnitZ()), ball)
      .add_frame("bearing", "world",
                 Transform<double>::rotated(
                     tilt * Mat3<double>::from(
                                Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitY()).toRotationMatrix())))
      .add_frame("shaft", "driven",
                 Transform<double>::rotated(Mat3<double>::from(
                     Eigen::AngleAxisd(std::numbers::pi / 2, Eigen::Vector3d::UnitY()).toRotationMatrix())))
      .close("bearing", "bearing", "shaft", kHinge)
      .independent("driving")
      .build();
}

TEST(ClosedLoops, DriveACardanShaftBetweenCosineAndItsInverse) {
  const double b = 0.5;
  const Model model = cardan_shaft(b);
  EXPECT_EQ(model.clusters().all[0].loops[0].redundant, 3);
  Eigen::VectorXd q = model.neutral_configuration();
  Workspace<double> ws(model);
  double least = 10, most = 0;
  for (int step = 0; step <= 64; ++step) {
    FrameMotion<double> motion;
    frame_motion(model, ws, q, one(1), one(0), model.find_frame("shaft"), motion);
    const double speed = std::abs(motion.velocity.angular.z);
    EXPECT_NEAR(motion.velocity.angular.x, 0, 1e-12);
    EXPECT_NEAR(motion.velocity.angular.y, 0, 1e-12);
    least = std::min(least, speed), most = std::max(most, speed);
    Eigen::VectorXd next(q.size());
    integrate<double>(model, q, one(std::numbers::pi / 32), next);
    q = next;
  }
  EXPECT_NEAR(least, std::cos(b), 1e-12);
  EXPECT_NEAR(most, 1 / std::cos(b), 1e-12);
}

TEST(ClosedLoops, TurnACrankOnceAroundAndComeBack) {
  const Model model = test::four_bar();
  Eigen::VectorXd q = model.neutral_configuration();
  const Eigen::VectorXd start = q;
  for (int step = 0; step < 60; ++step) {
    Eigen::VectorXd next(3);
    integrate<double>(model, q, one(2 * std::numbers::pi / 60), next);
    q = next;
  }
  EXPECT_NEAR(q(0), start(0) + 2 * std::numbers::pi, 1e-13);
  EXPECT_NEAR(q(1), start(1) - 2 * std::numbers::pi, 1e-12);  // the coupler does not turn around
  EXPECT_NEAR(q(2), start(2), 1e-12);
}

}  // namespace tandem::closed_loops_test
