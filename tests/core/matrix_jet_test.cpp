#include <tandem/core/matrix_jet.hpp>

#include <Eigen/LU>
#include <gtest/gtest.h>
#include <support/random_matrix.hpp>
#include <support/refusal.hpp>

#include <array>
#include <cmath>
#include <complex>
#include <vector>

namespace tandem::matrix_jet_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::refuses;
using Complex = std::complex<double>;

/// a + b / (c a), exp and log of two numbers, in any scalar.
template <class S>
S mixture(const S& a, const S& b) {
  using std::exp, std::log;
  return exp(0.3 * a) * log(b) / (a + 2.0) - 1.0 / b + (a - b) * (3.0 - a);
}

TEST(NumberJet, AgreesWithComplexStepsAndDifferencesOfThem) {
  const VectorXd p = Eigen::Vector2d(0.7, 1.9);
  const std::vector<NumberJet> v = variables(p);
  const NumberJet one = NumberJet::constant(1.0, 2);
  const NumberJet jet = exp(0.3 * v[0]) * log(v[1]) / (v[0] + 2.0) - one / v[1] + (v[0] - v[1]) * (3.0 - v[0]);
  EXPECT_NEAR(jet.value, mixture(p(0), p(1)), 1e-15);
  const auto slope = [](double a, double b, int i) {
    const double h = 1e-30;
    return mixture(Complex(a, i == 0 ? h : 0.0), Complex(b, i == 1 ? h : 0.0)).imag() / h;
  };
  for (int i = 0; i < 2; ++i) {
    EXPECT_NEAR(jet.gradient(i), slope(p(0), p(1), i), 1e-14);
    const double h = 1e-5;  // error h^2
    EXPECT_NEAR(jet.hessian(i, 0), (slope(p(0) + h, p(1), i) - slope(p(0) - h, p(1), i)) / (2.0 * h), 1e-9);
    EXPECT_NEAR(jet.hessian(i, 1), (slope(p(0), p(1) + h, i) - slope(p(0), p(1) - h, i)) / (2.0 * h), 1e-9);
  }
}

TEST(NumberJet, ByLogarithmsIsTheChainRule) {
  // f = p0^2 p1 = exp(2 x0 + x1)
  const VectorXd p = Eigen::Vector2d(1.3, 0.2);
  const std::vector<NumberJet> v = variables(p);
  const NumberJet jet = by_logarithms(v[0] * v[0] * v[1], p);
  const double f = p(0) * p(0) * p(1);
  EXPECT_LE((jet.gradient - f * Eigen::Vector2d(2.0, 1.0)).norm(), 1e-15);
  Eigen::Matrix2d hessian;
  hessian << 4.0, 2.0, 2.0, 1.0;
  EXPECT_LE((jet.hessian - f * hessian).norm(), 1e-15);
}

/// Two matrices that depend on two numbers, by separable parts.
struct Pair {
  SeparableMatrix a{3, 3}, b{3, 3};
  Pair() {
    for (int k = 0; k < 3; ++k) {
      const double t = k + 1.0;
      a.parts[k] << 2.0 + t, 0.3 * t, 0.1, 0.3 * t, 3.0, -0.2, 0.1, -0.2, 1.0 + t;
      b.parts[k] << 1.0, 0.5, -t, 0.0, t, 0.2, 0.7, 0.1, 1.0 / t;
    }
  }
};

template <class S>
std::array<S, 3> coefficients(const S& x, const S& y) {
  return {x * x, x * y, 1.0 / y};
}

template <class S>
Eigen::Matrix<S, Eigen::Dynamic, Eigen::Dynamic> composition(const Pair& pair, const S& x, const S& y) {
  const std::array<S, 3> c = coefficients(x, y);
  const auto a = pair.a.value<S>(c), b = pair.b.value<S>(c);
  return a.inverse() * b * b.transpose() - x * a;
}

TEST(MatrixJet, AgreesWithComplexStepsAndDifferencesOfThem) {
  const Pair pair;
  const double x = 1.1, y = 0.8;
  const std::vector<NumberJet> v = variables(Eigen::Vector2d(x, y));
  const std::array<NumberJet, 3> c{v[0] * v[0], v[0] * v[1], NumberJet::constant(1.0, 2) / v[1]};
  const MatrixJet a = pair.a.at(c), b = pair.b.at(c);
  const MatrixJet jet = inverse(a) * b * transpose(b) + (-1.0 * v[0]) * a;
  const auto slope = [&](double at_x, double at_y, int i) -> MatrixXd {
    const double h = 1e-30;
    return composition(pair, Complex(at_x, i == 0 ? h : 0.0), Complex(at_y, i == 1 ? h : 0.0)).imag() / h;
  };
  EXPECT_LE((jet.value - composition(pair, x, y)).norm(), 1e-14);
  const double h = 1e-5;
  for (int i = 0; i < 2; ++i) {
    EXPECT_LE((jet.by(i) - slope(x, y, i)).norm(), 1e-13 * jet.by(i).norm());
    EXPECT_LE((jet.by(i, 0) - (slope(x + h, y, i) - slope(x - h, y, i)) / (2.0 * h)).norm(), 1e-8);
    EXPECT_LE((jet.by(i, 1) - (slope(x, y + h, i) - slope(x, y - h, i)) / (2.0 * h)).norm(), 1e-8);
  }
}

TEST(MatrixJet, KeepsZerosEmptyAndPutsBlocksBack) {
  const MatrixJet constant(test::random_matrix(3, 3, 1), 2);
  EXPECT_EQ((constant * constant).by(0).size(), 0);
  EXPECT_EQ(inverse(constant).by(1, 1).size(), 0);
  const MatrixJet varied = variables(Eigen::Vector2d(2.0, 3.0))[1] * constant;
  const MatrixJet back = embedded(block(varied, 1, 1, 2, 2), 3, 3, 1, 1);
  EXPECT_EQ(back.by(1).bottomRightCorner(2, 2), varied.by(1).bottomRightCorner(2, 2));
  EXPECT_EQ(back.by(1).row(0).norm(), 0.0);
  EXPECT_EQ(back.by(0).size(), 0);
}

TEST(MatrixJet, HasNoInverseWhereItIsSingular) {
  const MatrixXd without_last = Eigen::Vector3d(1.0, 1e-8, 0.0).asDiagonal();
  EXPECT_TRUE(refuses([&] { inverse(MatrixJet(without_last, 1)); }, "is singular: its column 2 depends"));
  EXPECT_TRUE(refuses([] { inverse(MatrixJet(MatrixXd::Ones(2, 2), 1)); }, "its column 1 depends"));
  const MatrixXd in_other_units = Eigen::Vector3d(1.0, 1e-20, 1e20).asDiagonal();
  EXPECT_EQ(inverse(MatrixJet(in_other_units, 1)).value(1, 1), 1e20);
}

TEST(SeparableMatrix, RefusesWhatDoesNotFit) {
  SeparableMatrix matrix(2, 1);
  const MatrixXd element = MatrixXd::Identity(2, 2);
  EXPECT_TRUE(refuses([&] { matrix.add(1, element, std::array{0, 1}); }, "there is no coefficient 1"));
  EXPECT_TRUE(refuses([&] { matrix.add(0, element, std::array{0, 2}); }, "there is no freedom 2"));
  EXPECT_TRUE(refuses([&] { matrix.add(0, element, std::array{0}); }, "2 x 2 is to stand at 1 freedoms"));
  EXPECT_TRUE(refuses([&] { matrix.at({}); }, "0 coefficients are given, there are 1"));
}

}  // namespace tandem::matrix_jet_test
