#include <tandem/ocp/transcription/phase_patterns.hpp>

#include <algorithm>
#include <tuple>

namespace tandem {

Pattern places(const BoolMatrix& pattern, bool lower_only) {
  Pattern found;
  for (int col = 0; col < pattern.cols(); ++col) {
    for (int row = lower_only ? col : 0; row < pattern.rows(); ++row) {
      if (pattern(row, col)) found.add(row, col);
    }
  }
  return found;
}

namespace {

BoolMatrix congruence(const BoolMatrix& tangent, const BoolMatrix& hessian) {
  return pattern_of_product(tangent.transpose(), pattern_of_product(hessian, tangent));
}

class PatternMaker {
 public:
  PatternMaker(const Tableau& tableau, const PhaseLayout& layout, const KnotFunction& function,
               const PointTangents& tangents, const PhaseOutputs& outputs, const std::vector<int>& ahead)
      : tableau_(tableau),
        layout_(layout),
        function_(function),
        tangents_(tangents),
        outputs_(outputs),
        ahead_(ahead),
        times_(tangents.free_times()) {}

  /// Rows [defects; path constraints at the interval's own points; quadratures].
  BoolMatrix interval_jacobian() const {
    const int states = layout_.states(), paths = layout_.paths();
    BoolMatrix jacobian = BoolMatrix::Constant(layout_.local_rows(), layout_.local_size(), false);
    int own_row = tableau_.defects() * states;
    for (int j = 0; j < tableau_.point_count(); ++j) {
      const BoolMatrix outputs = outputs_by_unknowns(j);
      for (int e = 0; e < tableau_.defects(); ++e) {
        if (tableau_.defect_rates(e, j) == 0.0) continue;
        auto rows = jacobian.middleRows(e * states, states);
        rows = (rows.array() || outputs.topRows(states).array()).matrix();
        for (int time : times_) rows.col(time).setConstant(true);
      }
      if (layout_.integrals() > 0 && tableau_.weights(j) != 0.0) {
        auto rows = jacobian.bottomRows(layout_.integrals());
        rows = (rows.array() || outputs.middleRows(outputs_.integral_row(), layout_.integrals()).array()).matrix();
        for (int time : times_) rows.col(time).setConstant(true);
      }
      if (tableau_.is_shared(j) || !tableau_.holds_paths(j)) continue;
      jacobian.middleRows(own_row, paths) = outputs.middleRows(outputs_.path_row(), paths);
      own_row += paths;
    }
    add_node_states(jacobian);
    add_integrals(jacobian);
    return jacobian;
  }

  /// Second derivatives at the interval's own points, and of h times rates and costs where times are free.
  BoolMatrix interval_hessian() const {
    BoolMatrix hessian = BoolMatrix::Constant(layout_.local_size(), layout_.local_size(), false);
    for (int j = 0; j < tableau_.point_count(); ++j) {
      const BoolMatrix& tangent = tangents_.pattern(j);
      if (!tableau_.is_shared(j)) {
        hessian = (hessian.array() || congruence(tangent, function_.hessian_pattern()).array()).matrix();
      }
      const BoolMatrix outputs = outputs_by_unknowns(j);
      const BoolMatrix multiplied_by_step = outputs.topRows(outputs_.path_row()).colwise().any().array() ||
                                            outputs.bottomRows(layout_.integrals()).colwise().any().array();
      for (int time : times_) {
        hessian.row(time) = hessian.row(time) || multiplied_by_step;
        hessian.col(time) = hessian.row(time).transpose();
      }
    }
    return hessian;
  }

  BoolMatrix knot_jacobian() const {
    const BoolMatrix paths = function_.jacobian_pattern().middleRows(outputs_.path_row(), layout_.paths());
    return pattern_of_product(paths, tangents_.knot_pattern());
  }

  BoolMatrix knot_hessian() const { return congruence(tangents_.knot_pattern(), function_.hessian_pattern()); }

 private:
  /// What rates, costs, ... at a point depend on; a rate that is a velocity ahead, on that of the right knot.
  BoolMatrix outputs_by_unknowns(int point) const {
    BoolMatrix outputs = pattern_of_product(function_.jacobian_pattern(), tangents_.pattern(point));
    for (int s = 0; s < layout_.states(); ++s) {
      if (ahead_[s] < 0) continue;
      outputs.row(s).setConstant(false);
      outputs(s, layout_.local(0, layout_.state(1)) + ahead_[s]) = true;
    }
    return outputs;
  }

  void add_node_states(BoolMatrix& jacobian) const {
    const int states = layout_.states();
    for (int e = 0; e < tableau_.defects(); ++e) {
      for (int i = 0; i < tableau_.node_states(); ++i) {
        if (tableau_.defect_states(e, i) == 0.0) continue;
        const int at = layout_.local(0, layout_.node_state(0, i));
        for (int s = 0; s < states; ++s) jacobian(e * states + s, at + s) = true;
      }
    }
  }

  /// q_{k+1} - q_k.
  void add_integrals(BoolMatrix& jacobian) const {
    const int first_row = layout_.local_rows() - layout_.integrals();
    for (int i = 0; i < layout_.integrals(); ++i) {
      jacobian(first_row + i, layout_.local(0, layout_.integral(0)) + i) = true;
      jacobian(first_row + i, layout_.local(0, layout_.integral(1)) + i) = true;
    }
  }

