#pragma once

#include <tandem/ocp/solvers/ddp/riccati.hpp>

#include <gtest/gtest.h>

#include <algorithm>

namespace tandem::test {

inline const Eigen::VectorXd& no_multipliers(const ddp::LqProblem& problem) {
  static Eigen::VectorXd zero;
  zero.setZero(problem.equations());
  return zero;
}

inline ddp::LqStep solved(const ddp::LqProblem& problem, ddp::Riccati& riccati, const ddp::Convexity& convexity = {}) {
  ddp::LqStep step(problem);
  EXPECT_TRUE(riccati.solve(problem, convexity, no_multipliers(problem), step));
  EXPECT_TRUE(riccati.settled());
  return step;
}

/// The first-order conditions of a step, written out; the largest remainder.
inline double remainder(const ddp::LqProblem& problem, const ddp::LqStep& s) {
  double most = 0.0;
  const auto see = [&](const Eigen::VectorXd& v) {
    most = std::max(most, v.size() == 0 ? 0.0 : v.cwiseAbs().maxCoeff());
  };
  const auto nu_at = [&](int k) {  // of the equations at a knot, 0 for the others
    Eigen::VectorXd nu = s.nu;
    for (int i = 0; i < nu.size(); ++i) nu(i) = problem.knots[i] == k ? nu(i) : 0.0;
    return nu;
  };
  const Eigen::VectorXd dp = s.border;
  Eigen::VectorXd by_border = problem.Y * dp + problem.y + problem.G.transpose() * s.nu + s.border_pushes;
  for (int k = 0; k < problem.steps(); ++k) {
    const ddp::LqStage& lq = problem.stages[k];
    const Eigen::VectorXd dx = s.states.col(k), du = s.controls.col(k), next = s.costates.col(k + 1), nu = nu_at(k);
    see(lq.A * dx + lq.B * du + lq.C * dp + lq.c - s.states.col(k + 1));
    see(lq.Q * dx + lq.S.transpose() * du + lq.T * dp + lq.q + lq.A.transpose() * next + problem.E.transpose() * nu -
        s.costates.col(k));
    see(lq.S * dx + lq.R * du + lq.U * dp + lq.r + lq.B.transpose() * next + problem.F.transpose() * nu +
        s.pushes.col(k));
    by_border += lq.T.transpose() * dx + lq.U.transpose() * du + lq.C.transpose() * next;
  }
  const Eigen::VectorXd last = s.states.col(problem.steps());
  see(problem.Q * last + problem.T * dp + problem.q + problem.E.transpose() * nu_at(problem.steps()) -
      s.costates.col(problem.steps()));
  for (int i = 0; i < problem.equations(); ++i) see(Eigen::VectorXd::Constant(1, ddp::left_of(problem, s, i)));
  see(by_border + problem.T.transpose() * last);
  see(s.costates.col(0) + s.start_pushes);
  return most;
}

}  // namespace tandem::test
