#include <tandem/core/vec3.hpp>

#include <Eigen/Geometry>
#include <gtest/gtest.h>

namespace tandem::vec3_test {

TEST(Vec3, ComputesLikeEigen) {
  const Eigen::Vector3d a(1, -2, 3), b(0.5, 4, -1);
  const Vec3<double> u(a), v(b);
  EXPECT_EQ(cross(u, v).eigen(), a.cross(b));
  EXPECT_EQ(dot(u, v), a.dot(b));
  EXPECT_EQ((u + v * 2.0 - -u).eigen(), Eigen::Vector3d(a + b * 2 + a));
}

TEST(Mat3, ComputesLikeEigen) {
  Eigen::Matrix3d m, n;
  m << 1, 2, 3, -4, 5, 6, 7, 8, -9;
  n << 2, 0, 1, 1, -3, 2, 5, 4, 1;
  const Eigen::Vector3d v(1, 2, -3);
  const Mat3<double> M = Mat3<double>::from(m), N = Mat3<double>::from(n);
  EXPECT_EQ((M * Vec3<double>(v)).eigen(), m * v);
  EXPECT_EQ(transposed_times(M, Vec3<double>(v)).eigen(), m.transpose() * v);
  EXPECT_EQ((M * N).eigen(), m * n);
  EXPECT_EQ(transposed(M).eigen(), m.transpose());
}

TEST(SymMat3, TurnsLikeATensor) {
  Eigen::Matrix3d a;
  a << 3, 1, -2, 1, 4, 0.5, -2, 0.5, 6;
  const Eigen::Matrix3d r = Eigen::AngleAxisd(0.8, Eigen::Vector3d(1, 2, -1).normalized()).toRotationMatrix();
  const SymMat3<double> turned = rotated(Mat3<double>::from(r), SymMat3<double>::from(a));
  EXPECT_LT((turned.eigen() - r * a * r.transpose()).norm(), 1e-14);
}

TEST(PointInertia, IsMinusTheSquareOfTheCrossProductMatrix) {
  const Eigen::Vector3d c(1, -2, 3);
  Eigen::Matrix3d C;
  C << 0, -c.z(), c.y(), c.z(), 0, -c.x(), -c.y(), c.x(), 0;
  EXPECT_EQ(point_inertia(2.0, Vec3<double>(c)).eigen(), -2 * C * C);
}

}  // namespace tandem::vec3_test
