#pragma once

#include <tandem/ocp/ddp/stage_view.hpp>

namespace tandem::ddp {

/// What is left of the first-order conditions of a linear-quadratic problem's trajectory (dx = 0, du = 0).
struct Residuals {
  double stationarity = 0.0;  ///< largest derivative of the Lagrangian that no bound explains, by the largest dual
  double gap = 0.0;           ///< largest |F(x, u) - x+|
  int gap_step = 0, gap_state = 0;
  double end = 0.0;  ///< largest violation of an end condition
  int end_row = 0;

  double infeasibility() const { return gap > end ? gap : end; }
};

/// Residuals at the trajectory that the problem was made about, with these duals:
/// q_k + A'lambda_{k+1} - lambda_k, r_k + B'lambda_{k+1} within the box, q_N + E'nu - lambda_N, c and e.
class Optimality {
 public:
  explicit Optimality(const LqProblem& shape);
  Residuals measure(const LqProblem& problem, const Duals& duals);

 private:
  void see_step(const LqProblem& problem, const Duals& duals, int k, double& most);

  Eigen::VectorXd by_state_, by_control_;
};

}  // namespace tandem::ddp
