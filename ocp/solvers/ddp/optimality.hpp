#pragma once

#include <tandem/ocp/solvers/ddp/stage_kernels.hpp>
#include <tandem/ocp/solvers/ddp/stage_view.hpp>

#include <cmath>

namespace tandem::ddp {

/// The larger one, or NaN where one of them is: what is not a number is no small residual.
inline double larger(double a, double b) { return a >= b || std::isnan(a) ? a : b; }

/// What is left of the first-order conditions of a linear-quadratic problem's trajectory (dx = 0, du = 0, dp = 0).
struct Residuals {
  double stationarity = 0.0;  ///< largest derivative of the Lagrangian that no bound explains, by the largest dual
  double gap = 0.0;           ///< largest |F(x, u) - x+|
  int gap_step = 0, gap_state = 0;
  double violation = 0.0;  ///< largest of an equation
  int equation = 0;

  double infeasibility() const { return larger(gap, violation); }
  bool is_finite() const { return std::isfinite(stationarity) && std::isfinite(gap) && std::isfinite(violation); }
};

/// Residuals at the trajectory that the problem was made about, with these duals:
/// q_k + A'lambda_{k+1} + E_k'nu - lambda_k, r_k + B'lambda_{k+1} + F_k'nu within the box, q_N + E_N'nu - lambda_N,
/// y + sum_k C'lambda_{k+1} + G'nu within the border's box, c and e.
class Optimality {
 public:
  explicit Optimality(const LqProblem& shape);
  Residuals measure(const LqProblem& problem, const Duals& duals);

  /// The Lagrangian's derivatives by the controls and by the border, of the last measure.
  const Eigen::MatrixXd& by_control() const { return by_control_; }
  const Eigen::VectorXd& by_border() const { return by_border_; }

 private:
  double stationarity(const LqProblem& problem, const Duals& duals);
  void see_step(const LqProblem& problem, const Duals& duals, int k, double& most);

  StageKernels kernels_;
  Eigen::MatrixXd by_state_;  ///< equations' share, states x (steps + 1)
  Eigen::MatrixXd by_control_;
  Eigen::VectorXd by_border_;
};

}  // namespace tandem::ddp
