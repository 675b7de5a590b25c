#pragma once

#include <Eigen/Core>

#include <vector>

namespace tandem::ddp {

/// One step of a linear-quadratic problem, about a trajectory:
///
///   dx+ = A dx + B du + C dp + c,   lower <= du <= upper,
///   cost = 1/2 dx'Q dx + du'S dx + 1/2 du'R du + dx'T dp + du'U dp + q'dx + r'du.
///
/// c is the gap of a trajectory that does not follow from its own controls: F(x, u, p) - x+.
struct LqStage {
  Eigen::MatrixXd A, B, C;        ///< by state, control, border
  Eigen::MatrixXd Q, S, R, T, U;  ///< S is controls x states, T and U have a column an unknown of the border
  Eigen::VectorXd c, q, r, lower, upper;
};

/// How much there is of everything.
struct LqSizes {
  int states = 0, controls = 0, steps = 0;
  int equations = 0;
  int border = 0;  ///< unknowns p that all stages share
};

/// A linear-quadratic problem along stages: the steps, the cost 1/2 dx'Q dx + dx'T dp + q'dx of the last state and
/// 1/2 dp'Y dp + y'dp of the border, the boxes of the first state and of the border (equal bounds where something is
/// given), and equations, each at one knot,
///
///   E dx_k + F du_k + G dp + e = 0,   k = knots(row),   most often the last one, where there is no control.
struct LqProblem {
  explicit LqProblem(const LqSizes& sizes);

  int states() const { return static_cast<int>(q.size()); }
  int controls() const { return static_cast<int>(stages.front().r.size()); }
  int steps() const { return static_cast<int>(stages.size()); }
  int equations() const { return static_cast<int>(e.size()); }
  int border() const { return static_cast<int>(y.size()); }

  std::vector<LqStage> stages;
  Eigen::MatrixXd Q, T, Y;
  Eigen::VectorXd q, y;
  Eigen::MatrixXd E, F, G;
  Eigen::VectorXd e;
  std::vector<int> knots;  ///< of the equations; the last one at first
  Eigen::VectorXd start_lower, start_upper, border_lower, border_upper;
};

/// A step of everything: states, controls, border, and the multipliers that belong to them in
/// L = cost + sum lambda_{k+1}'(A dx + B du + C dp + c - dx+) + nu'(E dx + F du + G dp + e) + sum pushes'du.
struct LqStep {
  explicit LqStep(const LqProblem& problem);
  void clear();  ///< all 0

  Eigen::MatrixXd states;         ///< states x (steps + 1)
  Eigen::MatrixXd controls;       ///< controls x steps
  Eigen::VectorXd border;         ///< dp
  Eigen::MatrixXd costates;       ///< lambda_k, states x (steps + 1)
  Eigen::MatrixXd pushes;         ///< of the controls' bounds: positive at an upper one
  Eigen::VectorXd start_pushes;   ///< of the first state's
  Eigen::VectorXd border_pushes;  ///< of the border's
  Eigen::VectorXd nu;
};

/// What a step leaves of an equation.
double left_of(const LqProblem& problem, const LqStep& step, int equation);

}  // namespace tandem::ddp
