#include <tandem/ocp/answers/lagrangian_plane.hpp>

#include <tandem/core/eigen_factors.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

namespace tandem::lagrangian_plane_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

constexpr double kPi = std::numbers::pi;

/// Back in time by `t` along y' = -lambda, lambda' = w^2 y, of several oscillators of these frequencies: angles of
/// frequency 1 fall by t.
MatrixXd back(const VectorXd& frequencies, double t) {
  const auto n = frequencies.size();
  MatrixXd exponent = MatrixXd::Zero(2 * n, 2 * n);
  for (int i = 0; i < n; ++i) {
    exponent(i, n + i) = t;
    exponent(n + i, i) = -t * frequencies(i) * frequencies(i);
  }
  return exponent;
}

LagrangianPlane held(int n) { return LagrangianPlane(MatrixXd::Identity(n, n), MatrixXd::Zero(n, n)); }

// L / X = cot(t).
TEST(LagrangianPlane, TurnsByTheTimeOfAnOscillator) {
  LagrangianPlane plane = held(1);
  EXPECT_DOUBLE_EQ(plane.angles()(0), 0.5 * kPi);
  for (int k = 1; k <= 100; ++k) {
    plane.move(back(VectorXd::Ones(1), 0.07));
    const double t = 0.07 * k;
    EXPECT_NEAR(plane.angles()(0), 0.5 * kPi - t + kPi * std::floor(t / kPi), 1e-13);
    EXPECT_EQ(plane.crossings(), static_cast<int>(t / kPi));
  }
}

TEST(LagrangianPlane, CountsInOneLongMoveWhatItCountsInShortOnes) {
  LagrangianPlane plane = held(1);
  plane.move(back(VectorXd::Ones(1), 40.0));
  EXPECT_EQ(plane.crossings(), 12);  // 40 = 12.7 pi
  EXPECT_NEAR(plane.angles()(0), 0.5 * kPi - 40.0 + 12.0 * kPi, 1e-12);
}

// In other coordinates y = T z the oscillators cross when they did.
TEST(LagrangianPlane, CountsTheCrossingsOfEachOfSeveralOscillators) {
  std::mt19937 dice(3);
  std::normal_distribution<double> normal;
  const MatrixXd turn = MatrixXd::Identity(3, 3) + 0.3 * MatrixXd::NullaryExpr(3, 3, [&] { return normal(dice); });
  MatrixXd symplectic = MatrixXd::Zero(6, 6), inverse = symplectic;
  symplectic.topLeftCorner(3, 3) = turn;
  symplectic.bottomRightCorner(3, 3) = turn.inverse().transpose();
  inverse.topLeftCorner(3, 3) = turn.inverse();
  inverse.bottomRightCorner(3, 3) = turn.transpose();
  const VectorXd frequencies = VectorXd{{1.0, 1.7, 2.9}};
  LagrangianPlane plane = held(3);
  for (int k = 1; k <= 60; ++k) {
    const double t = 0.11 * k;
    plane.move(symplectic * back(frequencies, 0.11) * inverse);
    int expected = 0;
    for (const double w : frequencies) expected += static_cast<int>(w * t / kPi);
    EXPECT_EQ(plane.crossings(), expected) << "at " << t;
  }
}

// The product of sines, of which there is one: X = sin t, L = cos t are orthonormal.
TEST(LagrangianPlane, HasAMarginThatVanishesAtTheFirstCrossing) {
  for (const double t : {0.1, 1.5, 3.0, 3.14159, 3.1416, 3.3, 4.7}) {
    LagrangianPlane plane = held(1);
    plane.move(back(VectorXd::Ones(1), t));
    EXPECT_NEAR(plane.margin(), std::sin(t), 1e-13);
  }
  LagrangianPlane twice = held(1);
  twice.move(back(VectorXd::Ones(1), 7.0));
  EXPECT_NEAR(twice.margin(), -std::sin(7.0), 1e-12);  // negative from the first one on
}

// P = curvature on what the rows leave free, infinite across.
TEST(LagrangianPlane, StartsFromRowsThatHoldAndTheCurvatureOfTheRest) {
  const MatrixXd curvature = MatrixXd{{2.0, 0.0, 0.0}, {0.0, 3.0, 1.0}, {0.0, 1.0, -4.0}};
  const MatrixXd rows = MatrixXd{{1.0, 0.0, 0.0}, {2.0, 0.0, 0.0}};  // one of them twice
  const LagrangianPlane plane(rows, curvature);
  const double middle = -0.5, radius = std::sqrt(3.5 * 3.5 + 1.0);
  const VectorXd angles = plane.angles();
  EXPECT_NEAR(std::tan(angles(0)), middle - radius, 1e-13);
  EXPECT_NEAR(std::tan(angles(1)), middle + radius, 1e-13);
  EXPECT_NEAR(angles(2), 0.5 * kPi, 1e-13);
  EXPECT_EQ(plane.crossings(), 0);
}

// Exchanged, what counts is the sign of P: 1/2 P y^2 is not least at 0 for a free y where P < 0.
TEST(LagrangianPlane, CountsNegativeCurvatureOfPairsThatAreExchanged) {
  const MatrixXd curvature = VectorXd{{2.0, -3.0, -1.0}}.asDiagonal();
  const LagrangianPlane plane(MatrixXd(0, 3), curvature);
  EXPECT_EQ(plane.crossings(), 0);
  EXPECT_EQ(plane.crossings({true, false, false}), 0);
  EXPECT_EQ(plane.crossings({false, true, false}), 1);
  EXPECT_EQ(plane.crossings({true, true, true}), 2);
}

// P = tan(pi/2 - t) falls through 0 at pi/2 and jumps from -infinity at pi.
TEST(LagrangianPlane, CountsFreePairsHalfATurnBeforeFixedOnes) {
  LagrangianPlane plane = held(1);
  for (int k = 1; k <= 60; ++k) {
    plane.move(back(VectorXd::Ones(1), 0.11));
    EXPECT_EQ(plane.crossings({true}), static_cast<int>(0.11 * k / kPi + 0.5)) << "at " << 0.11 * k;
  }
}

// Nothing moves the second pair: its angle stays at pi/2 for ever, within the rounding of a hundred steps.
TEST(LagrangianPlane, DoesNotCountAPairThatNothingMoves) {
  LagrangianPlane plane = held(2);
  for (int k = 0; k < 100; ++k) {
    MatrixXd exponent = MatrixXd::Zero(4, 4);
    exponent(0, 2) = 0.1;
    exponent(2, 0) = -0.1;
    exponent(0, 1) = 0.02;  // y_1 follows y_2
    exponent(3, 2) = -0.02;
    plane.move(exponent);
  }
  EXPECT_EQ(plane.crossings(), 3);
}

}  // namespace tandem::lagrangian_plane_test
