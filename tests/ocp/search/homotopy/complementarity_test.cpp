#include <tandem/ocp/search/homotopy/complementarity.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::homotopy::complementarity_test {

TEST(Complementarity, IsZeroWhereTheProductIsTheBarrier) {
  for (const double a : {1e-8, 1e-3, 1.0, 1e6}) {
    for (const double mu : {1e-12, 1e-4}) EXPECT_NEAR(complementarity(a, mu / a, mu).value, 0.0, 1e-16 * (a + mu / a));
  }
  EXPECT_LT(complementarity(-1e-3, -1e-3, 1e-6).value, -1e-3);  // the product alone would be content
}

TEST(Complementarity, HasItsOwnSlopes) {
  const double h = 1e-6, mu = 1e-3;
  for (const double a : {-0.3, 0.02, 2.0}) {
    for (const double b : {-0.1, 0.05, 3.0}) {
      const Complementarity pair = complementarity(a, b, mu);
      const double up = complementarity(a + h, b, mu).value, down = complementarity(a - h, b, mu).value;
      EXPECT_NEAR(pair.by_a, (up - down) / (2.0 * h), 1e-9);
      EXPECT_EQ(pair.by_b, complementarity(b, a, mu).by_a);
    }
  }
}

// 1 - b / r and a + b - r, where all of their digits are in what is left.
TEST(Complementarity, LosesNoDigitsFarFromTheCorner) {
  const Complementarity active = complementarity(1e-13, 10.0, 1e-12);
  EXPECT_NEAR(active.by_b / 1e-14, 1.0, 1e-12);  // (a^2 + 2 mu) / (2 b^2)
  EXPECT_LT(std::abs(active.value), 1e-27);
  EXPECT_NEAR(complementarity(3e-13, 10.0, 1e-12).value / 2e-13, 1.0, 1e-12);  // (a b - mu) / b
}

}  // namespace tandem::homotopy::complementarity_test
