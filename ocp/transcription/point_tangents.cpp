#include <tandem/ocp/transcription/point_tangents.hpp>

namespace tandem {
PointTangents::PointTangents(const Mesh& mesh, const PhaseLayout& layout, const MeshPoints& points)
    : mesh_(mesh),
      layout_(layout),
      points_(points),
      inputs_(points.function().inputs()),
      outputs_(points.function().outputs()),
      jacobian_rows_(points.function().jacobian_pattern()),
      hessian_rows_(points.function().hessian_pattern()),
      hessian_(inputs_, inputs_),
      product_(inputs_, layout.local_size()) {
  if (layout.start_time() >= 0) times_.push_back(layout.local_start_time());
  if (layout.end_time() >= 0) times_.push_back(layout.local_end_time());
  make_patterns();
  make_places();
  for (int j = 0; j < mesh_.tableau.point_count(); ++j) {
    const BoolMatrix& hessian = points.function().hessian_pattern();
    tangent_rows_.emplace_back(patterns_[j]);
    product_rows_.emplace_back(pattern_of_product(hessian, patterns_[j]));
    const int matrices = mesh_.tableau.is_composite(j) ? LaneGroup::groups(points_.most_intervals()) : 1;
    tangents_.emplace_back(matrices, PackMatrix(inputs_, layout_.local_size()));
    set_direct(j, tangents_[j][0]);
    jacobians_.emplace_back(outputs_, inputs_);
  }
  if (layout_.has_knot_points()) make_knot_tangent();
}

// ---- patterns -------------------------------------------------------------------------------------------------------

void PointTangents::make_patterns() {
  const Tableau& tableau = mesh_.tableau;
  const BoolMatrix rates = points_.function().jacobian_pattern().topRows(layout_.states());
  for (int j = 0; j < tableau.point_count(); ++j) {
    BoolMatrix pattern = BoolMatrix::Constant(inputs_, layout_.local_size(), false);
    for (const MeshPoints::Term& term : points_.terms(j)) pattern(term.input, term.local) = true;
    for (const int local : times_) pattern(time_input(), local) = true;
    for (int i = 0; i < tableau.point_count(); ++i) {
      if (tableau.state_from_rates(j, i) == 0.0) continue;
      const BoolMatrix more = pattern_of_product(rates, patterns_[i]);
      pattern.topRows(layout_.states()) = pattern.topRows(layout_.states()).array() || more.array();
      for (const int local : times_) pattern.col(local).head(layout_.states()).setConstant(true);
    }
    patterns_.push_back(std::move(pattern));
  }
}

void PointTangents::make_places() {
  const SparseKnotBatch& batch = points_.batch();
  for (const auto& [output, input] : batch.jacobian_entries) jacobian_places_.push_back(output * inputs_ + input);
  for (const auto& [input, other] : batch.hessian_entries) {
    hessian_places_.push_back(input * inputs_ + other);
    mirrored_places_.push_back(other * inputs_ + input);
  }
}

// ---- tangents -------------------------------------------------------------------------------------------------------

/// What does not change: sums of unknowns. Times are set group by group.
void PointTangents::set_direct(int point, PackMatrix& tangent) const {
  for (const MeshPoints::Term& term : points_.terms(point)) tangent(term.input, term.local) = Pack4(term.weight);
}

/// t_j = (1 - fraction) t0 + fraction tf.
void PointTangents::set_times(int point, const LaneGroup& intervals, PackMatrix& tangent) const {
  if (times_.empty()) return;
  const Pack4 fraction = intervals.pack([&](int k) { return points_.fraction(point, k); });
  if (layout_.start_time() >= 0) tangent(time_input(), layout_.local_start_time()) = Pack4(1.0) - fraction;
  if (layout_.end_time() >= 0) tangent(time_input(), layout_.local_end_time()) = fraction;
}

void PointTangents::evaluate(double duration) {
  const Tableau& tableau = mesh_.tableau;
  if (!tableau.state_from_rates.any()) return;
  for (int g = 0; g < groups(); ++g) {
    for (int j = 0; j < tableau.point_count(); ++j) {
      if (tableau.is_composite(j)) fill_composite(j, g, duration);
      if (tableau.state_from_rates.col(j).any()) jacobian(j, group(g));
    }
  }
}

void PointTangents::fill_composite(int point, int g, double duration) {
  const LaneGroup intervals = group(g);
  const int states = layout_.states();
  PackMatrix& out = tangents_[point][g];
  for (int input = 0; input < inputs_; ++input) {
    for (const int local : tangent_rows_[point].row(input)) out(input, local) = Pack4(0.0);
  }
  set_direct(point, out);
  set_times(point, intervals, out);
  const Pack4 length = intervals.pack([&](int k) { return mesh_.length(k); });
  for (int i = 0; i < point; ++i) {
    const double weight = mesh_.tableau.state_from_rates(point, i);
    if (weight == 0.0) continue;
    add_product(i, intervals, 0, states, weight * duration * length, out, 0);
    for (int s = 0; s < states && !times_.empty(); ++s) {
      const Pack4 rate = weight * length * value(i, intervals, s);
      if (layout_.start_time() >= 0) out(s, layout_.local_start_time()) -= rate;
      if (layout_.end_time() >= 0) out(s, layout_.local_end_time()) += rate;
    }
  }
}

const PackMatrix& PointTangents::tangent(int point, const LaneGroup& intervals) {
  if (mesh_.tableau.is_composite(point)) return tangents_[point][place_of(intervals)];
  set_times(point, intervals, tangents_[point][0]);
  return tangents_[point][0];
}

Pack4 PointTangents::value(int point, const LaneGroup& intervals, int output) const {
  return number_of(points_.columns(points_.batch().values, point, intervals), output);
}

const PackMatrix& PointTangents::jacobian(int point, const LaneGroup& intervals) {
  const LaneColumns columns = points_.columns(points_.batch().jacobians, point, intervals);
  gather(columns, jacobian_places_, jacobians_[point]);
  return jacobians_[point];
}

void PointTangents::add_product(int point, const LaneGroup& intervals, int from, int count, const Pack4& factor,
                                PackMatrix& out, int to) {
  tandem::add_product(jacobians_[point], jacobian_rows_, from, count, factor, tangent(point, intervals),
                      tangent_rows_[point], out, to);
}

void PointTangents::add_row_product(int point, const LaneGroup& intervals, const PackMatrix& row,
                                    const SparseRows& pattern, PackMatrix& out) {
  tandem::add_product(row, pattern, 0, 1, Pack4(1.0), tangent(point, intervals), tangent_rows_[point], out, 0);
}

/// Both triangles.
void PointTangents::load_hessian(const LaneColumns& columns) {
  for (std::size_t i = 0; i < hessian_places_.size(); ++i) {
    hessian_.at(hessian_places_[i]) = hessian_.at(mirrored_places_[i]) = number_of(columns, static_cast<int>(i));
  }
}

void PointTangents::add_congruence(int point, const LaneGroup& intervals, PackMatrix& out) {
  const LaneColumns columns = points_.columns(points_.batch().hessians, point, intervals);
  load_hessian(columns);
  tandem::add_congruence(hessian_, hessian_rows_, tangent(point, intervals), tangent_rows_[point], product_,
                         product_rows_[point], out);
}

// ---- knots ----------------------------------------------------------------------------------------------------------

void PointTangents::make_knot_tangent() {
  const int shift = time_input() - layout_.local_border();  // the border follows the knot's own unknowns
  knot_pattern_ = BoolMatrix::Constant(inputs_, knot_unknowns(), false);
  knot_tangent_ = PackMatrix(inputs_, knot_unknowns());
  const auto set = [&](int input, int local) {
    knot_pattern_(input, local) = true;
    knot_tangent_(input, local) = Pack4(1.0);
  };
  for (int input = 0; input < time_input(); ++input) set(input, input);
  for (const int local : times_) set(time_input(), local + shift);
  for (int i = 0; i < layout_.free_numbers(); ++i) {
    set(time_input() + 1 + i, layout_.local(0, layout_.free_number(i)) + shift);
  }
  knot_rows_ = SparseRows(knot_pattern_);
  knot_product_rows_ = SparseRows(pattern_of_product(points_.function().hessian_pattern(), knot_pattern_));
  knot_product_ = PackMatrix(inputs_, knot_unknowns());
}

const PackMatrix& PointTangents::knot_tangent(const LaneGroup& knots) {
  const int shift = time_input() - layout_.local_border();
  const Pack4 fraction = knots.pack([&](int k) { return mesh_.ends[k]; });
  if (layout_.start_time() >= 0)
    knot_tangent_(time_input(), layout_.local_start_time() + shift) = Pack4(1.0) - fraction;
  if (layout_.end_time() >= 0) knot_tangent_(time_input(), layout_.local_end_time() + shift) = fraction;
  return knot_tangent_;
}

LaneColumns PointTangents::knot_columns(const Eigen::MatrixXd& matrix, const LaneGroup& knots) const {
  LaneColumns columns;
  for (int lane = 0; lane < Pack4::kWidth; ++lane) {
    columns[lane] = matrix.col(points_.knot_column(knots.at(lane))).data();
  }
  return columns;
}

void PointTangents::add_knot_product(const LaneGroup& knots, int from, int count, PackMatrix& out) {
  const LaneColumns columns = knot_columns(points_.batch().jacobians, knots);
  PackMatrix& jacobian = jacobians_[mesh_.tableau.left_point];
  gather(columns, jacobian_places_, jacobian);
  tandem::add_product(jacobian, jacobian_rows_, from, count, Pack4(1.0), knot_tangent(knots), knot_rows_, out, 0);
}

void PointTangents::add_knot_congruence(const LaneGroup& knots, PackMatrix& out) {
  const LaneColumns columns = knot_columns(points_.batch().hessians, knots);
  load_hessian(columns);
  tandem::add_congruence(hessian_, hessian_rows_, knot_tangent(knots), knot_rows_, knot_product_, knot_product_rows_,
                         out);
}

}  // namespace tandem
