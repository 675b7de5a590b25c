#include <tandem/core/slopes.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

namespace tandem::slopes_test {

const std::vector<double> kUneven{-1.0, -0.6, 0.3, 0.5, 1.7, 2.0};

Eigen::VectorXd values(const std::vector<double>& x, double (*f)(double)) {
  Eigen::VectorXd y(std::ssize(x));
  for (std::size_t i = 0; i < x.size(); ++i) y(i) = f(x[i]);
  return y;
}

double cubic(double x) { return 2.0 - x + 0.5 * x * x - 0.3 * x * x * x; }

TEST(SplineSlopes, AreThoseOfACubic) {
  const Eigen::VectorXd m = spline_slopes(kUneven, values(kUneven, cubic));
  for (std::size_t i = 0; i < kUneven.size(); ++i) {
    EXPECT_NEAR(m(i), -1.0 + kUneven[i] - 0.9 * kUneven[i] * kUneven[i], 1e-13);
  }
}

TEST(SplineSlopes, OfThreePointsAreTheParabolasAndOfTwoTheLines) {
  const std::vector<double> three{0.0, 1.0, 3.0}, two{1.0, 3.0};
  const Eigen::VectorXd m = spline_slopes(three, values(three, [](double x) { return x * x - x; }));
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(m(i), 2.0 * three[i] - 1.0, 1e-14);
  EXPECT_EQ(spline_slopes(two, Eigen::Vector2d(1.0, 5.0)), Eigen::Vector2d(2.0, 2.0));
}

// The second derivatives of the cubics on both sides of a point.
TEST(SplineSlopes, MakeSecondDerivativesContinuous) {
  const Eigen::VectorXd y = values(kUneven, [](double x) { return std::sin(3.0 * x); }), m = spline_slopes(kUneven, y);
  const auto second = [&](std::size_t i, double at_end) {
    const double h = kUneven[i + 1] - kUneven[i], d = (y(i + 1) - y(i)) / h;
    return ((6.0 * d - 4.0 * m(i) - 2.0 * m(i + 1)) + at_end * 6.0 * (m(i) + m(i + 1) - 2.0 * d)) / h;
  };
  for (std::size_t i = 1; i + 1 < kUneven.size(); ++i) EXPECT_NEAR(second(i - 1, 1.0), second(i, 0.0), 1e-11);
}

TEST(MonotoneSlopes, AreLevelWherePointsTurnOrStayAndNeverOfTheWrongSign) {
  const std::vector<double> x{0.0, 1.0, 2.0, 3.0, 4.0, 5.0};
  Eigen::VectorXd y(6);
  y << 0.0, 1.0, 1.0, 4.0, 2.0, 0.0;
  const Eigen::VectorXd m = monotone_slopes(x, y);
  EXPECT_EQ(m.segment(1, 3), Eigen::Vector3d::Zero());
  EXPECT_GT(m(0), 0.0);
  EXPECT_NEAR(m(4), -2.0, 1e-15);
  EXPECT_NEAR(m(5), -2.0, 1e-15);
}

TEST(MonotoneSlopes, OfNothingButZerosAreZeros) {
  const std::vector<double> x{0.0, 1.0, 2.0, 3.0};
  EXPECT_EQ(monotone_slopes(x, Eigen::VectorXd::Zero(4)), Eigen::VectorXd::Zero(4));
  EXPECT_EQ(spline_slopes(x, Eigen::VectorXd::Zero(4)), Eigen::VectorXd::Zero(4));
}

}  // namespace tandem::slopes_test
