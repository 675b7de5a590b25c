#include <tandem/ocp/answers/interval_hamiltonians.hpp>

#include <gtest/gtest.h>
#include <ocp/support/steady_push.hpp>

namespace tandem::interval_hamiltonians_test {

using test::steady_answer;
using test::SteadyPush;

// H = u^2 + lambda u = -1 and dH/du = 2 u + lambda = 0, wherever one looks.
TEST(IntervalHamiltonians, AreThoseOfTheAnswerAtPointsAndBetween) {
  const Problem problem = SteadyPush{}.problem();
  const Solution solution = steady_answer();
  PhaseHamiltonian hamiltonian(problem, solution, 0);
  IntervalHamiltonians hamiltonians(hamiltonian);
  for (const auto& all : {hamiltonians.at_points(1), hamiltonians.at(1, Eigen::Vector3d(0.1, 0.5, 0.9))}) {
    for (const Hamiltonian& h : all) {
      EXPECT_NEAR(h.value, -1.0, 1e-14);
      EXPECT_NEAR(h.by_control(0), 0.0, 1e-14);
    }
  }
  EXPECT_EQ(hamiltonians.at_points(0).size(), 2U);
}

// Costates of 0 and 2 at the knots with slopes of -H_x = 0: the cubic is at its mean in the middle, and at a quarter at
// 2 (3/16 - 2/64) = 5/16.
TEST(IntervalHamiltonians, TakeTheCubicOfTheCostates) {
  const Problem problem = SteadyPush{}.problem();
  Solution solution = steady_answer();
  solution.phases[0].costates = solution.phases[0].costates_before =
      (Eigen::RowVectorXd(5) << 0.0, 2.0, 2.0, 2.0, 2.0).finished();
  PhaseHamiltonian hamiltonian(problem, solution, 0);
  const std::vector<Hamiltonian> all = IntervalHamiltonians(hamiltonian).at(0, Eigen::Vector2d(0.25, 0.5));
  EXPECT_NEAR(all[0].by_control(0), 2.0 + 5.0 / 16.0, 1e-14);
  EXPECT_NEAR(all[1].by_control(0), 2.0 + 1.0, 1e-14);
}

}  // namespace tandem::interval_hamiltonians_test
