#include <tandem/dynamics/spatial.hpp>

#include <tandem/dynamics/inertia.hpp>

#include "random_tree.hpp"
#include <gtest/gtest.h>

namespace tandem::spatial_test {

using Matrix6 = Eigen::Matrix<double, 6, 6>;
using Vector6 = Eigen::Matrix<double, 6, 1>;

Eigen::Matrix3d skew(const Vec3<double>& v) {
  Eigen::Matrix3d m;
  m << 0, -v.z, v.y, v.z, 0, -v.x, -v.y, v.x, 0;
  return m;
}

/// The 6 x 6 matrix that brings motions from child to parent.
Matrix6 motion_matrix(const Transform<double>& X) {
  Matrix6 m = Matrix6::Zero();
  const Eigen::Matrix3d R = X.rotation.eigen();
  m.topLeftCorner<3, 3>() = m.bottomRightCorner<3, 3>() = R;
  m.bottomLeftCorner<3, 3>() = skew(X.translation) * R;
  return m;
}

Matrix6 inertia_matrix(const Inertia<double>& I) {
  Matrix6 m;
  m << I.rotational.eigen(), skew(I.moment), -skew(I.moment), I.mass * Eigen::Matrix3d::Identity();
  return m;
}

Matrix6 inertia_matrix(const ArticulatedInertia<double>& I) {
  Matrix6 m;
  m << I.A.eigen(), I.B.eigen(), I.B.eigen().transpose(), I.C.eigen();
  return m;
}

Motion<double> motion(const Vector6& m) { return {Vec3<double>(m.head<3>()), Vec3<double>(m.tail<3>())}; }
Wrench<double> wrench(const Vector6& f) { return {Vec3<double>(f.head<3>()), Vec3<double>(f.tail<3>())}; }

struct SpatialAlgebra : ::testing::Test {
  test::Dice dice{5};
  Transform<double> X = dice.placement();
  Matrix6 M = motion_matrix(X);
  Vector6 v = dice.vector(6), u = dice.vector(6);
};

TEST_F(SpatialAlgebra, BringsMotionsAndWrenchesBetweenFrames) {
  EXPECT_LT((to_parent(X, motion(v)).eigen() - M * v).norm(), 1e-14);
  EXPECT_LT((to_child(X, motion(v)).eigen() - M.inverse() * v).norm(), 1e-14);
  EXPECT_LT((to_parent(X, wrench(v)).eigen() - M.inverse().transpose() * v).norm(), 1e-14);
  EXPECT_LT((to_child(X, wrench(v)).eigen() - M.transpose() * v).norm(), 1e-14);
}

TEST_F(SpatialAlgebra, KeepsPowerInEveryFrame) {
  EXPECT_NEAR(dot(to_parent(X, motion(v)), to_parent(X, wrench(u))), v.dot(u), 1e-14);
}

TEST_F(SpatialAlgebra, HasDualCrossProducts) {
  // (v x m).f = -m.(v x* f)
  const Vector6 f = dice.vector(6);
  EXPECT_NEAR(dot(cross(motion(v), motion(u)), wrench(f)), -dot(motion(u), cross(motion(v), wrench(f))), 1e-14);
}

TEST_F(SpatialAlgebra, InvertsAndComposesTransforms) {
  const Transform<double> Y = dice.placement();
  EXPECT_LT((motion_matrix(X * Y) - M * motion_matrix(Y)).norm(), 1e-14);
  EXPECT_LT((motion_matrix(inverse(X)) - M.inverse()).norm(), 1e-13);
  const Vec3<double> point(0.3, -1, 2);
  EXPECT_LT((to_parent(inverse(X), to_parent(X, point)) - point).eigen().norm(), 1e-14);
}

TEST_F(SpatialAlgebra, BringsInertiasBetweenFrames) {
  const Inertia<double> I = dice.inertia();
  const Matrix6 expected = M.inverse().transpose() * inertia_matrix(I) * M.inverse();
  EXPECT_LT((inertia_matrix(to_parent(X, I)) - expected).norm(), 1e-13 * expected.norm());
  EXPECT_LT((inertia_matrix(to_parent(X, articulated(I))) - expected).norm(), 1e-13 * expected.norm());
  EXPECT_LT(((I * motion(v)).eigen() - inertia_matrix(I) * v).norm(), 1e-14);
  EXPECT_LT(((articulated(I) * motion(v)).eigen() - inertia_matrix(I) * v).norm(), 1e-14);
}

TEST_F(SpatialAlgebra, BringsWhatARevoluteJointLetsThroughToTheParent) {
  const Matrix6 I = inertia_matrix(dice.inertia());
  const Matrix6 through = I - I.col(2) * I.row(2) / I(2, 2);
  const ArticulatedInertia<double> J{SymMat3<double>::from(through.topLeftCorner<3, 3>()),
                                     Mat3<double>::from(through.topRightCorner<3, 3>()),
                                     SymMat3<double>::from(through.bottomRightCorner<3, 3>())};
  const Matrix6 expected = M.inverse().transpose() * through * M.inverse();
  EXPECT_LT((inertia_matrix(to_parent_without_z(X, J)) - expected).norm(), 1e-13 * expected.norm());
}

TEST(Inertia, KnowsSimpleBodies) {
  const Inertia<double> rod = Inertia<double>::rod(3, {0, 0, 0}, {0, 0, 2});
  EXPECT_NEAR(rod.rotational.xx, 3 * 4 / 3.0, 1e-15);
  EXPECT_NEAR(rod.rotational.zz, 0, 1e-15);
  EXPECT_NEAR(rod.com().z, 1, 1e-15);
  const Inertia<double> box = Inertia<double>::box(12, {0, 0, 0}, {1, 2, 3});
  EXPECT_NEAR(box.about_com().xx, 13, 1e-14);
  EXPECT_NEAR(box.about_com().zz, 5, 1e-14);
  EXPECT_NEAR(Inertia<double>::sphere(5, {1, 2, 3}, 2).about_com().yy, 8, 1e-13);
}

}  // namespace tandem::spatial_test
