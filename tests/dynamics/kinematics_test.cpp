#include <tandem/dynamics/kinematics.hpp>

#include <tandem/core/error.hpp>

#include "random_tree.hpp"
#include "reference.hpp"
#include <Eigen/LU>
#include <gtest/gtest.h>

namespace tandem::kinematics_test {

using test::kTrees;
using test::RandomCase;

Frame random_frame(RandomCase& c) { return {"tool", c.dice.integer(1, c.model.body_count() - 1), c.dice.placement()}; }

TEST(FrameMotion, AgreesWithThePointKinematicsOfRandomTrees) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const Frame frame = random_frame(c);
    FrameMotion<double> motion;
    frame_motion(c.model, c.ws, c.q, c.v, c.a, frame, motion);
    const test::ReferenceMotion reference = test::reference_motion(c.model, c.q, c.v, c.a);
    const test::ReferenceBody& b = reference.bodies[frame.body];
    const Eigen::Vector3d r = b.R * frame.placement.translation.eigen();
    const Eigen::Matrix3d R = b.R * frame.placement.rotation.eigen();
    const Eigen::Vector3d velocity = b.v + b.w.cross(r),
                          acceleration = b.a + b.alpha.cross(r) + b.w.cross(b.w.cross(r));
    EXPECT_LT((motion.placement.rotation.eigen() - R).norm(), 1e-14);
    EXPECT_LT((motion.placement.translation.eigen() - b.p - r).norm(), 1e-13);
    EXPECT_LT((R * motion.velocity.angular.eigen() - b.w).norm(), 1e-13);
    EXPECT_LT((R * motion.velocity.linear.eigen() - velocity).norm(), 1e-12);
    EXPECT_LT((R * motion.acceleration.angular.eigen() - b.alpha).norm(), 1e-12 * (1 + b.alpha.norm()));
    EXPECT_LT((R * motion.point_acceleration().eigen() - acceleration).norm(), 1e-12 * (1 + acceleration.norm()));
  }
}

TEST(FrameJacobian, BringsVelocitiesToTheFrame) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const Frame frame = random_frame(c);
    Eigen::MatrixXd J = Eigen::MatrixXd::Constant(6, c.model.nv(), 7);
    frame_jacobian(c.model, c.ws, c.q, frame, J);
    FrameMotion<double> motion;
    frame_motion(c.model, c.ws, c.q, c.v, c.a, frame, motion);
    EXPECT_LT((J * c.v - motion.velocity.eigen()).norm(), 1e-13 * (1 + J.norm())) << c.model.name();
  }
}

TEST(BodyPlacements, AreThoseOfTheFrames) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    RandomCase c(seed);
    std::vector<Transform<double>> placements(c.model.body_count());
    body_placements(c.model, c.ws, c.q, placements);
    const test::ReferenceMotion reference = test::reference_motion(c.model, c.q, c.v, c.a);
    for (int i = 0; i < c.model.body_count(); ++i) {
      EXPECT_LT((placements[i].rotation.eigen() - reference.bodies[i].R).norm(), 1e-13);
      EXPECT_LT((placements[i].translation.eigen() - reference.bodies[i].p).norm(), 1e-13);
    }
  }
}

TEST(OperationalInertia, IsTheInverseOfTheMobilityOfTheFrame) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    const Frame frame = random_frame(c);
    Eigen::MatrixXd J(6, c.model.nv()), mobility(6, 6), inertia(6, 6);
    frame_jacobian(c.model, c.ws, c.q, frame, J);
    const Eigen::MatrixXd M = test::reference_mass_matrix(c.model, c.q);
    const Eigen::MatrixXd expected = J * M.ldlt().solve(J.transpose());
    operational_inertia_inverse(c.model, c.ws, c.q, frame, mobility);
    EXPECT_LT((mobility - expected).norm(), 1e-10 * (1 + expected.norm())) << c.model.name();
    int root = frame.body;
    while (c.model.body(root).parent != kWorld) root = c.model.body(root).parent;
    if (c.model.body(root).joint.type != JointType::free) continue;
    operational_inertia(c.model, c.ws, c.q, frame, inertia);
    EXPECT_LT((inertia * mobility - Eigen::MatrixXd::Identity(6, 6)).norm(), 1e-10) << c.model.name();
  }
}

TEST(OperationalInertia, IsRefusedByNameWhereAFrameCannotMove) {
  ModelBuilder builder("door");
  builder.add_body("leaf", "world", Transform<double>::identity(), Joint::revolute("hinge", {0, 0, 1}),
                   Inertia<double>::box(10, {0.5, 0, 1}, {1, 0.05, 2}));
  builder.add_frame("handle", "leaf", Transform<double>::translated({0.9, 0, 1}));
  const Model model = builder.build();
  Workspace<double> ws(model);
  Eigen::MatrixXd inertia(6, 6);
  try {
    operational_inertia(model, ws, Eigen::VectorXd::Zero(1), model.find_frame("handle"), inertia);
    FAIL();
  } catch (const NumericalError& error) {
    EXPECT_EQ(std::string(error.what()).substr(0, 36), "frame 'handle': it can move in 1 dir");
  }
}

TEST(FrameMotion, RefusesAFrameOnNoBody) {
  RandomCase c(1);
  FrameMotion<double> motion;
  EXPECT_THROW(frame_motion(c.model, c.ws, c.q, c.v, c.a, Frame{"nowhere", 99}, motion), InvalidInput);
}

}  // namespace tandem::kinematics_test
