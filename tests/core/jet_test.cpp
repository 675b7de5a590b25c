#include <tandem/core/jet.hpp>

#include <tandem/core/pack.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace tandem::jet_test {

using J = Jet<double, 3>;
using First = Jet<double, 3, 1>;
using PackJet = Jet<Pack4, 3>;

/// A jet with random derivatives around a value, as if some function had made it.
J random_jet(std::mt19937& engine, double value) {
  std::uniform_real_distribution<double> uniform(-1.0, 1.0);
  J jet(value);
  jet.constant = false;
  for (double& g : jet.gradient) g = uniform(engine);
  for (double& h : jet.hessian) h = uniform(engine);
  return jet;
}

/// All entries agree to a few roundings of what they are made of.
void expect_near(const J& a, const J& b, double tolerance = 2e-14) {
  EXPECT_NEAR(a.value, b.value, tolerance);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a.gradient[i], b.gradient[i], tolerance);
  for (int k = 0; k < 6; ++k) EXPECT_NEAR(a.hessian[k], b.hessian[k], tolerance);
}

TEST(Jet, OfANumberIsConstant) {
  const J jet = 2.5;
  EXPECT_TRUE(jet.constant);
  EXPECT_EQ(jet.value, 2.5);
  for (const double g : jet.gradient) EXPECT_EQ(g, 0.0);
  for (const double h : jet.hessian) EXPECT_EQ(h, 0.0);
}

TEST(Jet, StoresTheLowerTriangleByRows) {
  const J x = J::variable(2.0, 0), y = J::variable(3.0, 1), z = J::variable(5.0, 2);
  const J f = x * x * y + 7.0 * y * z;  // Hessian: xx 2y, xy 2x, yz 7
  EXPECT_EQ(f.value, 12.0 + 105.0);
  EXPECT_EQ(f.gradient, (std::array<double, 3>{12.0, 4.0 + 35.0, 21.0}));
  EXPECT_EQ(f.hessian, (std::array<double, 6>{6.0, 4.0, 0.0, 0.0, 7.0, 0.0}));
}

/// f', f'' of the functions that the identities below rest on.
TEST(Jet, HasTheDerivativesOfSineExponentialAndQuotient) {
  const double v = 0.7;
  const J x = J::variable(v, 1);
  const auto expect = [](const J& f, double value, double d, double dd) {
    EXPECT_NEAR(f.value, value, 1e-15);
    EXPECT_NEAR(f.gradient[1], d, 1e-15);
    EXPECT_NEAR(f.hessian[2], dd, 1e-14);
  };
  expect(sin(x), std::sin(v), std::cos(v), -std::sin(v));
  expect(cos(x), std::cos(v), -std::sin(v), -std::cos(v));
  expect(exp(x), std::exp(v), std::exp(v), std::exp(v));
  expect(1.0 / x, 1.0 / v, -1.0 / (v * v), 2.0 / (v * v * v));
  expect(x / 4.0, v / 4.0, 0.25, 0.0);
}

TEST(Jet, ObeysTheIdentitiesOfTheElementaryFunctions) {
  std::mt19937 engine(1);
  std::uniform_real_distribution<double> uniform(0.2, 1.2);
  for (int repeat = 0; repeat < 50; ++repeat) {
    const J a = random_jet(engine, uniform(engine)), b = random_jet(engine, uniform(engine));
    expect_near((a / b) * b, a);
    expect_near((a + b) * (a - b), a * a - b * b);
    expect_near(square(sin(a)) + square(cos(a)), 1.0);
    expect_near(sin(a + b), sin(a) * cos(b) + cos(a) * sin(b));
    expect_near(tan(a), sin(a) / cos(a), 1e-12);  // cos a >= 0.36
    expect_near(asin(sin(a)), a, 1e-12);
    expect_near(acos(cos(a)), a, 1e-12);
    expect_near(atan(tan(a)), a, 1e-12);
    expect_near(log(exp(a)), a);
    expect_near(exp(log(a)), a);
    expect_near(square(sqrt(a)), a);
    expect_near(sinh(a), 0.5 * (exp(a) - exp(-a)));
    expect_near(cosh(a), 0.5 * (exp(a) + exp(-a)));
    expect_near(tanh(a), sinh(a) / cosh(a));
    expect_near(pow(a, 3), a * a * a);
    expect_near(pow(a, 3.0), a * a * a);
    expect_near(pow(a, -2), 1.0 / (a * a), 1e-11);  // up to 6 / 0.2^4
    expect_near(pow(a, 0.5), sqrt(a), 1e-13);
    expect_near(pow(a, b), exp(b * log(a)), 1e-12);
    expect_near(pow(a, J(1.5)), a * sqrt(a), 1e-13);
    expect_near(pow(2.0, b), exp(b * std::log(2.0)));
    expect_near(abs(-a), a);
  }
}

