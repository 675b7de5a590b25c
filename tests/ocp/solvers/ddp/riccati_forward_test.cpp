#include <tandem/ocp/solvers/ddp/riccati.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/ddp/random_lq.hpp>
#include <ocp/solvers/ddp/solved_lq.hpp>

#include <cmath>

namespace tandem::ddp::riccati_forward_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::random_lq;
using test::remainder;
using test::solved;

/// A problem whose boxes hold at some steps and not at others.
LqProblem boxed(unsigned seed, int equations) {
  LqProblem problem = random_lq({.equations = equations}, seed);
  for (LqStage& stage : problem.stages) {
    stage.lower.setConstant(-0.7);
    stage.upper.setConstant(0.9);
  }
  return problem;
}

TEST(RiccatiForward, HoldsControlsWithinTheirBoxesByTheirFirstOrderConditions) {
  for (unsigned seed = 10; seed < 30; ++seed) {
    const LqProblem problem = boxed(seed, seed % 2 == 0 ? 0 : 1);
    Riccati riccati(problem);
    const LqStep step = solved(problem, riccati);
    EXPECT_LT(remainder(problem, step), 1e-9) << seed;
    int held = 0;
    for (int k = 0; k < problem.steps(); ++k) {
      for (int i = 0; i < problem.controls(); ++i) {
        const double u = step.controls(i, k), push = step.pushes(i, k);
        EXPECT_GE(u, -0.7 - 1e-12);
        EXPECT_LE(u, 0.9 + 1e-12);
        if (push != 0.0) {
          EXPECT_EQ(u, push > 0.0 ? 0.9 : -0.7);
          EXPECT_EQ(riccati.gain(k).row(i).cwiseAbs().maxCoeff(), 0.0);
          ++held;
        }
      }
    }
    EXPECT_GT(held, 0) << seed;
    EXPECT_LT(held, problem.steps() * problem.controls()) << seed;
  }
}

// One pass of a problem that needs more: it says so, what it chooses stands within its box, and where it could go on
// it settles at the answer.
TEST(RiccatiForward, SaysWhenSetsDoNotSettleAndStaysWithinTheBoxes) {
  LqProblem problem = random_lq({.equations = 1, .border = 1, .free_start = true}, 32);
  for (LqStage& stage : problem.stages) {
    stage.lower.setConstant(-0.1);
    stage.upper.setConstant(0.1);
  }
  problem.start_lower.setConstant(-0.2);
  problem.start_upper.setConstant(0.2);
  problem.border_upper(0) = 0.05;
  problem.border_lower(0) = -0.05;
  Riccati riccati(problem);
  LqStep step(problem);
  const Convexity slack{.end_slack = 1.0};
  ASSERT_TRUE(riccati.solve(problem, slack, VectorXd::Zero(1), step, 1));
  EXPECT_FALSE(riccati.settled());
  EXPECT_EQ(riccati.passes(), 1);
  EXPECT_LE(step.controls.cwiseAbs().maxCoeff(), 0.1);
  EXPECT_LE(step.states.col(0).cwiseAbs().maxCoeff(), 0.2);
  EXPECT_LE(std::abs(step.border(0)), 0.05);
  ASSERT_TRUE(riccati.solve(problem, slack, VectorXd::Zero(1), step));
  EXPECT_TRUE(riccati.settled());
  EXPECT_LE(step.controls.cwiseAbs().maxCoeff(), 0.1 + 1e-12);
}

TEST(RiccatiForward, HoldsAFreeStartWithinItsBox) {
  LqProblem problem = random_lq({.free_start = true}, 31);
  problem.start_lower.setConstant(-0.1);
  problem.start_upper.setConstant(0.1);
  Riccati riccati(problem);
  const LqStep step = solved(problem, riccati);
  EXPECT_LT(remainder(problem, step), 1e-9);
  EXPECT_LE(step.states.col(0).cwiseAbs().maxCoeff(), 0.1 + 1e-12);
  for (int i = 0; i < problem.states(); ++i) EXPECT_GE(step.start_pushes(i) * step.states(i, 0), 0.0);
  EXPECT_GT(step.start_pushes.cwiseAbs().maxCoeff(), 0.0);
}

