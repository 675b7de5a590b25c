#include <tandem/ocp/solvers/ddp/lq_problem.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::ddp::lq_problem_test {

TEST(LqProblem, HasRoomForItsSizesAndNoBoundsAtFirst) {
  const LqProblem problem({4, 2, 7, 3, 5});
  EXPECT_EQ(problem.states(), 4);
  EXPECT_EQ(problem.controls(), 2);
  EXPECT_EQ(problem.steps(), 7);
  EXPECT_EQ(problem.equations(), 3);
  EXPECT_EQ(problem.border(), 5);
  EXPECT_EQ(problem.E.cols(), 4);
  EXPECT_EQ(problem.F.cols(), 2);
  EXPECT_EQ(problem.G.cols(), 5);
  EXPECT_EQ(problem.knots, std::vector<int>(3, 7));
  for (const LqStage& stage : problem.stages) {
    EXPECT_EQ(stage.S.rows(), 2);
    EXPECT_EQ(stage.S.cols(), 4);
    EXPECT_TRUE(std::isinf(stage.lower.maxCoeff()) && std::isinf(stage.upper.minCoeff()));
  }
}

TEST(LqStep, FitsItsProblem) {
  const LqStep step(LqProblem({4, 2, 7, 3, 5}));
  EXPECT_EQ(step.states.cols(), 8);
  EXPECT_EQ(step.costates.cols(), 8);
  EXPECT_EQ(step.controls.cols(), 7);
  EXPECT_EQ(step.pushes.rows(), 2);
  EXPECT_EQ(step.nu.size(), 3);
  EXPECT_EQ(step.border.size(), 5);
}

TEST(LqStep, LeavesOfAnEquationWhatItsKnotAndTheBorderSay) {
  LqProblem problem({1, 1, 3, 2, 1});
  problem.knots[0] = 1;
  problem.E << 2.0, 3.0;
  problem.F << 5.0, 7.0;
  problem.G << 11.0, 13.0;
  problem.e << 0.5, 0.25;
  LqStep step(problem);
  step.states << 1.0, 10.0, 100.0, 1000.0;
  step.controls << 0.1, 0.2, 0.3;
  step.border << 2.0;
  EXPECT_DOUBLE_EQ(left_of(problem, step, 0), 0.5 + 20.0 + 1.0 + 22.0);
  EXPECT_DOUBLE_EQ(left_of(problem, step, 1), 0.25 + 3000.0 + 26.0);  // no control at the last knot
}

TEST(LqStep, IsClearedOfEverything) {
  const LqProblem problem({.states = 2, .controls = 1, .steps = 3, .equations = 1, .border = 1});
  LqStep step(problem);
  for (Eigen::MatrixXd* one : {&step.states, &step.controls, &step.costates, &step.pushes}) one->setOnes();
  for (Eigen::VectorXd* one : {&step.border, &step.start_pushes, &step.border_pushes, &step.nu}) one->setOnes();
  step.clear();
  EXPECT_TRUE(step.states.isZero(0.0) && step.controls.isZero(0.0) && step.costates.isZero(0.0));
  EXPECT_TRUE(step.pushes.isZero(0.0) && step.border.isZero(0.0) && step.start_pushes.isZero(0.0));
  EXPECT_TRUE(step.border_pushes.isZero(0.0) && step.nu.isZero(0.0));
  EXPECT_EQ(step.states.cols(), 4);
}

}  // namespace tandem::ddp::lq_problem_test
