#pragma once

#include <tandem/ocp/solvers/ddp/lq_problem.hpp>

#include <random>
#include <vector>

namespace tandem::test {

struct LqKind {
  int states = 4, controls = 2, steps = 12;
  int equations = 0;  ///< at the end, or where `at` says
  int border = 0;
  bool free_start = false;
  std::vector<int> at = {};
};

/// A convex linear-quadratic problem with gaps, cross terms, and a start that is given (or free, with a cost). Numbers
/// are normal, the steps' matrices near the identity, so that nothing grows along them. The border is free, and every
/// stage, the end's equations and the cost depend on it.
inline ddp::LqProblem random_lq(const LqKind& kind, unsigned seed) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  const auto matrix = [&](int rows, int cols) {
    return Eigen::MatrixXd(Eigen::MatrixXd::NullaryExpr(rows, cols, [&] { return normal(random); }));
  };
  const auto vector = [&](int size) { return Eigen::VectorXd(matrix(size, 1)); };
  const int nx = kind.states, nu = kind.controls;
  const int np = kind.border;
  ddp::LqProblem problem({nx, nu, kind.steps, kind.equations, np});
  for (ddp::LqStage& stage : problem.stages) {
    stage.A = Eigen::MatrixXd::Identity(nx, nx) + 0.2 * matrix(nx, nx);
    stage.B = matrix(nx, nu);
    const int size = nx + nu + np;
    const Eigen::MatrixXd root = matrix(size, size);
    const Eigen::MatrixXd hessian = root * root.transpose() + 0.1 * Eigen::MatrixXd::Identity(size, size);
    stage.Q = hessian.topLeftCorner(nx, nx);
    stage.S = hessian.block(nx, 0, nu, nx);
    stage.R = hessian.block(nx, nx, nu, nu);
    stage.T = hessian.topRightCorner(nx, np);
    stage.U = hessian.block(nx, nx + nu, nu, np);
    problem.Y += hessian.bottomRightCorner(np, np);
    stage.C = matrix(nx, np);
    stage.c = vector(nx);
    stage.q = vector(nx);
    stage.r = vector(nu);
  }
  const Eigen::MatrixXd root = matrix(nx, nx);
  problem.Q = root * root.transpose();
  problem.q = vector(nx);
  problem.y = vector(np);
  problem.E = matrix(kind.equations, nx);
  problem.G = matrix(kind.equations, np);
  problem.e = vector(kind.equations);
  for (std::size_t i = 0; i < kind.at.size(); ++i) {
    problem.knots[i] = kind.at[i];
    if (kind.at[i] < kind.steps) problem.F.row(static_cast<int>(i)) = vector(nu).transpose();
  }
  if (kind.free_start) {
    problem.start_lower.setConstant(-1e20);
    problem.start_upper.setConstant(1e20);
  } else {
    problem.start_lower = problem.start_upper = vector(nx);
  }
  return problem;
}

}  // namespace tandem::test
