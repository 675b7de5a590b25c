#pragma once

#include <tandem/ocp/solvers/ddp/lq_problem.hpp>

#include <vector>

namespace tandem::ddp {

/// What makes an indefinite or infeasible problem one that has a minimum.
struct Convexity {
  double regularization = 0.0;  ///< added to the diagonal of every control's and state's matrix, and of the border's
  /// Of the equations' |E dx + F du + G dp + e|^2 / 2 in the cost. It moves no solution, since they vanish there; but a
  /// problem that is convex only along its equations has a convex value function without it at no stage, and with
  /// enough of it at all.
  double end_weight = 0.0;
  /// How far the equations may be left open for their multipliers' sake: E dx + ... + e = slack (nu - nu of before), so
  /// that controls which do not reach the end within their boxes go as near as the multipliers are worth.
  double end_slack = 0.0;
};

/// The value function at the start: 1/2 dx'P dx + p'dx + dx'Pi b + 1/2 b'W b + w'b, b = [dp; nu].
struct StartValue {
  const Eigen::MatrixXd& P;
  const Eigen::MatrixXd& Pi;
  const Eigen::MatrixXd& W;
  const Eigen::VectorXd& p;
  const Eigen::VectorXd& w;
};

/// The saddle of the value function at the start: least over the first state and the border within their boxes, most
/// over the multipliers nu of the equations. Boxes by the active set that change_set() moves from one solve to the
/// next.
class StartSaddle {
 public:
  explicit StartSaddle(const LqProblem& shape);

  enum class Result { done, not_convex, out_of_reach };
  /// Writes dx_0, dp and nu into the step. `nu_before` is what the slack is counted from.
  Result solve(const LqProblem& problem, const StartValue& value, const Convexity& convexity,
               const Eigen::VectorXd& nu_before, LqStep& step);
  /// The border's pushes at the last solution; the first state's are minus its costates.
  void find_pushes(const StartValue& value, LqStep& step) const;
  /// Moves the active set by these; how many changed.
  int change_set(const LqProblem& problem, const LqStep& step);
  void release_all();
  /// The active set of a solution: held_at, by these slopes.
  void hold(const LqProblem& problem, const Eigen::VectorXd& by_state, const Eigen::VectorXd& by_border,
            double tolerance);

 private:
  void gather(const LqProblem& problem, const StartValue& value);
  bool eliminate_free(double regularization);
  bool solve_reach();

  int states_, border_, equations_;
  std::vector<int> held_, free_;
  Eigen::MatrixXd hessian_, coupling_;  ///< of [dx_0; dp], and with nu
  Eigen::VectorXd gradient_, lower_, upper_, value_;
  Eigen::MatrixXd factor_, right_, reach_, reach_factor_;
  Eigen::VectorXd nu_, reach_right_, remainder_;
};

}  // namespace tandem::ddp