TEST(Jet, KnowsTheAngleInEveryQuadrant) {
  std::mt19937 engine(2);
  for (const double angle : {0.3, 2.0, -0.4, -2.5, 1.5707, 3.1}) {
    const J a = random_jet(engine, angle), r = random_jet(engine, 1.3);
    expect_near(atan2(r * sin(a), r * cos(a)), a, 1e-13);
  }
}

TEST(Jet, MixesWithNumbersOnEitherSide) {
  std::mt19937 engine(3);
  const J a = random_jet(engine, 0.8);
  expect_near(2 * a, a + a);
  expect_near(a * 2.0, a + a);
  expect_near(1.0 - a, -(a - 1.0));
  expect_near(3 + a - 3, a);
  J b = a;
  b += 1.0, b *= a, b -= a, b /= a;
  expect_near(b, a);
}

TEST(Jet, OfFirstOrderHasTheSameGradient) {
  std::mt19937 engine(4);
  const J a = random_jet(engine, 0.6);
  First first(a.value);
  first.constant = false;
  first.gradient = a.gradient;
  const J f = sin(a) * exp(a) / (1.0 + square(a));
  const First g = sin(first) * exp(first) / (1.0 + square(first));
  EXPECT_EQ(f.value, g.value);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(f.gradient[i], g.gradient[i], 1e-15);
}

TEST(Jet, ComparesAndChoosesByValue) {
  const J x = J::variable(1.0, 0), y = J::variable(2.0, 1);
  EXPECT_TRUE(x < y);
  EXPECT_TRUE(y >= x);
  EXPECT_EQ(max(x, y).gradient, y.gradient);
  EXPECT_EQ(min(x, y).gradient, x.gradient);
  EXPECT_EQ(max(x, 1.5).value, 1.5);
  EXPECT_EQ(max(x, 1.5).gradient, J(0.0).gradient);
  EXPECT_EQ(select_less(x, 0.0, x, 3.0 * y).gradient, (std::array<double, 3>{0.0, 3.0, 0.0}));
  EXPECT_TRUE(ScalarTraits<J>::is_below(x, y));
  EXPECT_EQ(ScalarTraits<J>::first_value(y), 2.0);
}

TEST(Jet, GivesSineAndCosineIntoItsOwnArgument) {
  J x = J::variable(0.4, 0), c;
  ScalarTraits<J>::sine_cosine(x, x, c);
  expect_near(x, sin(J::variable(0.4, 0)));
  expect_near(c, cos(J::variable(0.4, 0)));
}

// ---- points without a derivative ------------------------------------------------------------------------------------

TEST(JetAtSingularPoints, IsNotFiniteForTheRootOfZero) {
  const J root = sqrt(J::variable(0.0, 0));
  EXPECT_EQ(root.value, 0.0);
  EXPECT_FALSE(std::isfinite(root.gradient[0]));
}

TEST(JetAtSingularPoints, TakesTheSlopeOfAbsAtZeroAsZero) {
  const J kink = abs(J::variable(0.0, 0));
  EXPECT_EQ(kink.value, 0.0);
  EXPECT_EQ(kink.gradient[0], 0.0);
  EXPECT_EQ(kink.hessian[0], 0.0);
}

