#include <tandem/ocp/search/closed_loop/regulator.hpp>

#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <support/refusal.hpp>

#include <cmath>

namespace tandem::regulator_test {

using Eigen::MatrixXd;

const Solution& cart_pole_plan() {
  static const Solution plan = test::solved("cart-pole-swing-up", 40, "shooting-rk4");
  return plan;
}

// x'' = u: A_d = [1 h; 0 1], B_d = [h^2/2; h].
TEST(HeldPlant, IsExactForADoubleIntegrator) {
  const DiscretePlant plant = held_plant((MatrixXd(2, 2) << 0, 1, 0, 0).finished(), MatrixXd{{0.0}, {1.0}}, 0.3);
  EXPECT_LT((plant.A - MatrixXd{{1.0, 0.3}, {0.0, 1.0}}).norm(), 1e-15);
  EXPECT_LT((plant.B - MatrixXd{{0.045}, {0.3}}).norm(), 1e-15);
}

// x' = a x + b u: exp(a h), b (exp(a h) - 1) / a; a h = 40 needs squarings, each of which may double the rounding.
TEST(HeldPlant, IsExactForFastPlants) {
  const DiscretePlant plant = held_plant(MatrixXd::Constant(1, 1, 20.0), MatrixXd::Constant(1, 1, 3.0), 2.0);
  EXPECT_NEAR(plant.A(0, 0) / std::exp(40.0), 1.0, 1e-13);
  EXPECT_NEAR(plant.B(0, 0) / (0.15 * std::expm1(40.0)), 1.0, 1e-13);
}

TEST(EndRegulator, HoldsAPoleUpright) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const EndRegulator end = end_regulator(problem, cart_pole_plan());
  EXPECT_NEAR(end.control(0), 0.0, 1e-12);
  EXPECT_NEAR(end.step, 0.05, 1e-15);  // a difference of times up to 2
  EXPECT_LT(end.gain(0, 1), 0.0) << "the cart goes under a pole that leans";
  ASSERT_TRUE(control_at_rest(problem, cart_pole_plan()).has_value());
}

TEST(EndRegulator, IsRefusedWhereTheMotionDoesNotRest) {
  const Problem problem = make_problem("bryson-denham");
  const Solution plan = test::solved(problem, 12, "shooting-rk4");
  EXPECT_FALSE(control_at_rest(problem, plan).has_value());
  EXPECT_TRUE(test::refuses([&] { end_regulator(problem, plan); },
                            "problem 'bryson-denham': its motion does not rest at its end"));
}

// Far from the end the gains of a plan that rests all the time are the steady ones.
TEST(TrackingGains, OfAPlanAtRestAreThoseOfItsEnd) {
  const Problem problem = make_problem("cart-pole-swing-up");
  Solution plan = cart_pole_plan();
  PhaseSolution& series = plan.phases.front();
  for (int k = 0; k < series.states.cols(); ++k) series.states.col(k) = series.states.rightCols(1);
  series.states(0, 0) -= 1.0;  // so that ranges, and with them the weights, are not those of a point
  series.controls.setZero();
  const EndRegulator end = end_regulator(problem, plan);
  const std::vector<MatrixXd> gains = tracking_gains(problem, plan, end);
  ASSERT_EQ(std::ssize(gains), series.intervals());
  for (int k = 1; k < series.intervals(); ++k) EXPECT_LT((gains[k] - end.gain).norm(), 1e-9 * end.gain.norm()) << k;
}

TEST(TrackingGains, AreRefusedForControlsThatAreNotHeld) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const Solution plan = test::solved(problem, 20, "trapezoid");
  EXPECT_TRUE(test::refuses([&] { tracking_gains(problem, plan, end_regulator(problem, plan)); },
                            "gains that track a plan need controls held constant, not those of 'trapezoid'"));
}

}  // namespace tandem::regulator_test
