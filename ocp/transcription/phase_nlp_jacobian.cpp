// The first order of PhaseNlp: rows of an interval's equations over its unknowns, point by point.
#include <tandem/ocp/transcription/phase_nlp.hpp>

#include <algorithm>

namespace tandem {

/// Rows [defects; path constraints at the interval's own points; quadratures] over the interval's unknowns.
void PhaseNlp::fill_interval_rows(const LaneGroup& intervals) {
  const Tableau& tableau = mesh_.tableau;
  const int states = layout_.states(), paths = layout_.paths(), integrals = layout_.integrals();
  rows_.set_zero(row_places_);
  for (int e = 0; e < tableau.defects(); ++e) {
    for (int i = 0; i < tableau.node_states(); ++i) {
      const int at = layout_.node_state(0, i) - layout_.state(0);
      if (tableau.defect_states(e, i) == 0.0) continue;
      for (int s = 0; s < states; ++s) rows_(e * states + s, at + s) += Pack4(tableau.defect_states(e, i));
    }
  }
  for (int i = 0; i < integrals; ++i) {
    const int row = layout_.local_rows() - integrals + i;
    rows_(row, layout_.integral(0) - layout_.state(0) + i) -= Pack4(1.0);
    rows_(row, layout_.integral(1) - layout_.state(0) + i) += Pack4(1.0);
  }
  int path_row = tableau.defects() * states;
  for (int j = 0; j < tableau.point_count(); ++j) {
    tangents_->jacobian(j, intervals);
    add_defect_rows(j, intervals);
    if (integrals > 0) add_quadrature_rows(j, intervals);
    if (paths == 0 || tableau.is_shared(j) || !tableau.holds_paths(j)) continue;
    tangents_->add_product(j, intervals, outputs_.path_row(), paths, Pack4(1.0), rows_, path_row);
    path_row += paths;
  }
}

/// Of what a point adds to the defects, h defect_rates(e, j) f_j.
void PhaseNlp::add_defect_rows(int point, const LaneGroup& intervals) {
  const int states = layout_.states();
  const Pack4 length = lengths(intervals);
  for (int e = 0; e < mesh_.tableau.defects(); ++e) {
    const double weight = mesh_.tableau.defect_rates(e, point);
    if (weight == 0.0) continue;
    const Pack4 factor = weight * duration_ * length;
    if (!has_ahead_) tangents_->add_product(point, intervals, 0, states, factor, rows_, e * states);
    for (int s = 0; s < states && has_ahead_; ++s) {
      if (ahead_[s] >= 0) {
        rows_(e * states + s, local_right(ahead_[s])) += factor;
      } else {
        tangents_->add_product(point, intervals, s, 1, factor, rows_, e * states + s);
      }
    }
    for (int s = 0; s < states && !tangents_->free_times().empty(); ++s) {
      add_by_times(weight * length * rate(point, intervals, s), e * states + s, rows_);
    }
  }
}

/// Of what a point adds to q_{k+1} - q_k - h sum_j w_j g_j.
void PhaseNlp::add_quadrature_rows(int point, const LaneGroup& intervals) {
  const int integrals = layout_.integrals(), first = layout_.local_rows() - integrals;
  const double weight = mesh_.tableau.weights(point);
  if (weight == 0.0) return;
  const Pack4 length = lengths(intervals);
  tangents_->add_product(point, intervals, outputs_.integral_row(), integrals, -weight * duration_ * length, rows_,
                         first);
  for (int i = 0; i < integrals; ++i) {
    add_by_times(-weight * length * tangents_->value(point, intervals, outputs_.integral_row() + i), first + i, rows_);
  }
}

void PhaseNlp::jacobian(std::span<double> values) const {
  std::copy(known_.jacobian.begin(), known_.jacobian.end(), values.begin());
}

void PhaseNlp::find_jacobian() {
  double* const first = known_.jacobian.data();
  for (int g = 0; g < tangents_->groups(); ++g) {
    const LaneGroup intervals = tangents_->group(g);
    fill_interval_rows(intervals);
    scatter(rows_, row_places_, intervals, first + intervals.first * row_places_.size());
  }
  if (!layout_.has_knot_points() || layout_.paths() == 0) return;
  double* const first_of_knots = first + layout_.intervals() * row_places_.size();
  for (int g = 0; g < tangents_->knot_groups(); ++g) {
    const LaneGroup knots = tangents_->knot_group(g);
    knot_rows_.set_zero(knot_row_places_);
    tangents_->add_knot_product(knots, outputs_.path_row(), layout_.paths(), knot_rows_);
    scatter(knot_rows_, knot_row_places_, knots, first_of_knots + knots.first * knot_row_places_.size());
  }
}

/// The last entries: the end function's, then those of the duration.
void PhaseNlp::find_end_jacobian() {
  const auto end = end_batch_.jacobian(0).bottomRows(layout_.end_constraints());
  const Pattern& pattern = patterns_.end_jacobian;
  auto next = known_.jacobian.rbegin();
  if (layout_.has_duration_row() && layout_.end_time() >= 0) *next++ = 1.0;
  if (layout_.has_duration_row() && layout_.start_time() >= 0) *next++ = -1.0;
  for (int i = pattern.size(); i-- > 0;) *next++ = end(pattern.rows[i], pattern.cols[i]);
}

void PhaseNlp::interval_gradients(const Eigen::VectorXd& z, const Eigen::VectorXd& multipliers, Eigen::MatrixXd& out) {
  each_window(z, Level::jacobian, false, [&] {
    for (int g = 0; g < tangents_->groups(); ++g) set_interval_gradients(tangents_->group(g), multipliers, out);
  });
}

void PhaseNlp::set_interval_gradients(const LaneGroup& intervals, const Eigen::VectorXd& multipliers,
                                      Eigen::MatrixXd& out) {
  fill_interval_rows(intervals);
  fill_cost_row(intervals, sign_);
  for (int i = 0; i < layout_.local_size(); ++i) {
    Pack4 sum = cost_row_(0, i);
    for (int row = 0; row < layout_.local_rows(); ++row) {
      sum += intervals.pack([&](int k) { return multipliers(layout_.defect(k, 0) + row); }) * rows_(row, i);
    }
    for (int lane = 0; lane < intervals.count; ++lane) out(i, intervals.at(lane)) = sum[lane];
  }
}

}  // namespace tandem