TEST(JetAtSingularPoints, IsExactForWholePowersOfZero) {
  const J x = J::variable(0.0, 0);
  for (const int n : {0, 1, 2, 3}) {
    for (const J& power : {pow(x, n), pow(x, static_cast<double>(n))}) {
      EXPECT_EQ(power.value, n == 0 ? 1.0 : 0.0);
      EXPECT_EQ(power.gradient[0], n == 1 ? 1.0 : 0.0);
      EXPECT_EQ(power.hessian[0], n == 2 ? 2.0 : 0.0);
    }
  }
  EXPECT_EQ(pow(x, 2.5).hessian[0], 0.0);
  EXPECT_EQ(pow(x, 1.5).gradient[0], 0.0);
  EXPECT_FALSE(std::isfinite(pow(x, 1.5).hessian[0]));
}

TEST(JetAtSingularPoints, CarriesNotANumberOn) {
  const J nan = J::variable(std::numeric_limits<double>::quiet_NaN(), 0);
  for (const J& f : {sin(nan), nan * 2.0, nan + 1.0, pow(nan, 2), abs(nan), log(J::variable(-1.0, 0))}) {
    EXPECT_TRUE(std::isnan(f.value));
  }
}

// ---- on packs -------------------------------------------------------------------------------------------------------

TEST(JetOfPacks, IsTheJetOfDoublesInEachLane) {
  std::mt19937 engine(5);
  std::uniform_real_distribution<double> uniform(0.2, 0.9);
  std::array<J, 4> a, b;
  PackJet pa(0.0), pb(0.0);
  pa.constant = pb.constant = false;
  for (int lane = 0; lane < 4; ++lane) {
    a[lane] = random_jet(engine, uniform(engine)), b[lane] = random_jet(engine, uniform(engine));
    pa.value.set(lane, a[lane].value), pb.value.set(lane, b[lane].value);
    for (int i = 0; i < 3; ++i) {
      pa.gradient[i].set(lane, a[lane].gradient[i]);
      pb.gradient[i].set(lane, b[lane].gradient[i]);
    }
    for (int k = 0; k < 6; ++k) {
      pa.hessian[k].set(lane, a[lane].hessian[k]);
      pb.hessian[k].set(lane, b[lane].hessian[k]);
    }
  }
  const auto f = [](const auto& x, const auto& y) {
    const auto roots = sqrt(x) + pow(y, 3) * pow(x, 1.5) - pow(x, y) / 2.0;
    const auto angles = asin(x) * acos(y) + atan2(x, y) - atan(x) + tan(y);
    return roots * angles + tanh(x) * sinh(y) - cosh(x) + log(y) * exp(x) + abs(x - y) + max(x, y) + sin(x) * cos(y);
  };
  const PackJet packed = f(pa, pb);
  for (int lane = 0; lane < 4; ++lane) {
    const J expected = f(a[lane], b[lane]);
    EXPECT_NEAR(packed.value[lane], expected.value, 1e-14 * std::abs(expected.value));
    // Derivatives of up to a hundred, of sums in another order.
    for (int i = 0; i < 3; ++i) EXPECT_NEAR(packed.gradient[i][lane], expected.gradient[i], 1e-13);
    for (int k = 0; k < 6; ++k) EXPECT_NEAR(packed.hessian[k][lane], expected.hessian[k], 1e-12);
  }
}

TEST(Jet, StandsInEigenVectors) {
  using Vector = Eigen::Matrix<J, 2, 1>;
  const Vector v(J::variable(3.0, 0), J::variable(4.0, 1));
  const J length2 = v.cwiseProduct(v).sum();
  EXPECT_EQ(length2.value, 25.0);
  EXPECT_EQ(length2.gradient, (std::array<double, 3>{6.0, 8.0, 0.0}));
}

}  // namespace tandem::jet_test
