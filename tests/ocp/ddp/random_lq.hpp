#pragma once

#include <tandem/ocp/ddp/lq_problem.hpp>

#include <random>

namespace tandem::test {

struct LqKind {
  int states = 4, controls = 2, steps = 12, end_rows = 0;
  bool free_start = false;
};

/// A convex linear-quadratic problem with gaps, cross terms, and a start that is given (or free, with a cost). Numbers
/// are normal, the steps' matrices near the identity, so that nothing grows along them.
inline ddp::LqProblem random_lq(const LqKind& kind, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  const auto matrix = [&](int rows, int cols) {
    return Eigen::MatrixXd(Eigen::MatrixXd::NullaryExpr(rows, cols, [&] { return normal(random); }));
  };
  const auto vector = [&](int size) { return Eigen::VectorXd(matrix(size, 1)); };
  const int nx = kind.states, nu = kind.controls;
  ddp::LqProblem problem(nx, nu, kind.steps, kind.end_rows);
  for (ddp::LqStage& stage : problem.stages) {
    stage.A = Eigen::MatrixXd::Identity(nx, nx) + 0.2 * matrix(nx, nx);
    stage.B = matrix(nx, nu);
    const Eigen::MatrixXd root = matrix(nx + nu, nx + nu);
    const Eigen::MatrixXd hessian = root * root.transpose() + 0.1 * Eigen::MatrixXd::Identity(nx + nu, nx + nu);
    stage.Q = hessian.topLeftCorner(nx, nx);
    stage.S = hessian.bottomLeftCorner(nu, nx);
    stage.R = hessian.bottomRightCorner(nu, nu);
    stage.c = vector(nx);
    stage.q = vector(nx);
    stage.r = vector(nu);
  }
  const Eigen::MatrixXd root = matrix(nx, nx);
  problem.Q = root * root.transpose();
  problem.q = vector(nx);
  problem.E = matrix(kind.end_rows, nx);
  problem.e = vector(kind.end_rows);
  if (kind.free_start) {
    problem.start_lower.setConstant(-1e20);
    problem.start_upper.setConstant(1e20);
  } else {
    problem.start_lower = problem.start_upper = vector(nx);
  }
  return problem;
}

}  // namespace tandem::test
