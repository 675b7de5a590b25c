#include <tandem/ocp/certificate_checks.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

/// One explicit step x_{k+1} = phi(x_k, u_k) with its cost l(x_k, u_k), and derivatives by [x_k; node controls].
struct Step {
  Eigen::VectorXd end;
  Eigen::MatrixXd end_by;      ///< states x (states + controls of all nodes)
  Eigen::RowVectorXd cost_by;  ///< of the cost that is minimised, multipliers' integrands included
  Eigen::MatrixXd paths_by;    ///< path constraints at the left knot
};

/// The discrete problem is exact as it stands: its steps, and the first-order conditions of
///   sum_k l(x_k, u_k) + lambda_{k+1}'(phi(x_k, u_k) - x_{k+1}) + h mu_k' c(x_k, u_k),
/// are computed again from the statement in the order of the steps.
class DiscreteExaminer {
 public:
  DiscreteExaminer(const Problem& problem, const Solution& solution, int phase)
      : replay_(problem, solution, phase),
        phase_(replay_.phase()),
        outputs_(phase_),
        series_(replay_.series()),
        sign_(problem.is_maximised() ? -1.0 : 1.0) {
    function_ = knot_function_of(replay_);
    batch_.resize(function_->inputs(), function_->outputs(), replay_.tableau().point_count());
    for (const Constraint& integral : phase_.integral_constraints) {
      integral_multipliers_.push_back(solution.multiplier(phase_.name + "/integral/" + integral.name));
    }
  }

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

 private:
  int paths() const { return outputs_.paths; }

  Step make_step(int k) {
    const Tableau& tableau = replay_.tableau();
    const int nx = phase_.state_count, nu = phase_.control_count, points = tableau.point_count();
    const int size = nx + nu * tableau.node_controls();
    const double h = replay_.step(k);
    std::vector<Eigen::MatrixXd> tangents;
    Step step{series_.states.col(k), Eigen::MatrixXd::Zero(nx, size), Eigen::RowVectorXd::Zero(size), {}};
    step.end_by.leftCols(nx).setIdentity();
    for (int j = 0; j < points; ++j) {
      Eigen::VectorXd x = series_.states.col(k);
      Eigen::MatrixXd by = Eigen::MatrixXd::Zero(nx + nu + 1, size);
      by.topLeftCorner(nx, nx).setIdentity();
      for (int i = 0; i < j; ++i) {
        x += h * tableau.state_from_rates(j, i) * batch_.values.col(i).head(nx);
        by.topRows(nx) += h * tableau.state_from_rates(j, i) * batch_.jacobian(i).topRows(nx) * tangents[i];
      }
      for (int n = 0; n < tableau.node_controls(); ++n) {
        by.block(nx, nx + n * nu, nu, nu).diagonal().setConstant(tableau.control_basis(j, n));
      }
      batch_.inputs.col(j) << x, replay_.control(k, tableau.points(j)), replay_.time(k, tableau.points(j));
      function_->evaluate(batch_, j, 1, Level::jacobian);
      const Eigen::MatrixXd outputs_by = batch_.jacobian(j) * by;
      const double weight = h * tableau.weights(j);
      step.end += weight * batch_.values.col(j).head(nx);
      step.end_by += weight * outputs_by.topRows(nx);
      if (phase_.running_cost) step.cost_by += sign_ * weight * outputs_by.row(nx);
      for (std::size_t i = 0; i < integral_multipliers_.size(); ++i) {
        step.cost_by +=
            weight * integral_multipliers_[i] * outputs_by.row(outputs_.integral_row() + static_cast<int>(i));
      }
      if (j == 0) step.paths_by = outputs_by.middleRows(outputs_.path_row(), paths());
      tangents.push_back(by);
    }
    return step;
  }

  void examine_step(int k, int first_control) {
    const Tableau& tableau = replay_.tableau();
    const int nx = phase_.state_count, nu = phase_.control_count;
    const Step step = make_step(k);
    const Eigen::VectorXd scales = replay_.state_scales();
    for (int i = 0; i < nx; ++i) {
      evidence_.step_residual.see(std::abs(step.end(i) - series_.states(i, k + 1)) / scales(i), [&] {
        return fmt::format("state '{}' in step {} from {:.4g}", phase_.states[i].name, k, series_.time(k));
      });
    }
    const Eigen::RowVectorXd by_end = series_.costates_before.col(k + 1).transpose() * step.end_by;
    Eigen::RowVectorXd gradient = step.cost_by + by_end;
    if (paths() > 0) {
      const auto multipliers = series_.path_multipliers.col(k * tableau.point_count());
      const Eigen::RowVectorXd push = replay_.step(k) * multipliers.transpose() * step.paths_by;
      gradient.tail(gradient.size() - nx) += push.tail(gradient.size() - nx);
      if (!tableau.is_shared(0)) gradient.head(nx) += push.head(nx);
    }
    see_costates(k, gradient.head(nx));
    for (int n = 0; n < tableau.node_controls(); ++n) {
      const auto own = gradient.segment(nx + n * nu, nu);
      gradients_.col(first_control + n) += own.transpose();
      const auto terms =
          step.cost_by.segment(nx + n * nu, nu).cwiseAbs().cwiseMax(by_end.segment(nx + n * nu, nu).cwiseAbs());
      largest_ = largest_.cwiseMax(terms.transpose());
    }
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

  Replay replay_;
  const Phase& phase_;
  PhaseOutputs outputs_;
  const PhaseSolution& series_;
  double sign_;
  std::vector<double> integral_multipliers_;
  std::unique_ptr<KnotFunction> function_;
  KnotBatch batch_;
  Eigen::MatrixXd gradients_;  ///< of the Lagrangian by each node control
  Eigen::VectorXd largest_;    ///< largest term of each control's gradient
  DiscreteEvidence evidence_;
};

}  // namespace

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
