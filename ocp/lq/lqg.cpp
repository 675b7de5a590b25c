#include <tandem/ocp/lq/lqg.hpp>

#include <tandem/core/error.hpp>

#include <cmath>

namespace tandem::lq {

using Eigen::Index;
using Eigen::MatrixXd;

namespace {

/// The estimator is the regulator of the adjoint system.
constexpr RiccatiWords kEstimatorWords{.equation = "estimator",
                                       .b = "C, transposed,",
                                       .q = "the process noise",
                                       .r = "the sensors' noise",
                                       .is_lost = "not every mode that is not stable can be estimated",
                                       .has_none = "there is no stable estimator",
                                       .unmoved = "is not seen by any sensor",
                                       .unseen = "is not moved by the process noise"};

}  // namespace

Estimator solve_estimator(const MatrixXd& a, const Observation& observation) {
  const RiccatiSolution dual = solve_riccati(
      {a.transpose(), observation.c.transpose(), observation.process, observation.sensors}, kEstimatorWords);
  return {dual.p, dual.gain.transpose()};
}

Lqg solve_lqg(const Regulator& regulator, const Observation& observation) {
  Lqg lqg{solve_riccati(regulator), solve_estimator(regulator.a, observation), 0.0, {}, {}, {}};
  const MatrixXd& k = lqg.regulator.gain;
  const MatrixXd effort = k.transpose() * regulator.r * k;
  lqg.cost =
      lqg.regulator.p.cwiseProduct(observation.process).sum() + lqg.estimator.covariance.cwiseProduct(effort).sum();
  lqg.a = regulator.a - regulator.b * k - lqg.estimator.gain * observation.c;
  lqg.b = lqg.estimator.gain;
  lqg.c = -k;
  return lqg;
}

MatrixXd closed_loop_covariance(const MatrixXd& a, const MatrixXd& b, const Observation& observation,
                                const Lqg& controller) {
  const Index n = a.rows(), m = controller.a.rows();
  MatrixXd loop(n + m, n + m), noise = MatrixXd::Zero(n + m, n + m);
  loop << a, b * controller.c, controller.b * observation.c, controller.a;
  noise.topLeftCorner(n, n) = observation.process;
  noise.bottomRightCorner(m, m) = controller.b * observation.sensors * controller.b.transpose();
  const Lyapunov solver(loop);
  if (!solver.is_stable()) throw NumericalError("LQG: the closed loop is not stable");
  return solver.solve(noise);
}

double h2_norm(const MatrixXd& a, const MatrixXd& b, const MatrixXd& c) {
  require(b.rows() == a.rows() && c.cols() == a.cols(), "H2 norm: A is {} x {}, B has {} rows and C {} columns",
          a.rows(), a.cols(), b.rows(), c.cols());
  const Lyapunov solver(a);
  require(solver.is_stable(), "H2 norm: A is not stable, it has an eigenvalue with the real part {:.6g}",
          solver.abscissa());
  return std::sqrt((c * solver.solve(b * b.transpose()) * c.transpose()).trace());
}

}  // namespace tandem::lq
