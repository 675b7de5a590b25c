#include <tandem/ocp/answers/discrete_steps.hpp>

#include <tandem/ocp/answers/certificate_checks.hpp>
#include <tandem/ocp/transcription/phase_blocks.hpp>
#include <tandem/ocp/transcription/velocities_ahead.hpp>

namespace tandem {

DiscreteSteps::DiscreteSteps(const Problem& problem, const Solution& solution, int phase)
    : replay_(problem, solution, phase),
      ahead_(velocities_ahead(replay_.phase(), replay_.tableau(), replay_.numbers())),
      sign_(problem.is_maximised() ? -1.0 : 1.0),
      numbers_(problem.design_numbers()),
      function_(knot_function_of(replay_, numbers_)) {
  batch_.resize(function_->inputs(), function_->outputs(), replay_.tableau().point_count());
  for (int j = 0; j < batch_.knots(); ++j) {
    for (int i = 0; i < numbers(); ++i)
      batch_.inputs(states() + replay_.phase().control_count + 1 + i, j) = replay_.numbers()[numbers_[i]];
  }
  for (const Constraint& integral : replay_.phase().integral_constraints) {
    integral_multipliers_.push_back(solution.multiplier(replay_.phase().name + "/integral/" + integral.name));
  }
}

/// Inputs [x; u; t; numbers] of a point by what the step depends on, as if all rates were 0:
/// t_j = t_0 + s_j (t_f - t_0).
Eigen::MatrixXd DiscreteSteps::direct_inputs_by(int k, int point) const {
  const Tableau& tableau = replay_.tableau();
  const int nx = states(), nu = replay_.phase().control_count;
  const double start = replay_.time(0, 0.0), duration = replay_.time(replay_.intervals() - 1, 1.0) - start;
  const double fraction = (replay_.time(k, tableau.points(point)) - start) / duration;
  Eigen::MatrixXd by = Eigen::MatrixXd::Zero(nx + nu + 1 + numbers(), size());
  by.topLeftCorner(nx, nx).setIdentity();
  for (int n = 0; n < tableau.node_controls(); ++n) {
    by.block(nx, nx + n * nu, nu, nu).diagonal().setConstant(tableau.control_basis(point, n));
  }
  by(nx + nu, start_time()) = 1.0 - fraction;
  by(nx + nu, end_time()) = fraction;
  by.bottomRightCorner(numbers(), numbers()).setIdentity();
  return by;
}

DiscreteStep DiscreteSteps::at(int k) {
  const Tableau& tableau = replay_.tableau();
  const PhaseOutputs outputs(replay_.phase());
  const int nx = states();
  const double h = replay_.step(k), duration = replay_.time(replay_.intervals() - 1, 1.0) - replay_.time(0, 0.0);
  Eigen::RowVectorXd h_by = Eigen::RowVectorXd::Zero(size());
  h_by(end_time()) = h / duration;
  h_by(start_time()) = -h / duration;
  const auto rates = [&](int j) { return batch_.values.col(j).head(nx); };
  std::vector<Eigen::MatrixXd> rates_by;
  DiscreteStep step{
      replay_.series().states.col(k), Eigen::MatrixXd::Zero(nx, size()), Eigen::RowVectorXd::Zero(size()), {}};
  step.end_by.leftCols(nx).setIdentity();
  for (int j = 0; j < tableau.point_count(); ++j) {
    Eigen::VectorXd x = replay_.series().states.col(k);
    Eigen::MatrixXd by = direct_inputs_by(k, j);
    for (int i = 0; i < j; ++i) {  // x_j = x_k + h sum_i a_ji f_i
      const double weight = tableau.state_from_rates(j, i);
      x += h * weight * rates(i);
      by.topRows(nx) += weight * (h * rates_by[i] + rates(i) * h_by);
    }
    batch_.inputs.col(j).head(nx + replay_.phase().control_count + 1) << x, replay_.control(k, tableau.points(j)),
        replay_.time(k, tableau.points(j));
    function_->evaluate(batch_, j, 1, Level::jacobian);
    const Eigen::MatrixXd outputs_by = batch_.jacobian(j) * by;
    rates_by.push_back(outputs_by.topRows(nx));
    const double weight = tableau.weights(j);
    step.end += weight * h * rates(j);
    step.end_by += weight * (h * rates_by[j] + rates(j) * h_by);
    const auto add_cost = [&](int row, double factor) {
      step.cost_by += factor * weight * (h * outputs_by.row(row) + batch_.values(row, j) * h_by);
    };
    if (replay_.phase().running_cost) add_cost(nx, sign_);
    for (std::size_t i = 0; i < integral_multipliers_.size(); ++i) {
      add_cost(outputs.integral_row() + static_cast<int>(i), integral_multipliers_[i]);
    }
    if (j == 0) step.paths_by = outputs_by.middleRows(outputs.path_row(), outputs.paths);
  }
  for (int i = 0; i < nx; ++i) {  // q+ = q + h v+
    if (ahead_[i] < 0) continue;
    step.end(i) = replay_.series().states(i, k) + h * step.end(ahead_[i]);
    step.end_by.row(i) = h * step.end_by.row(ahead_[i]) + step.end(ahead_[i]) * h_by;
    step.end_by(i, i) += 1.0;
  }
  return step;
}

}  // namespace tandem
