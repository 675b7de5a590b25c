#include <tandem/dynamics/configuration.hpp>

#include <tandem/core/error.hpp>
#include <tandem/dynamics/rotation.hpp>

#include "random_tree.hpp"
#include "reference.hpp"
#include <gtest/gtest.h>

#include <cmath>
#include <complex>

namespace tandem::configuration_test {

using test::kTrees;
using test::RandomCase;

TEST(Difference, UndoesIntegrate) {
  for (unsigned seed = 0; seed < kTrees; ++seed) {
    RandomCase c(seed);
    // Turns up to 3 rad at once, and very small ones; a turn near pi is known to 1e-16/(pi - 3) only.
    for (const double size : {1.7, 0.3, 1e-3, 1e-8, 0.0}) {
      Eigen::VectorXd moved(c.model.nq()), back(c.model.nv());
      integrate<double>(c.model, c.q, c.v * size, moved);
      difference<double>(c.model, c.q, moved, back);
      EXPECT_LT((back - c.v * size).norm(), 1e-14 * (1 + c.q.norm())) << c.model.name() << ", size " << size;
    }
  }
}

TEST(Integrate, KeepsQuaternionsOfUnitLength) {
  for (unsigned seed = 0; seed < 50; ++seed) {
    RandomCase c(seed);
    Eigen::VectorXd moved = c.q;
    for (int k = 0; k < 100; ++k) integrate<double>(c.model, Eigen::VectorXd(moved), c.v, moved);
    for (const Link& link : c.model.links()) {
      if (has_quaternion(link.type)) {
        EXPECT_NEAR(moved.segment<4>(link.q_index).norm(), 1, 3e-16);
      }
    }
  }
}

TEST(Integrate, AddsUpAlongTheSameVelocity) {
  // Constant joint velocities are one-parameter groups: two steps of v are one of 2 v.
  for (unsigned seed = 0; seed < 100; ++seed) {
    RandomCase c(seed);
    Eigen::VectorXd once(c.model.nq()), twice(c.model.nq()), at_once(c.model.nq()), rest(c.model.nv());
    integrate<double>(c.model, c.q, c.v, once);
    integrate<double>(c.model, once, c.v, twice);
    integrate<double>(c.model, c.q, c.v * 2, at_once);
    difference<double>(c.model, twice, at_once, rest);
    EXPECT_LT(rest.norm(), 1e-14 * (1 + c.q.norm()));
  }
}

TEST(CoordinateRates, AreTheDerivativeOfIntegrate) {
  for (unsigned seed = 0; seed < 100; ++seed) {
    RandomCase c(seed);
    using Complex = std::complex<double>;
    const VectorX<Complex> q = c.q.cast<Complex>(), v = c.v.cast<Complex>() * Complex(0, 1e-30);
    VectorX<Complex> moved(c.model.nq());
    integrate<Complex>(c.model, q, v, moved);
    Eigen::VectorXd rates(c.model.nq());
    coordinate_rates<double>(c.model, c.q, c.v, rates);
    EXPECT_LT((moved.imag() / 1e-30 - rates).norm(), 1e-14 * (1 + rates.norm())) << c.model.name();
  }
}

TEST(Normalize, ScalesQuaternionsOnly) {
  RandomCase c(2);
  Eigen::VectorXd q = c.q;
  q.head<4>() *= 1.01;
  normalize<double>(c.model, q);
  EXPECT_LT((q - c.q).norm(), 1e-15);
}

TEST(Configuration, RefusesWrongLengthsAndQuaternionsFarFromUnit) {
  RandomCase c(2);
  Eigen::VectorXd out(c.model.nq());
  EXPECT_THROW(integrate<double>(c.model, c.v, c.v, out), InvalidInput);
  Eigen::VectorXd zero = Eigen::VectorXd::Zero(c.model.nq());
  EXPECT_THROW(integrate<double>(c.model, zero, c.v, out), InvalidInput);
  EXPECT_THROW(difference<double>(c.model, c.q, zero, c.v), InvalidInput);
}

TEST(RotationMatrix, IsOrthonormalForAQuaternionOfAnyLength) {
  const Eigen::Matrix3d R = rotation_matrix(Quaternion<double>{0.3, {-0.5, 0.9, 1.1}}).eigen();
  EXPECT_LT((R * R.transpose() - Eigen::Matrix3d::Identity()).norm(), 1e-15);
  EXPECT_NEAR(R.determinant(), 1, 1e-15);
}

TEST(RotationMatrix, AgreesWithEigen) {
  test::Dice dice(1);
  for (int k = 0; k < 100; ++k) {
    const Eigen::Vector4d q = dice.unit_quaternion();
    const Eigen::Matrix3d R = rotation_matrix(Quaternion<double>{q(0), Vec3<double>(q.tail<3>())}).eigen();
    // Nine entries of a few roundings each, and a quaternion normalised to a rounding.
    EXPECT_LT((R - Eigen::Quaterniond(q(0), q(1), q(2), q(3)).toRotationMatrix()).norm(), 3e-15);
  }
}

TEST(QuaternionLog, UndoesTheExponentialAtEveryAngleBelowPi) {
  const Eigen::Vector3d axis = Eigen::Vector3d(1, -2, 0.5).normalized();
  for (const double angle : {0.0, 1e-200, 1e-9, 1e-3, 0.19, 0.21, 1.0, 2.0, 3.0, 3.14}) {
    const Vec3<double> r(axis * angle);
    EXPECT_LT((quaternion_log(quaternion_exp(r)) - r).eigen().norm(), 2e-15) << angle;
  }
}

TEST(DisplacementExp, IsTheIntegralOfARotatingVelocity) {
  // dp/dt = exp(w t) v by a fine Simpson rule.
  const Motion<double> m{{0.3, -1.2, 0.8}, {1, 2, -0.5}};
  const int n = 400;
  Eigen::Vector3d p(0, 0, 0);
  for (int k = 0; k <= n; ++k) {
    const Eigen::Vector3d f = (rotation_matrix(quaternion_exp(m.angular * (k / double(n)))) * m.linear).eigen();
    p += f * (k == 0 || k == n ? 1 : (k % 2 == 1 ? 4 : 2)) / (3.0 * n);
  }
  EXPECT_LT((displacement_exp(m).eigen() - p).norm(), 1e-10);
}

}  // namespace tandem::configuration_test