TEST(RiccatiForward, HoldsTheBorderWithinItsBox) {
  LqProblem problem = random_lq({.equations = 1, .border = 3}, 44);
  Riccati free_riccati(problem);
  const VectorXd free = solved(problem, free_riccati).border;
  for (int i = 0; i < 3; ++i) {  // one bound above what it wants, one below, one not felt
    problem.border_lower(i) = i == 0 ? free(i) + 0.1 : -10.0;
    problem.border_upper(i) = i == 1 ? free(i) - 0.1 : 10.0;
  }
  Riccati riccati(problem);
  const LqStep step = solved(problem, riccati);
  EXPECT_LT(remainder(problem, step), 1e-9);
  EXPECT_EQ(step.border(0), problem.border_lower(0));
  EXPECT_EQ(step.border(1), problem.border_upper(1));
  EXPECT_LT(step.border_pushes(0), 0.0);
  EXPECT_GT(step.border_pushes(1), 0.0);
  EXPECT_EQ(step.border_pushes(2), 0.0);
}

// With or without it, costates solve the adjoint equations of the problem as it stands.
TEST(RiccatiForward, LeavesTheRegularizationOutOfTheCostates) {
  const LqProblem problem = random_lq({.equations = 2, .border = 1, .at = {5, 12}}, 45);
  Riccati riccati(problem);
  const LqStep step = solved(problem, riccati, {1e4, 10.0, 0.0});
  for (int k = 0; k < problem.steps(); ++k) {
    const LqStage& lq = problem.stages[k];
    VectorXd expected = lq.q + lq.Q * step.states.col(k) + lq.S.transpose() * step.controls.col(k);
    expected += lq.T * step.border + lq.A.transpose() * step.costates.col(k + 1);
    if (k == 5) expected += step.nu(0) * problem.E.row(0).transpose();
    EXPECT_LT((step.costates.col(k) - expected).norm(), 1e-9 * expected.norm()) << k;
  }
  EXPECT_LT(step.costates.cwiseAbs().maxCoeff(), 100.0 * step.nu.cwiseAbs().maxCoeff());
}

// Both controls stand at a bound, in every second step against their slope.
TEST(RiccatiForward, BeginsWithWhatABoundHoldsAtASolution) {
  LqProblem problem = random_lq({}, 50);
  MatrixXd slopes(2, problem.steps());
  for (int k = 0; k < problem.steps(); ++k) {
    problem.stages[k].lower = VectorXd{{0.0, -1.0}};
    problem.stages[k].upper = VectorXd{{1.0, 0.0}};
    slopes.col(k) = (k % 2 == 0 ? 1.0 : -1.0) * VectorXd{{1.0, -1.0}};
  }
  Riccati riccati(problem);
  riccati.hold(problem, slopes, VectorXd::Zero(problem.states()), VectorXd(), 1e-9);
  for (int k = 0; k < problem.steps(); ++k) {
    EXPECT_EQ(riccati.held(k, 0), k % 2 == 0 ? -1 : 0) << k;
    EXPECT_EQ(riccati.held(k, 1), k % 2 == 0 ? 1 : 0) << k;
  }
}

TEST(RiccatiForward, HoldsNothingThatStandsFreeOfItsBounds) {
  const LqProblem problem = boxed(51, 0);
  Riccati riccati(problem);
  riccati.hold(problem, MatrixXd::Ones(problem.controls(), problem.steps()), VectorXd::Zero(problem.states()),
               VectorXd(), 1e-9);
  for (int k = 0; k < problem.steps(); ++k) {
    for (int i = 0; i < problem.controls(); ++i) EXPECT_EQ(riccati.held(k, i), 0);
  }
}

}  // namespace tandem::ddp::riccati_forward_test
