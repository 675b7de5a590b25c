#include <tandem/ocp/solvers/ddp/stage_kernels.hpp>

#include <gtest/gtest.h>
#include <ocp/solvers/ddp/random_lq.hpp>

namespace tandem::ddp::stage_kernels_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// States and controls.
constexpr std::pair<int, int> kSizes[] = {{3, 1}, {kMostKernelStates - 1, 2}, {kMostKernelStates, 2}};

TEST(StageKernels, AreThereForFewStatesAndControls) {
  EXPECT_TRUE(bool(stage_kernels(1, 1)));
  EXPECT_TRUE(bool(stage_kernels(kMostKernelStates, kMostKernelControls)));
  for (const auto& [states, controls] :
       {std::pair(kMostKernelStates + 1, 1), std::pair(2, kMostKernelControls + 1), std::pair(0, 1), std::pair(2, 0)}) {
    EXPECT_FALSE(bool(stage_kernels(states, controls))) << states << ", " << controls;
  }
}

TEST(StageKernels, GoForwardAndBackAsTheirFormulasSay) {
  for (const auto& [nx, nu] : kSizes) {
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

// Of rows [f; r] by [x; u; t], the last state's velocity at the step's end: q+ = q + h v+.
TEST(StageKernels, WriteAStepFromItsRates) {
  for (const auto& [nx, nu] : kSizes) {
    LqProblem problem = test::random_lq({.states = nx, .controls = nu, .steps = 1}, 4);
    LqStage& lq = problem.stages.front();
    const MatrixXd rows = MatrixXd::Random(nx + 2, nx + nu + 1);
    const double h = 0.3;
    std::vector<int> ahead(static_cast<std::size_t>(nx), -1);
    ahead[0] = nx - 1;
    stage_kernels(nx, nu).write_step(rows.data(), nx + 2, h, ahead.data(), lq);
    MatrixXd by = h * rows.topLeftCorner(nx, nx + nu);
    by.leftCols(nx).diagonal().array() += 1.0;
    by.row(0) = h * by.row(nx - 1);
    by(0, 0) += 1.0;
    EXPECT_LT((lq.A - by.leftCols(nx)).norm(), 1e-14);
    EXPECT_LT((lq.B - by.rightCols(nu)).norm(), 1e-14);
    for (const MatrixXd* matrix : {&lq.Q, &lq.S, &lq.R}) EXPECT_EQ(matrix->norm(), 0.0);
    EXPECT_EQ(lq.q.norm() + lq.r.norm(), 0.0);
  }
}

TEST(StageKernels, SeeWhatIsLeftOfStationarity) {
  for (const auto& [nx, nu] : kSizes) {
    const LqProblem problem = test::random_lq({.states = nx, .controls = nu, .steps = 1}, 5);
    const LqStage& lq = problem.stages.front();
    const VectorXd costate = lq.c, next = problem.q, before = lq.q;
    VectorXd by_state = before, by_control = lq.r;
    const double largest =
        stage_kernels(nx, nu).see(lq, costate.data(), next.data(), by_state.data(), by_control.data());
    const VectorXd wanted = before + lq.q - costate + lq.A.transpose() * next;
    EXPECT_LT((by_state - wanted).norm(), 1e-13);
    EXPECT_LT((by_control - (2.0 * lq.r + lq.B.transpose() * next)).norm(), 1e-13);
    EXPECT_NEAR(largest, wanted.cwiseAbs().maxCoeff(), 1e-13);
  }
}

}  // namespace tandem::ddp::stage_kernels_test
