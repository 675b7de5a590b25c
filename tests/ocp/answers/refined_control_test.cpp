#include <tandem/ocp/answers/refined_control.hpp>

#include <gtest/gtest.h>
#include <ocp/support/solved.hpp>
#include <support/order.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::refined_control_test {

/// Largest error of the refined control of the regulator, u = -sinh(1 - t)/cosh 1.
double regulator_error(const std::string& transcription, int intervals) {
  const Problem problem = make_problem("scalar-lqr");
  const Solution solution = test::solved(problem, intervals, transcription);
  const Eigen::MatrixXd u = refined_controls(problem, solution)[0];
  double worst = 0.0;
  for (int k = 0; k <= intervals; ++k) {
    const double exact = -std::sinh(1.0 - solution.phases[0].time(k)) / std::cosh(1.0);
    worst = std::max(worst, std::abs(u(0, k) - exact));
  }
  return worst;
}

// Three meshes are rid of the error's next term; 0.0004 of the orders is left.
TEST(RefinedControl, HasTheOrderOfTheKnots) {
  const auto order = [](const char* transcription, int intervals) {
    return test::extrapolated_order(regulator_error(transcription, intervals),
                                    regulator_error(transcription, 2 * intervals),
                                    regulator_error(transcription, 4 * intervals));
  };
  EXPECT_NEAR(order("trapezoid", 20), 2.0, 0.002);
  EXPECT_NEAR(order("hermite-simpson", 10), 4.0, 0.002);
}

/// How far the cart-pole's refined force is from the answer's own at the knots.
double change_of_force(int intervals) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const Solution solution = test::solved(problem, intervals);
  const Eigen::MatrixXd u = refined_controls(problem, solution)[0];
  double worst = 0.0;
  for (int k = 0; k <= intervals; ++k) {
    worst = std::max(worst, std::abs(u(0, k) - solution.phases[0].controls(0, 2 * k)));
  }
  return worst;
}

// The force enters both rates; H is quadratic in it, so the refined force is where dH/du = 0 exactly. The answer's own
// is of order 2: 0.01 from it on 100 intervals, of which 0.002 of the order is left by extrapolation.
TEST(RefinedControl, LiesNearTheAnswersOwn) {
  const double at_100 = change_of_force(100);
  EXPECT_LT(at_100, 1.5e-2);
  EXPECT_NEAR(test::extrapolated_order(at_100, change_of_force(200), change_of_force(400)), 2.0, 0.01);
}

TEST(RefinedControl, GoesToTheBoundThatTheSlopePointsTo) {
  const Problem problem = make_problem("double-integrator-time");
  const Solution solution = test::solved(problem, 20);
  const Eigen::MatrixXd u = refined_controls(problem, solution)[0];
  const double first = solution.phases[0].controls(0, 0) > 0.0 ? 1.0 : -1.0;
  for (int k = 0; k <= 20; ++k) {
    if (k == 10) continue;
    EXPECT_EQ(u(0, k), k < 10 ? first : -first) << k;
  }
}

TEST(RefinedControl, StaysWithinItsBounds) {
  const Problem problem = test::problem_with("double-integrator-energy", {{"max_force", 5.0}});
  const Eigen::MatrixXd u = refined_controls(problem, test::solved(problem, 20))[0];
  EXPECT_EQ(u(0, 0), 5.0);
  EXPECT_EQ(u(0, 20), -5.0);
  EXPECT_NEAR(u(0, 10), 0.0, 1e-8);
}

TEST(RefinedControl, KeepsTheAnswersOwnOnASingularArc) {
  const Problem problem = make_problem("aly-chan");
  const Solution solution = solve(problem);
  EXPECT_TRUE(refined_controls(problem, solution)[0].allFinite());
}

}  // namespace tandem::refined_control_test