  const Tableau& tableau_;
  const PhaseLayout& layout_;
  const KnotFunction& function_;
  const PointTangents& tangents_;
  const PhaseOutputs& outputs_;
  const std::vector<int>& ahead_;
  std::vector<int> times_;
};

/// The end function's patterns without inputs that are fixed.
void set_end_patterns(const KnotFunction& function, const std::vector<int>& inputs, int constraints,
                      PhasePatterns& patterns) {
  const auto is_free = [&](int input) { return inputs[input] >= 0; };
  const Pattern jacobian = places(function.jacobian_pattern().bottomRows(constraints));
  for (int i = 0; i < jacobian.size(); ++i) {
    if (is_free(jacobian.cols[i])) patterns.end_jacobian.add(jacobian.rows[i], jacobian.cols[i]);
  }
  const Pattern hessian = places(function.hessian_pattern(), true);
  for (int i = 0; i < hessian.size(); ++i) {
    if (is_free(hessian.rows[i]) && is_free(hessian.cols[i])) {
      patterns.end_hessian.add(hessian.rows[i], hessian.cols[i]);
    }
  }
}

int knots_of(const PhaseLayout& layout) { return layout.has_knot_points() ? layout.intervals() + 1 : 0; }

int free_times_of_duration(const PhaseLayout& layout) {
  if (!layout.has_duration_row()) return 0;
  return (layout.start_time() >= 0 ? 1 : 0) + (layout.end_time() >= 0 ? 1 : 0);
}

}  // namespace

int jacobian_entries(const PhasePatterns& patterns, const PhaseLayout& layout) {
  return layout.intervals() * patterns.interval_jacobian.size() + knots_of(layout) * patterns.knot_jacobian.size() +
         patterns.end_jacobian.size() + free_times_of_duration(layout);
}

int hessian_entries(const PhasePatterns& patterns, const PhaseLayout& layout) {
  return layout.intervals() * patterns.interval_hessian.size() + knots_of(layout) * patterns.knot_hessian.size() +
         patterns.end_hessian.size();
}

void append_jacobian(const PhasePatterns& patterns, const PhaseLayout& layout, const PointTangents& tangents,
                     const std::vector<int>& end_inputs, Pattern& to) {
  const auto& [interval, knot, end] =
      std::tie(patterns.interval_jacobian, patterns.knot_jacobian, patterns.end_jacobian);
  to.reserve_more(jacobian_entries(patterns, layout));
  for (int k = 0; k < layout.intervals(); ++k) {
    for (int i = 0; i < interval.size(); ++i) {
      to.add(layout.defect(k, 0) + interval.rows[i], layout.global(k, interval.cols[i]));
    }
  }
  for (int k = 0; k < knots_of(layout); ++k) {
    for (int i = 0; i < knot.size(); ++i) {
      to.add(layout.knot_path(k) + knot.rows[i], tangents.knot_global(k, knot.cols[i]));
    }
  }
  for (int i = 0; i < end.size(); ++i) to.add(layout.end_constraint() + end.rows[i], end_inputs[end.cols[i]]);
  if (!layout.has_duration_row()) return;
  if (layout.start_time() >= 0) to.add(layout.duration_row(), layout.start_time());
  if (layout.end_time() >= 0) to.add(layout.duration_row(), layout.end_time());
}

void append_hessian(const PhasePatterns& patterns, const PhaseLayout& layout, const PointTangents& tangents,
                    const std::vector<int>& end_inputs, Pattern& to) {
  const auto& [interval, knot, end] = std::tie(patterns.interval_hessian, patterns.knot_hessian, patterns.end_hessian);
  const auto add_lower = [&](int row, int col) { to.add(std::max(row, col), std::min(row, col)); };
  to.reserve_more(hessian_entries(patterns, layout));
  for (int k = 0; k < layout.intervals(); ++k) {
    for (int i = 0; i < interval.size(); ++i) {
      add_lower(layout.global(k, interval.rows[i]), layout.global(k, interval.cols[i]));
    }
  }
  for (int k = 0; k < knots_of(layout); ++k) {
    for (int i = 0; i < knot.size(); ++i) {
      add_lower(tangents.knot_global(k, knot.rows[i]), tangents.knot_global(k, knot.cols[i]));
    }
  }
  for (int i = 0; i < end.size(); ++i) add_lower(end_inputs[end.rows[i]], end_inputs[end.cols[i]]);
}

PhasePatterns make_patterns(const Tableau& tableau, const PhaseLayout& layout, const KnotFunction& function,
                            const PointTangents& tangents, const PhaseOutputs& outputs, const std::vector<int>& ahead,
                            const KnotFunction& end_function, const std::vector<int>& end_inputs) {
  const PatternMaker maker(tableau, layout, function, tangents, outputs, ahead);
  PhasePatterns patterns;
  patterns.interval_jacobian = places(maker.interval_jacobian());
  patterns.interval_hessian = places(maker.interval_hessian(), true);
  if (layout.has_knot_points()) {
    patterns.knot_jacobian = places(maker.knot_jacobian());
    patterns.knot_hessian = places(maker.knot_hessian(), true);
  }
  set_end_patterns(end_function, end_inputs, layout.end_constraints(), patterns);
  return patterns;
}

}  // namespace tandem
