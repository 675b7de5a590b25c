#include <tandem/dynamics/force_laws.hpp>

#include <tandem/core/jet.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::force_laws_test {

/// Value, first and second derivative.
template <class Function>
std::array<double, 3> derivatives(const Function& f, double x) {
  using S = Jet<double, 1, 2>;
  const S y = f(S::variable(x, 0));
  return {y.value, y.gradient[0], y.hessian[0]};
}

void expect_smooth(const std::array<double, 3>& a, const std::array<double, 3>& b, double step) {
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], step) << i;
}

TEST(ForceLaws, SaturateWithTwoContinuousDerivatives) {
  const auto held = [](const auto& x) { return smooth_saturation(x, -2.0, 3.0, 0.5); };
  for (const double x : {-1.7, 0.0, 2.7}) EXPECT_NEAR(held(x), x, 1e-15);
  EXPECT_NEAR(held(-2.3), -2.0, 1e-15);
  EXPECT_NEAR(held(7.0), 3.0, 1e-15);
  for (const double joint : {-2.25, -1.75, 2.75, 3.25}) {
    expect_smooth(derivatives(held, joint - 1e-9), derivatives(held, joint + 1e-9), 1e-6);
  }
  EXPECT_NEAR(derivatives(held, -2.0)[1], 0.5, 1e-15);
}

TEST(ForceLaws, HaveStopsThatPushBackFromNothing) {
  const StoppedSpring spring{
      .stiffness = 2.0, .rest = 0.5, .lower = -1.0, .upper = 1.0, .stop_stiffness = 100.0, .width = 0.1};
  EXPECT_NEAR(stopped_spring(0.9, spring), -0.8, 1e-15);
  EXPECT_NEAR(stopped_spring(1.3, spring), -2.0 * 0.8 - 100.0 * 0.25, 1e-12);
  EXPECT_NEAR(stopped_spring(-1.3, spring), 2.0 * 1.8 + 100.0 * 0.25, 1e-12);
  const auto force = [&](const auto& x) { return stopped_spring(x, spring); };
  expect_smooth(derivatives(force, 1.0 - 1e-9), derivatives(force, 1.0 + 1e-9), 2e-3);
}

TEST(ForceLaws, RubAtTheirLevelsAndFallAlongStribecksCurve) {
  EXPECT_NEAR(coulomb_friction(1.0, 3.0, 0.01), -3.0, 1e-15);
  EXPECT_NEAR(coulomb_friction(-1.0, 3.0, 0.01), 3.0, 1e-15);
  const Friction<> f{.coulomb = 1.0, .breakaway = 1.5, .viscous = 0.2, .stribeck = 0.1, .slip = 1e-3};
  EXPECT_NEAR(stribeck_friction(0.01, f), -(1.0 + 0.5 * std::exp(-0.01)) - 0.002, 1e-8);
  EXPECT_NEAR(stribeck_friction(10.0, f), -3.0, 1e-15);
}

TEST(ForceLaws, DragAgainstTheVelocityAndEvenAtRest) {
  const Vec3<double> drag = quadratic_drag(Vec3<double>(3.0, 0.0, -4.0), 0.5);
  EXPECT_NEAR(drag.x, -7.5, 1e-15);
  EXPECT_NEAR(drag.z, 10.0, 1e-15);
  const auto along = [](const auto& v) { return quadratic_drag(v, 0.5); };
  EXPECT_NEAR(derivatives(along, 0.0)[1], 0.0, 1e-7);
  EXPECT_TRUE(std::isfinite(derivatives(along, 0.0)[2]));
}

TEST(ForceLaws, GiveAMotorsStallAtRestAndNothingAtItsFreeRate) {
  EXPECT_EQ(motor_curve(1.0, 0.0, 5.0, 100.0), 5.0);
  EXPECT_EQ(motor_curve(1.0, 100.0, 5.0, 100.0), 0.0);
  EXPECT_EQ(motor_curve(0.0, 50.0, 5.0, 100.0), -2.5);
}

}  // namespace tandem::force_laws_test
