#include <tandem/ocp/refined_control.hpp>

#include <gtest/gtest.h>
#include <ocp/solved.hpp>

#include <cmath>

namespace tandem {
namespace {

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

TEST(RefinedControl, HasTheOrderOfTheKnots) {
  EXPECT_NEAR(std::log2(regulator_error("trapezoid", 20) / regulator_error("trapezoid", 40)), 2.0, 0.1);
  EXPECT_NEAR(std::log2(regulator_error("hermite-simpson", 10) / regulator_error("hermite-simpson", 20)), 4.0, 0.1);
}

// The force enters both rates; H is quadratic in it, so the refined force is where dH/du = 0 exactly.
TEST(RefinedControl, LiesNearTheAnswersOwn) {
  const Problem problem = make_problem("cart-pole-swing-up");
  const Solution solution = solve(problem);
  const Eigen::MatrixXd u = refined_controls(problem, solution)[0];
  for (int k = 0; k <= solution.intervals(); ++k) {
    EXPECT_NEAR(u(0, k), solution.phases[0].controls(0, 2 * k), 2e-2) << k;  // of order 2 in 1/50
  }
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

}  // namespace
}  // namespace tandem
