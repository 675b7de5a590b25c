#include <tandem/ocp/certificate_checks.hpp>
#include <tandem/ocp/certificate_stationarity.hpp>
#include <tandem/ocp/discrete_steps.hpp>

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
  DiscreteExaminer(const Problem& problem, const Solution& solution, int phase)
      : steps_(problem, solution, phase),
        replay_(steps_.replay()),
        phase_(replay_.phase()),
        series_(replay_.series()) {}

  DiscreteEvidence examine() {
    const int nu = phase_.control_count, nodes = replay_.tableau().node_controls();
    const bool shared = replay_.tableau().control_at_right;
    const int controls = shared ? replay_.intervals() + 1 : replay_.intervals() * nodes;
    gradients_.setZero(nu, controls);
    largest_.setConstant(nu, 1e-300);
    for (int k = 0; k < replay_.intervals(); ++k) examine_step(k, shared ? k : k * nodes);
    for (int i = 0; i < nu; ++i) {
      for (int n = 0; n < controls; ++n) see_control(i, n);
    }
    return evidence_;
  }

  /// Sums over the steps of the Lagrangian's derivatives by times and numbers.
  PhaseStationarity examine_border() {
    PhaseStationarity found;
    found.by_numbers.setZero(steps_.numbers());
    found.number_scale.setOnes(steps_.numbers());
    for (int k = 0; k < replay_.intervals(); ++k) {
      const DiscreteStep step = steps_.at(k);
      const Eigen::RowVectorXd by_end = costate_share(step, k), push = path_share(step, k);
      const Eigen::RowVectorXd gradient = step.cost_by + by_end + push;
      const Eigen::RowVectorXd terms = step.cost_by.cwiseAbs() + by_end.cwiseAbs() + push.cwiseAbs();
      found.mean_to_end += gradient(steps_.end_time());
      found.mean_to_start -= gradient(steps_.start_time());
      found.largest_term += std::max(terms(steps_.end_time()), terms(steps_.start_time()));
      found.by_numbers += gradient.tail(steps_.numbers()).transpose();
      found.number_scale += terms.tail(steps_.numbers()).transpose();
    }
    return found;
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
    const Eigen::VectorXd scales = replay_.state_scales();
    for (int i = 0; i < nx; ++i) {
      evidence_.step_residual.see(std::abs(step.end(i) - series_.states(i, k + 1)) / scales(i), [&] {
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
      for (int i = 0; i < nu; ++i) see_terms(step, k, i, nx + n * nu + i);
    }
  }

  /// What a control's derivative is measured by: its largest term, the cost's or a state's. Where there is no cost,
  /// shares of several states are all that can balance.
  void see_terms(const DiscreteStep& step, int k, int control, int column) {
    const double by_states =
        step.end_by.col(column).cwiseProduct(series_.costates_before.col(k + 1)).cwiseAbs().maxCoeff();
    largest_(control) = std::max({largest_(control), std::abs(step.cost_by(column)), by_states});
  }

  /// lambda_k = dl/dx + phi_x' lambda_{k+1}.
  void see_costates(int k, const Eigen::RowVectorXd& expected) {
    const double scale = std::max(1.0, series_.costates.cwiseAbs().maxCoeff());
    for (int i = 0; i < phase_.state_count; ++i) {
      evidence_.stationarity.see(std::abs(expected(i) - series_.costates(i, k)) / scale, [&] {
        return fmt::format("costate of '{}' at {:.4g}", phase_.states[i].name, series_.time(k));
      });
    }
  }

  /// The derivative of the Lagrangian by one control, unless a bound holds it.
  void see_control(int i, int n) {
    const Range& bounds = phase_.controls[i].bounds;
    const double lower = bounds.lower.at(replay_.numbers()), upper = bounds.upper.at(replay_.numbers());
    const double u = series_.controls(i, n), push = gradients_(i, n);
    const double tolerance = 1e-6 * std::max(1.0, std::abs(u));
    if (lower == upper || (push < 0.0 && u >= upper - tolerance) || (push > 0.0 && u <= lower + tolerance)) return;
    evidence_.stationarity.see(std::abs(push) / largest_(i), [&] {
      return fmt::format("control '{}' at {:.4g}", phase_.controls[i].name, series_.control_time(n));
    });
  }

  DiscreteSteps steps_;
  const Played& replay_;
  const Phase& phase_;
  const PhaseSolution& series_;
  Eigen::MatrixXd gradients_;  ///< of the Lagrangian by each node control
  Eigen::VectorXd largest_;    ///< largest term of each control's gradient
  DiscreteEvidence evidence_;
};

}  // namespace

PhaseStationarity examine_discrete_border(const Problem& problem, const Solution& solution, int phase) {
  return DiscreteExaminer(problem, solution, phase).examine_border();
}

DiscreteEvidence examine_discrete(const Problem& problem, const Solution& solution) {
  DiscreteEvidence all;
  for (int i = 0; i < static_cast<int>(problem.phases().size()); ++i) {
    const DiscreteEvidence own = DiscreteExaminer(problem, solution, i).examine();
    all.step_residual.see(own.step_residual, phase_prefix(problem, i));
    all.stationarity.see(own.stationarity, phase_prefix(problem, i));
  }
  return all;
}

}  // namespace tandem
