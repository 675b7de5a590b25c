#include <tandem/ocp/ddp/stage_kernels.hpp>

#include <gtest/gtest.h>
#include <ocp/ddp/random_lq.hpp>

namespace tandem::ddp {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TEST(StageKernels, AreThereForFewStatesAndControls) {
  EXPECT_TRUE(bool(stage_kernels(1, 1)));
  EXPECT_TRUE(bool(stage_kernels(6, 2)));
  for (const auto& [states, controls] : {std::pair(7, 1), std::pair(4, 3), std::pair(0, 1), std::pair(4, 0)}) {
    EXPECT_FALSE(bool(stage_kernels(states, controls))) << states << ", " << controls;
  }
}

TEST(StageKernels, GoForwardAndBackAsTheirFormulasSay) {
  for (const auto& [nx, nu] : {std::pair(3, 1), std::pair(5, 2)}) {
    const LqProblem problem = test::random_lq({.states = nx, .controls = nu, .steps = 1}, 3);
    const LqStage& lq = problem.stages.front();
    const StageKernels kernels = stage_kernels(nx, nu);
    const MatrixXd K = lq.S;
    const VectorXd k = lq.r, dx = lq.q;
    VectorXd du(nu), next(nx), costate(nx);
    kernels.advance(lq, K, k, dx.data(), du.data(), next.data());
    kernels.look_back(problem.Q, problem.q, dx.data(), costate.data());
    EXPECT_LT((du - (k + K * dx)).norm(), 1e-13);
    EXPECT_LT((next - (lq.c + lq.A * dx + lq.B * du)).norm(), 1e-13);
    EXPECT_LT((costate - (problem.q + problem.Q * dx)).norm(), 1e-13);
  }
}

}  // namespace
}  // namespace tandem::ddp
