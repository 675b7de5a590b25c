#include <tandem/core/sine_cosine.hpp>

#include <tandem/core/pack.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace tandem::sine_cosine_test {

constexpr double kUnit = std::numeric_limits<double>::epsilon();  // two units in the last place just below 1

TEST(SineCosine, AgreeWithTheStandardLibraryToAUnitInTheLastPlace) {
  std::mt19937 engine(1);
  for (const double reach : {0.01, 1.0, 10.0, 1e3, 1e5, 1e8}) {
    std::uniform_real_distribution<double> number(-reach, reach);
    for (int i = 0; i < 20000; ++i) {
      const double x = number(engine);
      double s = 0, c = 0;
      sine_cosine(x, s, c);
      EXPECT_NEAR(s, std::sin(x), kUnit) << x;
      EXPECT_NEAR(c, std::cos(x), kUnit) << x;
    }
  }
}

TEST(SineCosine, KeepTheirRelativeAccuracyNearZeros) {
  for (const double x : {1e-300, 1e-20, 1e-8, 1e-3, -1e-5}) {
    double s = 0, c = 0;
    sine_cosine(x, s, c);
    EXPECT_NEAR(s, std::sin(x), 2 * kUnit * std::abs(x));
    sine_cosine(x + 1.5, s, c);
    EXPECT_NEAR(c, std::cos(x + 1.5), 2 * kUnit * std::abs(c));
  }
}

TEST(SineCosine, AreExactAtZeroAndNaNAtNaN) {
  double s = 1, c = 0;
  sine_cosine(0.0, s, c);
  EXPECT_EQ(s, 0);
  EXPECT_EQ(c, 1);
  sine_cosine(std::nan(""), s, c);
  EXPECT_TRUE(std::isnan(s) && std::isnan(c));
}

TEST(SineCosine, AreTheSameForAPack) {
  std::mt19937 engine(2);
  std::uniform_real_distribution<double> number(-100, 100);
  for (int i = 0; i < 10000; ++i) {
    Pack4 x(0.0), s, c;
    for (int k = 0; k < 4; ++k) x.set(k, number(engine));
    sine_cosine(x, s, c);
    for (int k = 0; k < 4; ++k) {
      double sine = 0, cosine = 0;
      sine_cosine(x[k], sine, cosine);
      EXPECT_EQ(s[k], sine);
      EXPECT_EQ(c[k], cosine);
    }
  }
}

}  // namespace tandem::sine_cosine_test
