#include <tandem/derivatives/dual.hpp>

#include <tandem/core/math.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <complex>

namespace tandem::dual_test {

using D = Dual<double>;

/// Every operation once.
template <class S>
S mixture(const S& x, const S& y) {
  S s, c;
  ScalarTraits<S>::sine_cosine(x * y, s, c);
  S sum = s * c + sqrt(x) / y - S(2.0) * x;
  sum += select_less(x, y, S(x * x), S(y * y * y));
  sum -= -x;
  sum *= y;
  sum /= S(3.0) + x;
  return sum;
}

TEST(Dual, HasTheSlopesOfDifferences) {
  constexpr double x = 0.7, y = 1.3, h = 1e-5;
  const double by_x = (mixture(x + h, y) - mixture(x - h, y)) / (2 * h);
  const double by_y = (mixture(x, y + h) - mixture(x, y - h)) / (2 * h);
  EXPECT_NEAR(mixture(D(x, 1.0), D(y)).slope, by_x, 1e-9);
  EXPECT_NEAR(mixture(D(x), D(y, 1.0)).slope, by_y, 1e-9);
  EXPECT_NEAR(mixture(D(x, 1.0), D(y)).value, mixture(x, y), 1e-15);
}

/// Every function of one number once.
template <class S>
S functions(const S& x) {
  return exp(x) * log(x) + sin(x) * cos(S(2.0) * x) + tan(x) * tanh(x) + atan(x) * pow(x, 2.5) + pow(x, 3) / pow(x, -2);
}

// A complex step of 1e-20 has no rounding of its own; a slope of slopes is held against one of slopes.
TEST(Dual, HasTheSlopesOfFunctions) {
  using Complex = std::complex<double>;
  constexpr double x = 0.7, h = 1e-20;
  EXPECT_NEAR(functions(D(x, 1.0)).slope, functions(Complex(x, h)).imag() / h, 1e-14);
  const Dual<Complex> stepped = functions(Dual<Complex>(Complex(x, h), Complex(1.0)));
  EXPECT_NEAR(functions(Dual<D>(D(x, 1.0), D(1.0))).slope.slope, stepped.slope.imag() / h, 1e-13);
}

TEST(Dual, HasSecondDerivativesOverItself) {
  using Second = Dual<D>;
  constexpr double x = 0.7, y = 1.3, h = 1e-5;
  const Second both = mixture(Second(D(x, 1.0)), Second(D(y), D(1.0)));
  const double expected = (mixture(D(x, 1.0), D(y + h)).slope - mixture(D(x, 1.0), D(y - h)).slope) / (2 * h);
  EXPECT_NEAR(both.slope.slope, expected, 1e-9);
}

TEST(Dual, TakesTheSineAndCosineOfItselfInPlace) {
  D x(0.4, 2.0), c;
  ScalarTraits<D>::sine_cosine(x, x, c);
  EXPECT_NEAR(x.slope, 2.0 * std::cos(0.4), 1e-15);
  EXPECT_NEAR(c.slope, -2.0 * std::sin(0.4), 1e-15);
}

}  // namespace tandem::dual_test
