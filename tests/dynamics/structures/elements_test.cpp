#include <tandem/dynamics/structures/elements.hpp>

#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>
#include <utility>

namespace tandem::structures::elements_test {

using Eigen::Matrix4d;
using Eigen::MatrixXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;
using test::refuses;

TEST(Bar, ResistsStretchingOnly) {
  const Vector3d a(0.0, 0.0, 0.0), b(3.0, 0.0, 4.0), along(0.6, 0.0, 0.8), across(0.8, 0.0, -0.6);
  const MatrixXd k = bar_stiffness(a, b);
  VectorXd stretch(6), turn(6), move(6);
  stretch << -along, along;
  turn << -across, across;
  move << Vector3d::Ones(), Vector3d::Ones();
  EXPECT_LE((k * stretch - 2.0 / 5.0 * stretch).norm(), 1e-15);  // 2 E A / l
  EXPECT_LE((k * turn).norm(), 1e-15);
  EXPECT_LE((k * move).norm(), 1e-15);
}

TEST(Bar, HasTheMassOfARodInAllDirections) {
  const Vector2d a(1.0, 1.0), b(1.0, 3.0);
  VectorXd move(4), turn(4);
  move << 0.6, 0.8, 0.6, 0.8;
  turn << -1.0, 0.0, 1.0, 0.0;  // about its middle with a rate of 1
  EXPECT_NEAR(move.dot(bar_mass(a, b) * move), 2.0, 1e-15);
  EXPECT_NEAR(turn.dot(bar_mass(a, b) * turn), 8.0 / 12.0, 1e-15);
  EXPECT_NEAR(move.dot(bar_mass(a, b, Mass::lumped) * move), 2.0, 1e-15);
}

TEST(Beam, OfOneElementBendsAsTheTextbookSays) {
  const double l = 3.0;
  const Matrix4d k = beam_stiffness(l);
  const Vector2d tip = k.bottomRightCorner<2, 2>().inverse() * Vector2d(1.0, 0.0);
  EXPECT_NEAR(tip(0), l * l * l / 3.0, 1e-13);
  EXPECT_NEAR(tip(1), l * l / 2.0, 1e-13);
}

TEST(Beam, HasTheInertiaOfARod) {
  const double l = 2.0;
  const Eigen::Vector4d turn(0.0, 1.0, l, 1.0);
  EXPECT_NEAR(turn.dot(beam_mass(l) * turn), l * l * l / 3.0, 1e-14);
  EXPECT_NEAR(Eigen::Vector4d(1, 0, 1, 0).dot(beam_mass(l, Mass::lumped) * Eigen::Vector4d(1, 0, 1, 0)), l, 1e-14);
}

TEST(GaussPoints, AreExactToTheirDegree) {
  for (int count = 1; count <= 5; ++count) {
    for (int power = 0; power <= 2 * count; ++power) {
      double sum = 0.0;
      for (const GaussPoint& point : gauss_points(count)) sum += point.weight * std::pow(point.at, power);
      const double error = std::abs(sum * (power + 1.0) - 1.0);
      EXPECT_EQ(error <= 1e-14, power < 2 * count) << count << " points, power " << power;
    }
  }
  EXPECT_TRUE(refuses([] { gauss_points(6); }, "1 to 5 points here, not 6"));
}

TEST(TaperedBeam, OfUniformSectionIsTheUniformOne) {
  Matrix4d k = Matrix4d::Zero(), m = k;
  for (const GaussPoint& point : gauss_points(4)) k += beam_stiffness_at(15.0, point), m += beam_mass_at(15.0, point);
  EXPECT_LE((k - beam_stiffness(15.0)).norm(), 1e-14 * k.norm());
  EXPECT_LE((m - beam_mass(15.0)).norm(), 1e-14 * m.norm());
}

TEST(TaperedBeam, IntegratesALinearDepthExactly) {
  const double l = 2.0, d0 = 0.3, d1 = 1.1;
  const auto integrated = [&](int count) {
    std::pair<Matrix4d, Matrix4d> sum{Matrix4d::Zero(), Matrix4d::Zero()};
    for (const GaussPoint& point : gauss_points(count)) {
      const double d = d0 + (d1 - d0) * point.at;
      sum.first += d * d * d * beam_stiffness_at(l, point);
      sum.second += d * beam_mass_at(l, point);
    }
    return sum;
  };
  const auto four = integrated(4), five = integrated(5), three = integrated(3);
  EXPECT_LE((four.first - five.first).norm(), 1e-13 * five.first.norm());
  EXPECT_LE((four.second - five.second).norm(), 1e-13 * five.second.norm());
  EXPECT_GE((three.second - five.second).norm(), 1e-4 * five.second.norm());
}

/// The stiffness of a beam in space with E A, G J, E Iy and E Iz.
MatrixXd stiffness(const SpaceBeam& beam, double ea, double gj, double eiy, double eiz) {
  return ea * beam.axial + gj * beam.torsion + eiy * beam.bending_z + eiz * beam.bending_y;
}

TEST(SpaceBeam, HasSixRigidMotionsWhereverItStands) {
  const Vector3d a(0.3, -1.0, 0.2), b(1.1, 0.4, 2.0), side(0.2, 0.1, 1.0);
  const SpaceBeam beam = space_beam(a, b, side);
  const MatrixXd k = stiffness(beam, 2.0, 3.0, 5.0, 7.0);
  for (int axis = 0; axis < 3; ++axis) {
    const Vector3d e = Vector3d::Unit(axis);
    VectorXd move(12), turn(12);
    move << e, Vector3d::Zero(), e, Vector3d::Zero();
    turn << e.cross(a), e, e.cross(b), e;
    EXPECT_LE((k * move).norm(), 1e-13 * k.norm());
    EXPECT_LE((k * turn).norm(), 1e-13 * k.norm());
    EXPECT_NEAR(move.dot(beam.mass * move), (b - a).norm(), 1e-13);
  }
  EXPECT_EQ(Eigen::FullPivLU<MatrixXd>(k).setThreshold(1e-10).rank(), 6);
}

TEST(SpaceBeam, HasTheComplianceOfACantileverInItsOwnAxes) {
  const double l = 2.0;
  const SpaceBeam beam = space_beam({0, 0, 0}, {0, l, 0}, {0, 0, 1});  // x' = y, y' = z, z' = x
  const MatrixXd tip = stiffness(beam, 2.0, 3.0, 5.0, 7.0).bottomRightCorner(6, 6).inverse();
  EXPECT_NEAR(tip(1, 1), l / 2.0, 1e-13);                  // stretched: l / E A
  EXPECT_NEAR(tip(4, 4), l / 3.0, 1e-13);                  // twisted: l / G J
  EXPECT_NEAR(tip(2, 2), l * l * l / (3.0 * 7.0), 1e-13);  // bent along its y: l^3 / 3 E Iz
  EXPECT_NEAR(tip(0, 0), l * l * l / (3.0 * 5.0), 1e-13);  // and along its z
  EXPECT_NEAR(std::abs(tip(2, 3)), l * l / (2.0 * 7.0), 1e-13);
}

TEST(Elements, OfNoLengthAreRefused) {
  EXPECT_TRUE(refuses([] { bar_stiffness(Vector2d(1, 1), Vector2d(1, 1)); }, "an element of length 0"));
  EXPECT_TRUE(refuses([] { beam_stiffness(-1.0); }, "an element of length -1"));
  EXPECT_TRUE(refuses([] { bar_stiffness(Vector2d(1, 1), Vector3d(1, 1, 1)); }, "2 and 3 coordinates"));
  EXPECT_TRUE(refuses([] { space_beam({0, 0, 0}, {1, 0, 0}, {2, 0, 0}); }, "is along it"));
}

}  // namespace tandem::structures::elements_test
