#include <tandem/ocp/transcription/collocation.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::collocation_test {

constexpr double kRounding = 1e-14;

double integral_of_power(const QuadratureRule& rule, int degree) {
  double sum = 0.0;
  for (int i = 0; i < rule.points.size(); ++i) sum += rule.weights(i) * std::pow(rule.points(i), degree);
  return sum;
}

TEST(GaussRule, IsExactForPolynomialsOfDegreeTwiceItsPointsLessOne) {
  for (int count = 1; count <= 20; ++count) {
    const QuadratureRule rule = gauss_rule(count);
    for (int degree = 0; degree < 2 * count; ++degree) {
      EXPECT_NEAR(integral_of_power(rule, degree), 1.0 / (degree + 1), kRounding) << count << ", degree " << degree;
    }
    EXPECT_TRUE((rule.weights.array() > 0).all());
    EXPECT_TRUE((rule.points.tail(count - 1).array() > rule.points.head(count - 1).array()).all());
  }
}

TEST(RadauRule, IsExactForPolynomialsOfDegreeTwiceItsPointsLessTwoAndEndsAtOne) {
  for (int count = 1; count <= 20; ++count) {
    const QuadratureRule rule = radau_rule(count);
    for (int degree = 0; degree < 2 * count - 1; ++degree) {
      EXPECT_NEAR(integral_of_power(rule, degree), 1.0 / (degree + 1), kRounding) << count << ", degree " << degree;
    }
    EXPECT_EQ(rule.points(count - 1), 1.0);
    EXPECT_GT(rule.points(0), 0.0);
  }
}

TEST(GaussRule, HasTheKnownPoints) {
  EXPECT_NEAR(gauss_rule(2).points(0), 0.5 - std::sqrt(3.0) / 6.0, kRounding);
  EXPECT_NEAR(gauss_rule(3).points(0), 0.5 - std::sqrt(15.0) / 10.0, kRounding);
  EXPECT_NEAR(radau_rule(2).points(0), 1.0 / 3.0, kRounding);
  EXPECT_NEAR(radau_rule(3).points(0), (4.0 - std::sqrt(6.0)) / 10.0, kRounding);
}

TEST(LagrangeBasis, IsOneAtItsOwnNodeAndZeroAtTheOthers) {
  const Eigen::Vector4d nodes(0.0, 0.2, 0.7, 1.0);
  for (int i = 0; i < 4; ++i) {
    EXPECT_TRUE(lagrange_basis(nodes, nodes(i)).isApprox(Eigen::RowVectorXd::Unit(4, i), kRounding));
  }
}

TEST(LagrangeBasis, ReproducesAPolynomialOfItsDegree) {
  const Eigen::Vector4d nodes(0.0, 0.2, 0.7, 1.0);
  const auto cubic = [](double t) { return 1.0 - 2.0 * t + 3.0 * t * t * t; };
  EXPECT_NEAR(lagrange_basis(nodes, 0.45).dot(nodes.unaryExpr(cubic)), cubic(0.45), kRounding);
}

TEST(LagrangeSlopes, AreThoseOfAPolynomialOfItsDegree) {
  const Eigen::Vector4d nodes(0.0, 0.2, 0.7, 1.0);
  const auto cubic = [](double t) { return 1.0 - 2.0 * t + 3.0 * t * t * t; };
  // The sum's terms have sizes up to 20 together, which are good to their rounding of 1e-16: 2e-15.
  for (const double t : {0.0, 0.2, 0.45, 1.0}) {
    EXPECT_NEAR(lagrange_slopes(nodes, t).dot(nodes.unaryExpr(cubic)), -2.0 + 9.0 * t * t, 4e-15);
  }
}

}  // namespace tandem::collocation_test
