// The second order of PhaseNlp: the Hessian of the Lagrangian, point by point and chained to the unknowns.
#include <tandem/ocp/transcription/phase_nlp.hpp>

namespace tandem {

/// Sets the batch's weights to the adjoints of every point's outputs in the Lagrangian. A knot's come from the
/// intervals on both its sides.
void PhaseNlp::set_weights(double objective_factor, const Eigen::VectorXd& multipliers) {
  SparseKnotBatch& batch = points_->batch();
  batch.weights.setZero();
  for (int g = 0; g < tangents_->groups(); ++g) {
    set_weights(tangents_->group(g), rate_adjoints_[g], objective_factor, multipliers);
  }
  const int paths = layout_.paths();
  if (!layout_.has_knot_points() || paths == 0) return;
  for (int k = points_->window().own; k < tangents_->end_of_knots(); ++k) {
    batch.weights.col(points_->knot_column(k)).segment(outputs_.path_row(), paths) +=
        multipliers.segment(layout_.knot_path(k), paths);
  }
}

/// Rates are used through products h f_j, so the adjoint of f_j is h times
/// sum_e defect_rates(e, j) lambda_e + sum_i state_from_rates(i, j) g_i, with g_i the adjoint of the state at composite
/// point i: points are visited from the last to the first.
void PhaseNlp::set_weights(const LaneGroup& intervals, PackMatrix& rates, double objective_factor,
                           const Eigen::VectorXd& multipliers) {
  const Tableau& tableau = mesh_.tableau;
  const int states = layout_.states();
  rates.set_zero();
  for (int j = tableau.point_count() - 1; j >= 0; --j) {
    for (int e = 0; e < tableau.defects(); ++e) {
      const double weight = tableau.defect_rates(e, j);
      for (int s = 0; weight != 0.0 && s < states; ++s) {
        rates(j, s) += weight * intervals.pack([&](int k) { return multipliers(layout_.defect(k, e) + s); });
      }
    }
    fill_output_weights(j, intervals, rates.row(j), objective_factor, multipliers);
    for (int lane = 0; lane < intervals.count; ++lane) {
      double* const to = points_->batch().weights.col(points_->column(j, intervals.at(lane))).data();
      for (int i = 0; i < output_weights_.cols(); ++i) to[i] += output_weights_(0, i)[lane];
    }
    if (!tableau.is_composite(j)) continue;
    input_row_.set_zero();
    add_product(output_weights_, all_outputs_, 0, 1, Pack4(1.0), tangents_->jacobian(j, intervals),
                tangents_->jacobian_rows(), input_row_, 0);
    for (int i = 0; i < j; ++i) {
      const double weight = tableau.state_from_rates(j, i);
      for (int s = 0; weight != 0.0 && s < states; ++s) rates(i, s) += weight * input_row_(0, s);
    }
  }
}

/// Adjoints of one point's outputs: rates, running cost, path constraints of its own, integrands.
void PhaseNlp::fill_output_weights(int point, const LaneGroup& intervals, const Pack4* rates, double objective_factor,
                                   const Eigen::VectorXd& multipliers) {
  const Tableau& tableau = mesh_.tableau;
  const Pack4 step = duration_ * lengths(intervals);
  const double weight = tableau.weights(point);
  output_weights_.set_zero();
  for (int s = 0; s < layout_.states(); ++s) output_weights_(0, s) = ahead_[s] < 0 ? step * rates[s] : Pack4(0.0);
  if (outputs_.costs > 0) output_weights_(0, outputs_.cost_row()) = sign_ * objective_factor * weight * step;
  for (int i = 0; i < layout_.integrals(); ++i) {
    output_weights_(0, outputs_.integral_row() + i) =
        -weight * step * intervals.pack([&](int k) { return multipliers(layout_.quadrature(k) + i); });
  }
  if (tableau.is_shared(point) || !tableau.holds_paths(point)) return;
  for (int i = 0; i < layout_.paths(); ++i) {
    output_weights_(0, outputs_.path_row() + i) =
        intervals.pack([&](int k) { return multipliers(layout_.path(k, point) + i); });
  }
}

/// Where times are free, h multiplies rates, costs and integrands: adds dh' c + c' dh with c the derivative, by the
/// interval's unknowns, of the sum over points of (adjoint of h f_j) f_j + (adjoint of h L_j) L_j + ...
void PhaseNlp::add_step_curvature(const LaneGroup& intervals, double objective_factor,
                                  const Eigen::VectorXd& multipliers) {
  if (tangents_->free_times().empty()) return;
  const Tableau& tableau = mesh_.tableau;
  const PackMatrix& rates = rate_adjoints_[tangents_->place_of(intervals)];
  step_row_.set_zero();
  output_weights_.set_zero();
  for (int j = 0; j < tableau.point_count(); ++j) {
    for (int s = 0; s < layout_.states(); ++s) {
      output_weights_(0, s) = ahead_[s] < 0 ? rates(j, s) : Pack4(0.0);
      if (ahead_[s] >= 0) step_row_(0, local_right(ahead_[s])) += rates(j, s);
    }
    const double weight = tableau.weights(j);
    if (outputs_.costs > 0) output_weights_(0, outputs_.cost_row()) = Pack4(sign_ * objective_factor * weight);
    for (int i = 0; i < layout_.integrals(); ++i) {
      output_weights_(0, outputs_.integral_row() + i) =
          intervals.pack([&](int k) { return -weight * multipliers(layout_.quadrature(k) + i); });
    }
    input_row_.set_zero();
    add_product(output_weights_, all_outputs_, 0, 1, Pack4(1.0), tangents_->jacobian(j, intervals),
                tangents_->jacobian_rows(), input_row_, 0);
    tangents_->add_row_product(j, intervals, input_row_, any_inputs_, step_row_);
  }
  const Pack4 length = lengths(intervals);
  const auto add = [&](int time, const Pack4& rate) {
    if (time < 0) return;
    for (int i = 0; i <= time; ++i) triangle_(time, i) += rate * step_row_(0, i);
    for (int i = time; i < layout_.local_size(); ++i) triangle_(i, time) += rate * step_row_(0, i);
  };
  add(layout_.local_start_time(), -length);
  add(layout_.local_end_time(), length);
}

void PhaseNlp::hessian(const Eigen::VectorXd& z, double objective_factor, const Eigen::VectorXd& multipliers,
                       std::span<double> values) {
  each_window(z, Level::jacobian, true, [&] { window_hessian(objective_factor, multipliers, values); });
  end_hessian(objective_factor, multipliers, values.last(patterns_.end_hessian.size()));
}

void PhaseNlp::window_hessian(double objective_factor, const Eigen::VectorXd& multipliers, std::span<double> values) {
  set_weights(objective_factor, multipliers);
  points_->evaluate_hessians();
  const Tableau& tableau = mesh_.tableau;
  for (int g = 0; g < tangents_->groups(); ++g) {
    const LaneGroup intervals = tangents_->group(g);
    if (intervals.first < points_->window().own) continue;
    triangle_.set_zero(triangle_places_);
    for (int j = 0; j < tableau.point_count(); ++j) {
      if (!tableau.is_shared(j)) tangents_->add_congruence(j, intervals, triangle_);
    }
    add_step_curvature(intervals, objective_factor, multipliers);
    scatter(triangle_, triangle_places_, intervals, values.data() + intervals.first * triangle_places_.size());
  }
  double* const first_of_knots = values.data() + layout_.intervals() * triangle_places_.size();
  for (int g = 0; layout_.has_knot_points() && g < tangents_->knot_groups(); ++g) {
    const LaneGroup knots = tangents_->knot_group(g);
    knot_triangle_.set_zero(knot_triangle_places_);
    tangents_->add_knot_congruence(knots, knot_triangle_);
    scatter(knot_triangle_, knot_triangle_places_, knots, first_of_knots + knots.first * knot_triangle_places_.size());
  }
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
