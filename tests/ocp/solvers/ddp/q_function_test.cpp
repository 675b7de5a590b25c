#include <tandem/ocp/solvers/ddp/q_function.hpp>

#include <Eigen/Dense>
#include <gtest/gtest.h>
#include <ocp/solvers/ddp/random_lq.hpp>

namespace tandem::ddp::q_function_test {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// A stage's quadratic by its definition: sizes for which kernels are compiled, and larger ones.
void expect_definition(int nx, int nu) {
  const LqProblem problem = test::random_lq({.states = nx, .controls = nu, .steps = 1}, 7);
  const LqStage& lq = problem.stages.front();
  const MatrixXd& P = problem.Q;
  const VectorXd& p = problem.q;
  QFunction q(nx, nu);
  MatrixXd Huu = MatrixXd::Zero(nu, nu), Hux = MatrixXd::Zero(nu, nx), value = MatrixXd::Zero(nx, nx);
  VectorXd Hu = VectorXd::Zero(nu), slope = VectorXd::Zero(nx);
  q.make(lq, P, p, Huu, Hux, Hu);
  const VectorXd h = p + P * lq.c;
  const double scale = P.norm() * lq.A.norm() * (lq.A.norm() + lq.B.norm());
  EXPECT_LT((Huu - (lq.R + lq.B.transpose() * P * lq.B)).norm(), 1e-14 * scale);
  EXPECT_LT((Hux - (lq.S + lq.B.transpose() * P * lq.A)).norm(), 1e-14 * scale);
  EXPECT_LT((Hu - (lq.r + lq.B.transpose() * h)).norm(), 1e-14 * scale);

  const MatrixXd K = -Huu.inverse() * Hux;
  const VectorXd k = -Huu.inverse() * Hu;
  q.reduce(Hux, K, k, 0.25, value, slope);
  MatrixXd expected = lq.Q + lq.A.transpose() * P * lq.A + Hux.transpose() * K;
  expected.diagonal().array() += 0.25;
  EXPECT_LT((value - expected).norm(), 1e-13 * scale);
  EXPECT_EQ(value, MatrixXd(value.transpose()));
  EXPECT_LT((slope - (lq.q + lq.A.transpose() * h + Hux.transpose() * k)).norm(), 1e-13 * scale);
}

TEST(QFunction, IsItsDefinitionForFewStates) {
  expect_definition(1, 1);
  expect_definition(4, 1);
  expect_definition(6, 2);
}

TEST(QFunction, IsItsDefinitionForMany) {
  expect_definition(7, 1);
  expect_definition(3, 3);
  expect_definition(14, 7);
  expect_definition(27, 5);
}

TEST(QFunction, AddsProductsColumnByColumn) {
  const MatrixXd M{{1.0, 2.0}, {3.0, 4.0}, {5.0, 6.0}};
  const Eigen::Vector2d v(1.0, -1.0);
  Eigen::Vector3d out(1.0, 1.0, 1.0);
  add_product(M, v.data(), out.data());
  EXPECT_EQ(out, Eigen::Vector3d(0.0, 0.0, 0.0));
}

}  // namespace tandem::ddp::q_function_test
