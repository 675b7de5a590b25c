#include <tandem/ocp/ddp/lq_problem.hpp>

#include <gtest/gtest.h>

#include <cmath>

namespace tandem::ddp {
namespace {

TEST(LqProblem, HasRoomForItsSizesAndNoBoundsAtFirst) {
  const LqProblem problem(4, 2, 7, 3);
  EXPECT_EQ(problem.states(), 4);
  EXPECT_EQ(problem.controls(), 2);
  EXPECT_EQ(problem.steps(), 7);
  EXPECT_EQ(problem.end_rows(), 3);
  EXPECT_EQ(problem.E.cols(), 4);
  for (const LqStage& stage : problem.stages) {
    EXPECT_EQ(stage.S.rows(), 2);
    EXPECT_EQ(stage.S.cols(), 4);
    EXPECT_TRUE(std::isinf(stage.lower.maxCoeff()) && std::isinf(stage.upper.minCoeff()));
  }
}

TEST(LqStep, FitsItsProblem) {
  const LqStep step(LqProblem(4, 2, 7, 3));
  EXPECT_EQ(step.states.cols(), 8);
  EXPECT_EQ(step.costates.cols(), 8);
  EXPECT_EQ(step.controls.cols(), 7);
  EXPECT_EQ(step.pushes.rows(), 2);
  EXPECT_EQ(step.end.size(), 3);
}

}  // namespace
}  // namespace tandem::ddp
