#include <tandem/core/math.hpp>

#include <gtest/gtest.h>

#include <complex>
#include <type_traits>

namespace tandem::math_test {

TEST(Math, FindsTheFunctionsOfDoubles) {
  EXPECT_EQ(sin(0.5), std::sin(0.5));
  EXPECT_EQ(atan2(1.0, 2.0), std::atan2(1.0, 2.0));
  EXPECT_EQ(abs(-2.0), 2.0);
}

TEST(Rates, TakeTheWidestOfTheirTypes) {
  const auto mixed = rates(1.0, std::complex<double>(0.0, 2.0));
  static_assert(std::is_same_v<decltype(mixed), const std::array<std::complex<double>, 2>>);
  EXPECT_EQ(mixed[0], std::complex<double>(1.0, 0.0));
  EXPECT_EQ(mixed[1], std::complex<double>(0.0, 2.0));
}

TEST(Square, IsTheProductWithoutConjugation) {
  EXPECT_EQ(square(-3.0), 9.0);
  EXPECT_EQ(square(std::complex<double>(0.0, 1.0)), std::complex<double>(-1.0, 0.0));
}

}  // namespace tandem::math_test
