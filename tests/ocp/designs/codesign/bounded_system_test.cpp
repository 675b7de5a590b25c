#include <tandem/ocp/designs/codesign/bounded_system.hpp>

#include <tandem/core/error.hpp>

#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <support/refusal.hpp>

#include <cmath>
#include <vector>

namespace tandem::codesign::bounded_system_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// The gradient of |u - (lambda, -lambda)|^2 / 2 within [0, 1]^2.
BoundedSystem nearest_point() {
  return BoundedSystem(
      [](const VectorXd& u, double lambda) {
        if (lambda > 100.0) throw InvalidInput("too far");
        return Equations{u - Eigen::Vector2d(lambda, -lambda), MatrixXd::Identity(2, 2), Eigen::Vector2d(-1.0, 1.0)};
      },
      VectorXd::Zero(2), VectorXd::Ones(2), 2);
}

VectorXd solved(BoundedSystem& system, VectorXd y, double lambda) {
  for (int step = 0; step < 30; ++step) y -= system.factorise(y, lambda).solve(system.residual(y, lambda));
  EXPECT_LE(system.residual(y, lambda).norm(), 1e-10);
  return y;
}

TEST(BoundedSystem, FindsTheNearestPointOfABoxInsideAndAtBounds) {
  BoundedSystem system = nearest_point();
  const VectorXd start = system.with_multipliers(VectorXd::Constant(2, 0.5), 0.3);
  const VectorXd inside = solved(system, start, 0.3);
  EXPECT_NEAR(system.unknowns_of(inside)(0), 0.3, 1e-9);
  EXPECT_EQ(system.unknowns_of(inside)(1), 0.0);
  EXPECT_EQ(system.free(inside), std::vector<int>{0});
  const VectorXd corner = system.unknowns_of(solved(system, inside, 5.0));
  EXPECT_EQ(corner, Eigen::Vector2d(1.0, 0.0));
}

TEST(BoundedSystem, HasTheSlopesThatDifferencesHave) {
  BoundedSystem system = nearest_point();
  VectorXd y(6);
  y << 0.2, 0.7, 0.1, 0.3, 0.05, 0.4;
  const double h = 1e-6;
  const VectorXd by_lambda = (system.residual(y, 0.4 + h) - system.residual(y, 0.4 - h)) / (2.0 * h);
  EXPECT_LE((system.slope(y, 0.4) - by_lambda).norm(), 1e-9);
  for (int i = 0; i < 6; ++i) {
    const VectorXd e = h * VectorXd::Unit(6, i);
    const VectorXd column = (system.residual(y + e, 0.4) - system.residual(y - e, 0.4)) / (2.0 * h);
    EXPECT_LE((system.factorise(y, 0.4).multiply(VectorXd::Unit(6, i)) - column).norm(), 1e-9) << i;
  }
}

TEST(BoundedSystem, IsPolishedToRoundingAndNotFurther) {
  BoundedSystem system = nearest_point();
  int iterations = 0;
  const VectorXd near = system.with_multipliers(Eigen::Vector2d(0.31, 1e-3), 0.3);
  const VectorXd sharpened = system.sharpened(near, 0.3, iterations);
  EXPECT_GT(iterations, 0);
  EXPECT_LE(system.residual(sharpened, 0.3).norm(), 1e-14);
  EXPECT_NEAR(sharpened(0), 0.3, 1e-10);  // to the smoothed bounds' shift, 1e-12 by the distance from them
  EXPECT_EQ(system.sharpened(VectorXd::Zero(6), 200.0, iterations), VectorXd::Zero(6));  // nothing to gain there
}

TEST(BoundedSystem, HasNoValueWhereTheModelRefuses) {
  BoundedSystem system = nearest_point();
  EXPECT_FALSE(system.residual(VectorXd::Zero(6), 200.0).allFinite());
}

TEST(BoundedSystem, EvaluatesAPointOnce) {
  BoundedSystem system = nearest_point();
  const VectorXd y = VectorXd::Constant(6, 0.5);
  system.residual(y, 0.1);
  system.slope(y, 0.1);
  system.factorise(y, 0.1);
  EXPECT_EQ(system.evaluations(), 1);
}

TEST(BoundedSystem, RefusesBoundsThatLeaveNoRoom) {
  const auto model = [](const VectorXd&, double) { return Equations{}; };
  for (const double upper : {0.0, 1.0}) {
    EXPECT_TRUE(
        test::refuses([&] { BoundedSystem(model, VectorXd::Ones(1), VectorXd::Constant(1, upper), 1); }, "no room"));
  }
}

}  // namespace tandem::codesign::bounded_system_test
