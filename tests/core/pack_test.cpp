#include <tandem/core/pack.hpp>

#include <Eigen/Dense>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <vector>

namespace tandem::pack_test {

Pack4 pack(double a, double b, double c, double d) {
  Pack4 p(0.0);
  p.set(0, a), p.set(1, b), p.set(2, c), p.set(3, d);
  return p;
}

TEST(Pack, ComputesLaneByLane) {
  const Pack4 a = pack(1, -2, 3, 0.5), b = pack(4, 5, -6, 8);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ((a + b)[i], a[i] + b[i]);
    EXPECT_EQ((a - b)[i], a[i] - b[i]);
    EXPECT_EQ((a * b)[i], a[i] * b[i]);
    EXPECT_EQ((a / b)[i], a[i] / b[i]);
    EXPECT_EQ((-a)[i], -a[i]);
    EXPECT_EQ(abs(a)[i], std::abs(a[i]));
    EXPECT_EQ(sqrt(abs(a))[i], std::sqrt(std::abs(a[i])));
    EXPECT_EQ(atan(a)[i], std::atan(a[i]));
    EXPECT_EQ(exp(a)[i], std::exp(a[i]));
    EXPECT_EQ(log(abs(a))[i], std::log(std::abs(a[i])));
  }
}

TEST(Pack, HasTheElementaryFunctionsOfEachLane) {
  const Pack4 a = pack(0.3, -0.2, 0.9, 0.5), b = pack(1.5, 2, -0.4, 3);
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(tan(a)[i], std::tan(a[i]));
    EXPECT_EQ(asin(a)[i], std::asin(a[i]));
    EXPECT_EQ(acos(a)[i], std::acos(a[i]));
    EXPECT_EQ(sinh(a)[i], std::sinh(a[i]));
    EXPECT_EQ(cosh(a)[i], std::cosh(a[i]));
    EXPECT_EQ(tanh(a)[i], std::tanh(a[i]));
    EXPECT_EQ(atan2(a, b)[i], std::atan2(a[i], b[i]));
    EXPECT_EQ(atan2(a, 2.0)[i], std::atan2(a[i], 2.0));
    EXPECT_EQ(pow(abs(a), b)[i], std::pow(std::abs(a[i]), b[i]));
    EXPECT_EQ(pow(abs(a), 1.5)[i], std::pow(std::abs(a[i]), 1.5));
    EXPECT_EQ(pow(2.0, a)[i], std::pow(2.0, a[i]));
    EXPECT_DOUBLE_EQ(pow(a, 5)[i], std::pow(a[i], 5));
    EXPECT_NEAR(pow(a, -3)[i] * std::pow(a[i], 3), 1.0, 1e-15);
  }
  EXPECT_EQ(pow(pack(0, -1, 2, 5), 0), Pack4(1.0));
}

TEST(Pack, TakesTheSmallerAndTheLargerOfEachLane) {
  const Pack4 a = pack(1, -2, 3, 0), b = pack(0, 0, 4, 0);
  EXPECT_EQ(max(a, b), pack(1, 0, 4, 0));
  EXPECT_EQ(min(a, b), pack(0, -2, 3, 0));
  EXPECT_EQ(max(a, 0.5), pack(1, 0.5, 3, 0.5));
  EXPECT_EQ(min(0.5, a), pack(0.5, -2, 0.5, 0));
}

TEST(Pack, SelectsLaneByLane) {
  const Pack4 a = pack(1, -2, 3, 0), b = pack(0, 0, 4, 0), yes(1.0), no(2.0);
  EXPECT_EQ(select_less(a, b, yes, no), pack(2, 1, 1, 2));
}

TEST(Pack, IsBelowWhenAnyLaneIsOrHasNoValue) {
  using Traits = ScalarTraits<Pack4>;
  EXPECT_FALSE(Traits::is_below(Pack4(1.0), Pack4(0.0)));
  EXPECT_TRUE(Traits::is_below(pack(1, 1, 1, -1), Pack4(0.0)));
  EXPECT_TRUE(Traits::is_below(pack(1, std::nan(""), 1, 1), Pack4(0.0)));
}

TEST(Pack, StandsInEigenVectors) {
  using Vector = Eigen::Matrix<Pack4, Eigen::Dynamic, 1>;
  Vector v = Vector::Constant(3, Pack4(2.0));
  v += v;
  EXPECT_EQ(v.dot(v), Pack4(48.0));
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(v.data()) % alignof(Pack4), 0U);
}

TEST(Pack, HasSineAndCosineOfEachLane) {
  const Pack4 x = pack(0.1, -2.5, 40, 1e6);
  for (int i = 0; i < 4; ++i) {
    EXPECT_NEAR(sin(x)[i], std::sin(x[i]), 2e-16);
    EXPECT_NEAR(cos(x)[i], std::cos(x[i]), 2e-16);
  }
}

TEST(Pack, HasSineAndCosineWhereOnlyOneLaneIsFarAway) {
  const std::array<double, 4> angles{0.3, 2e7, -1.2, std::numeric_limits<double>::quiet_NaN()};
  Pack4 x(Pack4::Lanes{angles[0], angles[1], angles[2], angles[3]}), c;
  ScalarTraits<Pack4>::sine_cosine(x, x, c);
  for (int lane = 0; lane < 3; ++lane) {
    EXPECT_NEAR(x[lane], std::sin(angles[lane]), 1e-15);
    EXPECT_NEAR(c[lane], std::cos(angles[lane]), 1e-15);
  }
  EXPECT_TRUE(std::isnan(x[3]) && std::isnan(c[3]));
}

TEST(Pack, TransposesFourRows) {
  std::array<Pack4, 4> rows;
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) rows[i].set(j, 10.0 * i + j);
  }
  transpose(rows[0], rows[1], rows[2], rows[3]);
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 4; ++j) EXPECT_EQ(rows[i][j], 10.0 * j + i);
  }
}

}  // namespace tandem::pack_test
