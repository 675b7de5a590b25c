#include <tandem/ocp/solvers/sweep/sweep_factor.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/sweep/staged_system.hpp>
#include <support/refusal.hpp>

namespace tandem::sweep::sweep_solve_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::StagedSystem;

TEST(SweepSolve, SolvesForManyRightHandSidesAndAgainLater) {
  const StagedSystem system = test::random_system({.stages = 20, .fewest_unknowns = 4, .border = 2}, 5);
  SweepFactor factor(system.chain());
  ASSERT_EQ(factor.factorise(system.values), FactorStatus::done);
  const int n = system.size();
  MatrixXd right(n, 3);
  for (int i = 0; i < 3; ++i) right.col(i) = test::random_vector(n, i + 1);
  MatrixXd together = right;
  factor.solve(together);
  for (int i = 0; i < 3; ++i) {
    VectorXd alone = right.col(i);
    factor.solve(alone);
    EXPECT_EQ(alone, together.col(i));
  }
  EXPECT_LT((system.dense() * together - right).norm(), 1e-9);
}

TEST(SweepSolve, SaysHowFarRefinementCame) {
  const StagedSystem system = test::random_system({.stages = 20, .fewest_unknowns = 4, .border = 2}, 5);
  SweepFactor factor(system.chain());
  factor.factorise(system.values);
  const VectorXd b = test::random_vector(system.size(), 1);
  VectorXd x(system.size());
  const Refinement refinement = factor.solve_refined(system.values, b, x);
  EXPECT_LT(refinement.backward_error, 1e-15);
  EXPECT_LE(refinement.steps, 3);
}

TEST(SweepSolve, RefusesVectorsThatDoNotFit) {
  const StagedSystem system = test::random_system({.stages = 2}, 1);
  SweepFactor factor(system.chain());
  VectorXd x(1);
  EXPECT_TRUE(test::refuses([&] { factor.solve(x); }, "staged matrix: right-hand sides of size 1 for a matrix of"));
  EXPECT_TRUE(
      test::refuses([&] { factor.solve_refined(system.values, x, x); }, "staged matrix: vectors of size 1 and"));
}

}  // namespace tandem::sweep::sweep_solve_test
