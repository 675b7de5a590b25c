#include <tandem/ocp/solvers/ddp/optimality.hpp>

#include <tandem/ocp/solvers/ddp/riccati.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/ddp/random_lq.hpp>

#include <limits>

namespace tandem::ddp::optimality_test {

/// The problem about its own solution, where nothing is left to do; boxes of width 1 about zero before.
struct AtSolution {
  LqProblem problem;
  Duals duals;
};

AtSolution at_solution(unsigned seed) {
  LqProblem problem = test::random_lq({.equations = 2, .border = 2, .at = {7, 12}}, seed);
  for (LqStage& stage : problem.stages) {
    stage.lower.setConstant(-0.7);
    stage.upper.setConstant(0.9);
  }
  problem.border_upper(1) = -0.3;
  Riccati riccati(problem);
  LqStep step(problem);
  EXPECT_TRUE(riccati.solve(problem, {}, Eigen::VectorXd::Zero(2), step) && riccati.settled());
  EXPECT_GT(step.border_pushes(1), 0.0);
  const Eigen::VectorXd dp = step.border;
  for (int k = 0; k < problem.steps(); ++k) {
    LqStage& lq = problem.stages[k];
    const Eigen::VectorXd dx = step.states.col(k), du = step.controls.col(k);
    lq.q += lq.Q * dx + lq.S.transpose() * du + lq.T * dp;
    lq.r += lq.S * dx + lq.R * du + lq.U * dp;
    problem.y += lq.T.transpose() * dx + lq.U.transpose() * du;
    lq.c.setZero();
    lq.lower -= du;
    lq.upper -= du;
  }
  const Eigen::VectorXd last = step.states.col(problem.steps());
  problem.q += problem.Q * last + problem.T * dp;
  problem.y += problem.Y * dp + problem.T.transpose() * last;
  problem.border_lower -= dp;
  problem.border_upper -= dp;
  problem.e.setZero();
  problem.start_lower.setZero();
  problem.start_upper.setZero();
  return {problem, {step.costates, step.nu}};
}

TEST(Optimality, LeavesNothingAtASolutionWithHeldControls) {
  const AtSolution at = at_solution(10);
  const Residuals found = Optimality(at.problem).measure(at.problem, at.duals);
  EXPECT_LT(found.stationarity, 1e-11);
  EXPECT_EQ(found.infeasibility(), 0.0);
}

TEST(Optimality, SeesEachConditionThatIsBroken) {
  const AtSolution at = at_solution(10);
  Optimality optimality(at.problem);
  const double size = std::max(1.0, at.duals.costates.cwiseAbs().maxCoeff());
  for (const int k : {0, 5, at.problem.steps()}) {
    Duals moved = at.duals;
    moved.costates(1, k) += 0.1;
    EXPECT_GT(optimality.measure(at.problem, moved).stationarity, 0.05 / size) << k;
  }
  LqProblem problem = at.problem;
  problem.stages[3].c(2) = -0.25;
  const Residuals found = optimality.measure(problem, at.duals);
  EXPECT_EQ(found.gap, 0.25);
  EXPECT_EQ(found.gap_step, 3);
  EXPECT_EQ(found.gap_state, 2);
  problem.y(0) += 0.1 * size;
  EXPECT_GT(optimality.measure(problem, at.duals).stationarity, 0.05);
  problem.e(1) = 2.0;
  EXPECT_EQ(optimality.measure(problem, at.duals).equation, 1);
  EXPECT_EQ(optimality.measure(problem, at.duals).infeasibility(), 2.0);
}

// Whatever is not a number, however small all else is, and in whichever order it is looked at.
TEST(Optimality, LeavesNoNumberWhereADerivativeIsNone) {
  const AtSolution at = at_solution(10);
  Optimality optimality(at.problem);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto spoilt = [&](auto spoil) {
    LqProblem problem = at.problem;
    spoil(problem);
    const Residuals found = optimality.measure(problem, at.duals);
    return !found.is_finite() && !(found.stationarity <= 1.0 && found.infeasibility() <= 1.0);
  };
  for (const int k : {0, 5, 11}) {
    EXPECT_TRUE(spoilt([&](LqProblem& p) { p.stages[k].q(1) = nan; })) << k;
    EXPECT_TRUE(spoilt([&](LqProblem& p) { p.stages[k].r(0) = nan; })) << k;
    EXPECT_TRUE(spoilt([&](LqProblem& p) { p.stages[k].A(2, 1) = nan; })) << k;
    EXPECT_TRUE(spoilt([&](LqProblem& p) { p.stages[k].B(0, 1) = nan; })) << k;
    EXPECT_TRUE(spoilt([&](LqProblem& p) { p.stages[k].C(3, 0) = nan; })) << k;
    EXPECT_TRUE(spoilt([&](LqProblem& p) { p.stages[k].c(2) = nan; })) << k;
  }
  EXPECT_TRUE(spoilt([&](LqProblem& p) { p.q(0) = nan; }));
  EXPECT_TRUE(spoilt([&](LqProblem& p) { p.y(1) = nan; }));
  EXPECT_TRUE(spoilt([&](LqProblem& p) { p.e(0) = nan; }));
  EXPECT_TRUE(std::isnan(larger(nan, 1.0)) && std::isnan(larger(1.0, nan)));
  EXPECT_EQ(larger(1.0, 2.0), 2.0);
  EXPECT_EQ(larger(2.0, 1.0), 2.0);
}

// A control that its bound holds may be pushed against it, not away from it.
TEST(Optimality, SeesAPushAwayFromABound) {
  AtSolution at = at_solution(10);
  for (LqStage& lq : at.problem.stages) {
    for (int i = 0; i < at.problem.controls(); ++i) {
      if (std::abs(lq.upper(i)) < 1e-12) lq.lower(i) = 0.0, lq.upper(i) = 1.0;
    }
  }
  EXPECT_GT(Optimality(at.problem).measure(at.problem, at.duals).stationarity, 1e-3);
}

}  // namespace tandem::ddp::optimality_test
