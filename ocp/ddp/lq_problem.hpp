#pragma once

#include <Eigen/Core>

#include <vector>

namespace tandem::ddp {

/// One step of a linear-quadratic problem, about a trajectory:
///
///   dx+ = A dx + B du + c,   cost = 1/2 dx'Q dx + du'S dx + 1/2 du'R du + q'dx + r'du,   lower <= du <= upper.
///
/// c is the gap of a trajectory that does not follow from its own controls: F(x, u) - x+.
struct LqStage {
  Eigen::MatrixXd A, B, Q, S, R;  ///< S is controls x states
  Eigen::VectorXd c, q, r, lower, upper;
};

/// A linear-quadratic problem along stages: the steps, the cost 1/2 dx'Q dx + q'dx of the last state, the equations
/// E dx + e = 0 that it obeys, and the box of the first state, equal bounds where it is given.
struct LqProblem {
  LqProblem(int states, int controls, int steps, int end_rows);

  int states() const { return static_cast<int>(q.size()); }
  int controls() const { return static_cast<int>(stages.front().r.size()); }
  int steps() const { return static_cast<int>(stages.size()); }
  int end_rows() const { return static_cast<int>(e.size()); }

  std::vector<LqStage> stages;
  Eigen::MatrixXd Q, E;
  Eigen::VectorXd q, e;
  Eigen::VectorXd start_lower, start_upper;
};

/// A step of everything: states, controls, and the multipliers that belong to them in
/// L = cost + sum lambda_{k+1}'(A dx + B du + c - dx+) + nu'(E dx + e) + sum pushes'du.
struct LqStep {
  explicit LqStep(const LqProblem& problem);

  Eigen::MatrixXd states;        ///< states x (steps + 1)
  Eigen::MatrixXd controls;      ///< controls x steps
  Eigen::MatrixXd costates;      ///< lambda_k, states x (steps + 1)
  Eigen::MatrixXd pushes;        ///< of the controls' bounds: positive at an upper one
  Eigen::VectorXd start_pushes;  ///< of the first state's
  Eigen::VectorXd end;           ///< nu
};

}  // namespace tandem::ddp
