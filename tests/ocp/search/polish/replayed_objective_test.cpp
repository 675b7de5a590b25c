#include <tandem/ocp/search/polish/replayed_objective.hpp>

#include <gtest/gtest.h>
#include <ocp/support/steady_push.hpp>

namespace tandem::replayed_objective_test {

// price * integral of u^2 + (x(1) - 2)^2 at u = 1, x = t.
TEST(ReplayedObjective, IsTheClosedValueOfASteadyPush) {
  const Problem problem = test::SteadyPush{}.problem();
  EXPECT_NEAR(replayed_objective(problem, test::steady_answer()), 2.0, 1e-14);
}

// The trapezoid's control is a straight line from 1 to 2 between two knots: there the integral of its square is
// 0.25 * 7/3 each way, whatever the transcription's own quadrature (0.25 * 5/2) says.
TEST(ReplayedObjective, IntegratesTheControlPolynomialExactly) {
  Solution solution = test::steady_answer();
  solution.phases[0].controls(0, 2) = 2.0;
  EXPECT_NEAR(replayed_objective(test::SteadyPush{}.problem(), solution), 0.5 + 0.5 * 7.0 / 3.0 + 1.0, 1e-14);
}

}  // namespace tandem::replayed_objective_test
