// The second order of PhaseNlp: the Hessian of the Lagrangian, point by point and chained to the unknowns.
#include <tandem/ocp/phase_nlp.hpp>

namespace tandem {

/// Sets the batch's weights to the adjoints of every point's outputs in the Lagrangian. Rates are used through
/// products h f_j, so the adjoint of f_j is h (sum_e defect_rates(e, j) lambda_e + sum_i state_from_rates(i, j) g_i),
/// g_i the adjoint of the state at composite point i: points are visited from the last to the first.
void PhaseNlp::set_weights(double objective_factor, const Eigen::VectorXd& multipliers) {
  const Tableau& tableau = mesh_.tableau;
  const int states = layout_.states(), paths = layout_.paths(), integrals = layout_.integrals();
  KnotBatch& batch = points_->batch();
  batch.weights.setZero();
  rate_adjoints_.setZero();
  Eigen::VectorXd& own = own_weights_;
  for (int k = 0; k < layout_.intervals(); ++k) {
    const double h = step(k);
    for (int j = tableau.point_count() - 1; j >= 0; --j) {
      auto rates = rate_adjoints_.col(k * tableau.point_count() + j);
      for (int e = 0; e < tableau.defects(); ++e) {
        rates += tableau.defect_rates(e, j) * multipliers.segment(layout_.defect(k, e), states);
      }
      own.setZero();
      own.head(states) = h * rates;
      if (outputs_.costs > 0) own(outputs_.cost_row()) = sign_ * objective_factor * h * tableau.weights(j);
      own.tail(integrals) = -h * tableau.weights(j) * multipliers.segment(layout_.quadrature(k), integrals);
      const bool has_own_paths = !tableau.is_shared(j) && tableau.holds_paths(j) && paths > 0;
      if (has_own_paths) own.segment(outputs_.path_row(), paths) = multipliers.segment(layout_.path(k, j), paths);
      const int column = points_->column(j, k);
      batch.weights.col(column) += own;
      if (!tableau.is_composite(j)) continue;
      state_adjoint_.noalias() = batch.jacobian(column).leftCols(states).transpose() * own;
      for (int i = 0; i < j; ++i) {
        rate_adjoints_.col(k * tableau.point_count() + i) += tableau.state_from_rates(j, i) * state_adjoint_;
      }
    }
  }
  for (int k = 0; layout_.has_knot_points() && paths > 0 && k <= layout_.intervals(); ++k) {
    batch.weights.col(points_->knot_column(k)).segment(outputs_.path_row(), paths) +=
        multipliers.segment(layout_.knot_path(k), paths);
  }
}

/// Where times are free, h multiplies rates, costs and integrands: adds dh' c + c' dh with c the derivative, by the
/// interval's unknowns, of the sum over points of (adjoint of h f_j) f_j + (adjoint of h L_j) L_j + ...
void PhaseNlp::add_step_curvature(int interval, double objective_factor, const Eigen::VectorXd& multipliers) {
  if (layout_.start_time() < 0 && layout_.end_time() < 0) return;
  const Tableau& tableau = mesh_.tableau;
  const int integrals = layout_.integrals();
  Eigen::RowVectorXd& c = scratch_row_;
  Eigen::RowVectorXd& row = scratch_inputs_;
  c.setZero();
  for (int j = 0; j < tableau.point_count(); ++j) {
    const auto jacobian = points_->batch().jacobian(points_->column(j, interval));
    const double weight = tableau.weights(j);
    row.noalias() =
        rate_adjoints_.col(interval * tableau.point_count() + j).transpose() * jacobian.topRows(layout_.states());
    if (outputs_.costs > 0) row += sign_ * objective_factor * weight * jacobian.row(outputs_.cost_row());
    for (int i = 0; i < integrals; ++i) {
      row -= weight * multipliers(layout_.quadrature(interval) + i) * jacobian.row(outputs_.integral_row() + i);
    }
    points_->add_product_with_tangent(j, interval, row, 1.0, c);
  }
  const auto add = [&](int time, double rate) {
    if (time < 0) return;
    scratch_hessian_.row(time) += rate * c;
    scratch_hessian_.col(time) += rate * c.transpose();
  };
  add(layout_.local_start_time(), -mesh_.length(interval));
  add(layout_.local_end_time(), mesh_.length(interval));
}

void PhaseNlp::hessian(double objective_factor, const Eigen::VectorXd& multipliers, std::span<double> values) {
  set_weights(objective_factor, multipliers);
  points_->evaluate_hessians();
  const Tableau& tableau = mesh_.tableau;
  std::size_t next = 0;
  Eigen::MatrixXd& local = scratch_hessian_;
  for (int k = 0; k < layout_.intervals(); ++k) {
    local.setZero();
    for (int j = 0; j < tableau.point_count(); ++j) {
      if (!tableau.is_shared(j)) points_->add_congruence(j, k, points_->batch().hessian(points_->column(j, k)), local);
    }
    add_step_curvature(k, objective_factor, multipliers);
    const Pattern& pattern = patterns_.interval_hessian;
    for (int i = 0; i < pattern.size(); ++i) values[next++] = local(pattern.rows[i], pattern.cols[i]);
  }
  for (int k = 0; layout_.has_knot_points() && k <= layout_.intervals(); ++k) {
    auto block = local.topLeftCorner(points_->knot_unknowns(), points_->knot_unknowns());
    block.setZero();
    points_->add_knot_congruence(k, points_->batch().hessian(points_->knot_column(k)), block);
    const Pattern& pattern = patterns_.knot_hessian;
    for (int i = 0; i < pattern.size(); ++i) values[next++] = block(pattern.rows[i], pattern.cols[i]);
  }
  end_hessian(objective_factor, multipliers, values.subspan(next));
}

void PhaseNlp::end_hessian(double objective_factor, const Eigen::VectorXd& multipliers, std::span<double> values) {
  const Pattern& pattern = patterns_.end_hessian;
  if (pattern.size() == 0) return;
  const int ends = layout_.end_constraints();
  if (phase_->end_cost) end_batch_.weights(0, 0) = sign_ * objective_factor;
  end_batch_.weights.col(0).tail(ends) = multipliers.segment(layout_.end_constraint(), ends);
  end_function_->evaluate(end_batch_, 0, 1, Level::hessian);
  const auto hessian = end_batch_.hessian(0);
  for (int i = 0; i < pattern.size(); ++i) values[i] = hessian(pattern.rows[i], pattern.cols[i]);
}

}  // namespace tandem
