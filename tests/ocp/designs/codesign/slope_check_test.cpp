#include <tandem/ocp/designs/codesign/slope_check.hpp>

#include <tandem/core/error.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::codesign::slope_check_test {

using Eigen::Vector2d;
using Eigen::VectorXd;

/// e^x sin y, with derivatives that are wrong by so much of theirs.
auto wave(double gradient_error, double hessian_error) {
  return [=](const VectorXd& x) {
    const double e = std::exp(x(0)), s = std::sin(x(1)), c = std::cos(x(1));
    const Eigen::Matrix2d hessian{{e * s, e * c}, {e * c, -e * s}};
    return NumberWithDerivatives{e * s, (1.0 + gradient_error) * e * Vector2d(s, c), (1.0 + hessian_error) * hessian};
  };
}

TEST(SlopeError, IsTheDifferencesOwnWhereDerivativesAreRight) {
  // h^6 / 140 = 5e-13, and rounding of 1e-16 over h = 0.02.
  EXPECT_LE(slope_error(wave(0.0, 0.0), Vector2d(0.3, 0.7), Vector2d::Ones()), 1e-12);
}

TEST(SlopeError, SeesAWrongGradientAndAWrongHessian) {
  const double wrong_gradient = slope_error(wave(1e-3, 1e-3), Vector2d(0.3, 0.7), Vector2d::Ones()),
               wrong_hessian = slope_error(wave(0.0, 1e-3), Vector2d(0.3, 0.7), Vector2d::Ones());
  EXPECT_GE(wrong_gradient, 1e-4);
  EXPECT_GE(wrong_hessian, 1e-4);
  EXPECT_LE(wrong_hessian, 1e-3);
}

TEST(SlopeError, GoesNearerWhereThereAreNoValuesFarther) {
  const Vector2d at(0.3, 0.7);
  const auto narrow = [&](const VectorXd& x) {
    require((x - at).norm() < 0.01, "no value");
    return wave(0.0, 0.0)(x);
  };
  EXPECT_LE(slope_error(narrow, at, Vector2d::Ones()), 1e-12);  // rounding of 1e-16 over h = 0.002
}

TEST(SlopeError, IsNoNumberWhereAPlaceBesideIsRefused) {
  const Vector2d at(0.3, 0.7);
  const auto edge = [&](const VectorXd& x) {
    require(x == at, "no value");
    return wave(0.0, 0.0)(x);
  };
  EXPECT_TRUE(std::isnan(slope_error(edge, at, Vector2d::Ones())));
}

}  // namespace tandem::codesign::slope_check_test
