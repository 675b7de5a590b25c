#include <tandem/core/error.hpp>
#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/inverse_dynamics.hpp>
#include <tandem/dynamics/mass_matrix.hpp>
#include <tandem/dynamics/rotation.hpp>

#include "flattened.hpp"
#include "random_tree.hpp"
#include "scalars.hpp"
#include <Eigen/Dense>
#include <gtest/gtest.h>

/// Joints of several freedoms are joints of one freedom in a row.
namespace tandem::compound_joints_test {

using test::RandomCase;

const Transform<double> kHere = Transform<double>::identity();

/// Wrenches by the bodies' names, none on bodies that the other model has not.
std::vector<Wrench<double>> wrenches_of(const Model& flat, const RandomCase& c) {
  std::vector<Wrench<double>> wrenches(flat.body_count(), Wrench<double>::zero());
  for (int i = 1; i < c.model.body_count(); ++i) wrenches[flat.body_index(c.model.body(i).name)] = c.wrenches[i];
  return wrenches;
}

TEST(CompoundJoints, AreJointsOfOneFreedomInARow) {
  int compound = 0;
  for (unsigned seed = 2; seed < 300; seed += 3) {
    RandomCase c(seed);
    const Model flat = test::flattened(c.model);
    compound += flat.body_count() - c.model.body_count();
    ASSERT_EQ(flat.nq(), c.model.nq());
    for (int d = 0; d < flat.nv(); ++d) EXPECT_EQ(flat.velocity_name(d), c.model.velocity_name(d));
    const std::vector<Wrench<double>> wrenches = wrenches_of(flat, c);
    const int nv = flat.nv();
    Workspace<double> ws(flat);
    Eigen::VectorXd tau(nv), expected(nv);
    inverse_dynamics(c.model, c.ws, c.q, c.v, c.a, tau, c.wrenches);
    inverse_dynamics(flat, ws, c.q, c.v, c.a, expected, wrenches);
    EXPECT_LT((tau - expected).norm(), 1e-12 * (1 + expected.norm())) << c.model.name();
    Eigen::MatrixXd mass(nv, nv), other(nv, nv);
    mass_matrix(c.model, c.ws, c.q, mass);
    mass_matrix(flat, ws, c.q, other);
    EXPECT_LT((mass - other).norm(), 1e-12 * other.norm()) << c.model.name();
    const double condition = other.norm() * other.inverse().norm();
    forward_dynamics(c.model, c.ws, c.q, c.v, c.a, tau, c.wrenches);
    forward_dynamics(flat, ws, c.q, c.v, c.a, expected, wrenches);
    EXPECT_LT((tau - expected).norm(), 1e-14 * condition * (1 + expected.norm())) << c.model.name();
    const Frame tool{"tool", c.model.body_count() - 1, c.dice.placement()};
    const Frame same{"tool", flat.body_index(c.model.body(tool.body).name), tool.placement};
    FrameMotion<double> motion, expected_motion;
    frame_motion(c.model, c.ws, c.q, c.v, c.a, tool, motion);
    frame_motion(flat, ws, c.q, c.v, c.a, same, expected_motion);
    EXPECT_LT((motion.velocity - expected_motion.velocity).eigen().norm(), 1e-13 * (1 + nv));
    EXPECT_LT((motion.acceleration - expected_motion.acceleration).eigen().norm(), 1e-12 * (1 + nv));
    EXPECT_NEAR(kinetic_energy(c.model, c.ws, c.q, c.v), kinetic_energy(flat, ws, c.q, c.v), 1e-12 * other.norm());
  }
  EXPECT_GT(compound, 300);  // freedoms that were put into one joint
}

/// An arm on a joint, which carries a hinge.
Model arm_on(const Joint& joint, const Transform<double>& placement) {
  test::Dice dice(4);
  ModelBuilder builder("arm");
  builder.add_body("arm", "world", placement, joint, dice.inertia());
  builder.add_body("hand", "arm", dice.placement(), Joint::revolute("wrist", dice.point()), dice.inertia());
  return builder.build();
}

/// Accelerations with one freedom of the first joint locked.
Eigen::VectorXd locked_accelerations(const Model& model, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                     const std::vector<int>& free) {
  Workspace<double> ws(model);
  Eigen::MatrixXd M(model.nv(), model.nv());
  Eigen::VectorXd b(model.nv());
  mass_matrix(model, ws, q, M);
  bias(model, ws, q, v, b);
  return M(free, free).ldlt().solve(-b(free));
}

TEST(CompoundJoints, ACylindricalJointWithItsTurnLockedIsPrismaticAndWithItsSlideLockedRevolute) {
  test::Dice dice(8);
  const Eigen::Vector3d axis = dice.point();
  const Transform<double> placement = dice.placement();
  const Model sleeve = arm_on(Joint::cylindrical("sleeve", axis), placement);
  EXPECT_EQ(sleeve.coordinate_name(0), "sleeve.turn");
  EXPECT_EQ(sleeve.velocity_name(1), "sleeve.slide");
  const double turn = 0.7, slide = -1.3;
  const Vec3<double> unit(axis.normalized());
  const Model slider =
      arm_on(Joint::prismatic("slide", axis), placement * Transform<double>::rotated(turn_about(unit, turn)));
  const Model hinge = arm_on(Joint::revolute("turn", axis), placement * Transform<double>::translated(unit * slide));
  Eigen::VectorXd a(2);
  Workspace<double> ws(slider);
  forward_dynamics(slider, ws, Eigen::Vector2d(slide, 0.4), Eigen::Vector2d(1.1, -2), Eigen::Vector2d::Zero(), a);
  const Eigen::VectorXd sliding =
      locked_accelerations(sleeve, Eigen::Vector3d(turn, slide, 0.4), Eigen::Vector3d(0, 1.1, -2), {1, 2});
  EXPECT_LT((a - sliding).norm(), 1e-12 * a.norm());
  forward_dynamics(hinge, ws, Eigen::Vector2d(turn, 0.4), Eigen::Vector2d(1.1, -2), Eigen::Vector2d::Zero(), a);
  const Eigen::VectorXd turning =
      locked_accelerations(sleeve, Eigen::Vector3d(turn, slide, 0.4), Eigen::Vector3d(1.1, 0, -2), {0, 2});
  EXPECT_LT((a - turning).norm(), 1e-12 * a.norm());
}

TEST(CompoundJoints, ANutOnAVerticalScrewFallsAsItsInertiaLetsIt) {
  const double m = 0.8, g = 9.81, h = 0.05, radius = 0.2;
  const Inertia<double> nut = Inertia<double>::sphere(m, {0, 0, 0}, radius);
  const double I = nut.rotational.zz;
  for (const double rotor : {0.0, 0.3}) {
    ModelBuilder builder("screw");
    Joint joint = Joint::screw("thread", Eigen::Vector3d::UnitZ(), h);
    joint.rotor_inertia = rotor;
    builder.add_body("nut", "world", kHere, joint, nut);
    const Model model = builder.build();
    Workspace<double> ws(model);
    Eigen::VectorXd a(1), inverse(1);
    const Eigen::VectorXd q = Eigen::VectorXd::Constant(1, 2.0), v = Eigen::VectorXd::Constant(1, -3.0);
    forward_dynamics(model, ws, q, v, Eigen::VectorXd::Zero(1), a);
    EXPECT_NEAR(-a(0) * h, m * g * h * h / (I + rotor + m * h * h), 1e-14);
    Eigen::MatrixXd M_inverse(1, 1);
    mass_matrix_inverse(model, ws, q, M_inverse);
    EXPECT_NEAR(M_inverse(0, 0) * (I + rotor + m * h * h), 1, 1e-14);
  }
}

TEST(CompoundJoints, ReportFreedomsThatDependOnEachOtherByName) {
  ModelBuilder builder("gimbal");
  builder.add_body("rotor", "world", kHere, Joint::euler("gimbal", {0, 0, 1}, {0, 1, 0}, {0, 0, 1}),
                   Inertia<double>::box(1, {0, 0, 0}, {1, 2, 3}));
  const Model model = builder.build();
  Workspace<double> ws(model);
  const Eigen::Vector3d zero = Eigen::Vector3d::Zero();
  Eigen::VectorXd a(3);
  try {
    forward_dynamics(model, ws, Eigen::Vector3d(0.3, 0, 0.2), zero, zero, a);
    FAIL();
  } catch (const NumericalError& error) {
    EXPECT_STREQ(error.what(),
                 "joint 'gimbal': its 3 freedoms depend on each other at this configuration, so that its "
                 "accelerations are not determined");
  }
  EXPECT_NO_THROW(forward_dynamics(model, ws, Eigen::Vector3d(0.3, 0.5, 0.2), zero, zero, a));
  // Inverse dynamics needs no inverse.
  EXPECT_NO_THROW(inverse_dynamics(model, ws, zero, zero, zero, a));
}

TEST(CompoundJoints, TellAFreedomWithoutInertiaFromDependentOnes) {
  ModelBuilder builder("rod");
  builder.add_body("rod", "world", kHere, Joint::universal("hook", {1, 0, 0}, {0, 0, 1}),
                   Inertia<double>::rod(1, {0, 0, 0}, {0, 0, 1}));
  const Model model = builder.build();
  Workspace<double> ws(model);
  const Eigen::Vector2d zero = Eigen::Vector2d::Zero();
  Eigen::VectorXd a(2);
  try {
    forward_dynamics(model, ws, zero, zero, zero, a);
    FAIL();
  } catch (const NumericalError& error) {
    EXPECT_NE(std::string(error.what()).find("joint 'hook': what it carries has an inertia of"), std::string::npos);
  }
}

}  // namespace tandem::compound_joints_test
