#include <tandem/ocp/designs/controllers/first_order.hpp>

#include <gtest/gtest.h>
#include <ocp/designs/controllers/sample_plant.hpp>

#include <cmath>

namespace tandem::controllers::first_order_test {

using Eigen::VectorXd;
using test::first_order_plant;

Objective squares() { return {static_form(1, 1), {{first_order_plant(1.0)}}}; }

TEST(FirstOrder, HoldsAtTheRegulatorsGain) {
  const auto found = first_order(squares(), VectorXd::Constant(1, 1.0 - std::sqrt(2.0)));
  ASSERT_TRUE(found);
  EXPECT_LE(found->stationarity, 1e-14);
  EXPECT_LE(found->newton_gain, 1e-28);
  EXPECT_NEAR(found->least_curvature, 1.0, 1e-14);  // of one number, in its own unit
  EXPECT_NEAR(found->value, std::sqrt(2.0) - 1.0, 1e-15);
}

TEST(FirstOrder, SaysHowFarAwayAMinimumIs) {
  const double k = 0.5;  // J = (1 + k^2) / (2 (1 + k))
  const auto found = first_order(squares(), VectorXd::Constant(1, -k));
  const double value = (1.0 + k * k) / (2.0 + 2.0 * k), slope = k / (1.0 + k) - value / (1.0 + k);
  EXPECT_NEAR(found->stationarity, k * slope / value, 1e-14);
  EXPECT_GT(found->newton_gain, 1e-4);
  EXPECT_FALSE(first_order(squares(), VectorXd::Constant(1, 2.0)));
}

TEST(FirstOrder, PolishGoesToRounding) {
  VectorXd p = VectorXd::Constant(1, -0.5);
  EXPECT_GE(sharpen(squares(), p), 2);
  EXPECT_NEAR(p(0), 1.0 - std::sqrt(2.0), 1e-14);
}

/// Gains squared 1 / (1 - k)^2 and 1 / (1 + k)^2 of two parts of a plant: the higher is least where both are 1.
Objective kinked() {
  Plant both = first_order_plant(1.0);
  both.b = Eigen::Matrix2d::Identity();
  both.a = -both.b, both.noise = both.b, both.sensors = both.b, both.watched = both.b;
  both.sensor_noise = 0.0 * both.b, both.effort = 0.0 * both.b;
  Form form(0, 2, 2);
  form.free("k", Form::Part::d, 0, 0);
  form.also("k", Form::Part::d, 1, 1, -1.0);
  return {form, {{both, 1e-3, 1.0}}};
}

TEST(FirstOrder, DoesNotHoldBesideAKink) {
  const auto beside = first_order(kinked(), VectorXd::Constant(1, 1e-3));
  ASSERT_TRUE(beside);
  ASSERT_EQ(beside->active.size(), 1U);
  EXPECT_NEAR(beside->active[0].squared.gradient(0), 2.0 / std::pow(1.0 - 1e-3, 3), 1e-12);
  EXPECT_GT(beside->stationarity, 1e-3);  // 2 k of J = 1
}

}  // namespace tandem::controllers::first_order_test
