#include <tandem/ocp/answers/certificate_discrete.hpp>

#include <tandem/ocp/answers/discrete_steps.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

/// The discrete problem is exact as it stands: its steps, and the first-order conditions of
///   sum_k l(x_k, u_k, p) + lambda_{k+1}'(phi(x_k, u_k, p) - x_{k+1}) + h mu_k' c(x_k, u_k, p),
/// are computed again from the statement in the order of the steps; p are times and design numbers.
class DiscreteExaminer {
 public:
  DiscreteExaminer(const Problem& problem, const Solution& solution, int phase, double objective_scale)
      : steps_(problem, solution, phase),
        replay_(steps_.replay()),
        phase_(replay_.phase()),
        series_(replay_.series()),
        scales_(replay_.state_scales()),
        objective_scale_(objective_scale) {}

  DiscreteEvidence examine() {
    const int nu = phase_.control_count, nodes = replay_.tableau().node_controls();
    const bool shared = replay_.tableau().control_at_right;
    const int controls = shared ? replay_.intervals() + 1 : replay_.intervals() * nodes;
    gradients_.setZero(nu, controls);
    for (int k = 0; k < replay_.intervals(); ++k) examine_step(k, shared ? k : k * nodes);
    for (int i = 0; i < nu; ++i) {
      const auto u = series_.controls.row(i);
      const double range = u.maxCoeff() - u.minCoeff();
      for (int n = 0; n < controls; ++n) see_control(i, n, range);
    }
    return evidence_;
  }

  /// Sums over the steps of the Lagrangian's derivatives by times and numbers.
  BorderShare border() {
    BorderShare share;
    share.by_numbers.setZero(steps_.numbers());
    for (int k = 0; k < replay_.intervals(); ++k) {
      const DiscreteStep step = steps_.at(k);
      const Eigen::RowVectorXd gradient = step.cost_by + costate_share(step, k) + path_share(step, k);
      share.by_end_time += gradient(steps_.end_time());
      share.by_start_time += gradient(steps_.start_time());
      share.by_numbers += gradient.tail(steps_.numbers()).transpose();
    }
    return share;
  }

 private:
  Eigen::RowVectorXd costate_share(const DiscreteStep& step, int k) const {
    return series_.costates_before.col(k + 1).transpose() * step.end_by;
  }
  Eigen::RowVectorXd path_share(const DiscreteStep& step, int k) const {
    if (phase_.path_constraints.empty()) return Eigen::RowVectorXd::Zero(step.cost_by.size());
    const auto multipliers = series_.path_multipliers.col(k * replay_.tableau().point_count());
    return replay_.step(k) * multipliers.transpose() * step.paths_by;
  }

  void examine_step(int k, int first_control) {
    const Tableau& tableau = replay_.tableau();
    const int nx = phase_.state_count, nu = phase_.control_count;
    const DiscreteStep step = steps_.at(k);
    for (int i = 0; i < nx; ++i) {
      evidence_.step_residual.see(std::abs(step.end(i) - series_.states(i, k + 1)) / scales_(i), [&] {
        return fmt::format("state '{}' in step {} from {:.4g}", phase_.states[i].name, k, series_.time(k));
      });
    }
    Eigen::RowVectorXd gradient = step.cost_by + costate_share(step, k);
    if (!phase_.path_constraints.empty()) {
      const Eigen::RowVectorXd push = path_share(step, k);
      gradient.segment(nx, steps_.controls()) += push.segment(nx, steps_.controls());
      if (!tableau.is_shared(0)) gradient.head(nx) += push.head(nx);
    }
    see_costates(k, gradient.head(nx));
    for (int n = 0; n < tableau.node_controls(); ++n) {
      gradients_.col(first_control + n) += gradient.segment(nx + n * nu, nu).transpose();
    }
  }

  /// lambda_k = dl/dx + phi_x' lambda_{k+1}.
  void see_costates(int k, const Eigen::RowVectorXd& expected) {
    for (int i = 0; i < phase_.state_count; ++i) {
      evidence_.stationarity.see(std::abs(expected(i) - series_.costates(i, k)) * scales_(i) / objective_scale_, [&] {
        return fmt::format("costate of '{}' at {:.4g}", phase_.states[i].name, series_.time(k));
      });
    }
  }

  /// The derivative of the Lagrangian by one control, unless a bound holds it.
  void see_control(int i, int n, double range) {
    const Range& bounds = phase_.controls[i].bounds;
    const double lower = bounds.lower.at(replay_.numbers()), upper = bounds.upper.at(replay_.numbers());
    const double u = series_.controls(i, n), push = gradients_(i, n);
    const double tolerance = 1e-6 * range;
    if (lower == upper || (push < 0.0 && u >= upper - tolerance) || (push > 0.0 && u <= lower + tolerance)) return;
    evidence_.stationarity.see(std::abs(push) * range / objective_scale_, [&] {
      return fmt::format("control '{}' at {:.4g}", phase_.controls[i].name, series_.control_time(n));
    });
  }

  DiscreteSteps steps_;
  const Played& replay_;
  const Phase& phase_;
  const PhaseSolution& series_;
  Eigen::MatrixXd gradients_;  ///< of the Lagrangian by each node control
  Eigen::VectorXd scales_;     ///< of the states
  double objective_scale_;
  DiscreteEvidence evidence_;
};

}  // namespace

BorderShare discrete_border(const Problem& problem, const Solution& solution, int phase) {
  return DiscreteExaminer(problem, solution, phase, 1.0).border();
}

DiscreteEvidence examine_discrete(const Problem& problem, const Solution& solution, double objective_scale) {
  DiscreteEvidence all;
  for (int i = 0; i < static_cast<int>(problem.phases().size()); ++i) {
    const DiscreteEvidence own = DiscreteExaminer(problem, solution, i, objective_scale).examine();
    all.step_residual.see(own.step_residual, phase_prefix(problem, i));
    all.stationarity.see(own.stationarity, phase_prefix(problem, i));
  }
  return all;
}

}  // namespace tandem
