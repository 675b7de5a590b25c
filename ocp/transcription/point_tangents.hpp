#pragma once

#include <tandem/ocp/transcription/mesh_points.hpp>
#include <tandem/ocp/transcription/pack_matrix.hpp>

#include <vector>

namespace tandem {

/// How the points of a mesh depend on the unknowns, and what derivatives become of it: Jacobians and Hessians of the
/// knot function times the tangents G = d inputs / d unknowns, for four intervals (or knots) side by side.
///
/// A direct point's tangent is constant but for the times; a composite point's is
///
///   G_j = G_direct + h sum_i state_from_rates(j, i) F_i G_i + (sum_i state_from_rates(j, i) f_i) dh.
///
/// After construction nothing is allocated.
class PointTangents {
 public:
  /// All must outlive this.
  PointTangents(const Mesh& mesh, const PhaseLayout& layout, const MeshPoints& points);

  /// Which entries of G may be non-zero; the same for every interval, and for every knot by itself.
  const BoolMatrix& pattern(int point) const { return patterns_[point]; }
  const BoolMatrix& knot_pattern() const { return knot_pattern_; }

  /// The unknowns of an interval that are free times.
  const std::vector<int>& free_times() const { return times_; }

  /// The tangents of composite points of the open window, for a phase of this duration, from the Jacobians that the
  /// points hold.
  void evaluate(double duration);

  // ---- four intervals of the window: of the points' last evaluation -----------------------------------------------
  LaneGroup group(int g) const { return LaneGroup::of(g, window().first, window().end); }
  int groups() const { return LaneGroup::groups(window().intervals()); }
  /// The place of a group among those of the window.
  int place_of(const LaneGroup& intervals) const { return (intervals.first - window().first) / Pack4::kWidth; }

  Pack4 value(int point, const LaneGroup& intervals, int output) const;
  /// Fetches a point's Jacobian, outputs x inputs, for add_product; it stays until the next call for this point.
  const PackMatrix& jacobian(int point, const LaneGroup& intervals);
  const SparseRows& jacobian_rows() const { return jacobian_rows_; }
  const PackMatrix& tangent(int point, const LaneGroup& intervals);

  /// out.row(to + i) += factor * (row `from + i` of the Jacobian) * G for `count` rows.
  void add_product(int point, const LaneGroup& intervals, int from, int count, const Pack4& factor, PackMatrix& out,
                   int to);
  /// out.row(0) += row * G for a row over the point's inputs.
  void add_row_product(int point, const LaneGroup& intervals, const PackMatrix& row, const SparseRows& pattern,
                       PackMatrix& out);

  /// The lower triangle of out += G' H G with the point's contracted Hessian.
  void add_congruence(int point, const LaneGroup& intervals, PackMatrix& out);

  // ---- four knots of the window's own intervals, over their own unknowns [x_k; u_k; border] -------------------------
  LaneGroup knot_group(int g) const { return LaneGroup::of(g, window().own, end_of_knots()); }
  int knot_groups() const { return LaneGroup::groups(end_of_knots() - window().own); }
  /// The knot between two windows is the later one's.
  int end_of_knots() const { return window().end + (window().end == mesh_.intervals() ? 1 : 0); }
  void add_knot_product(const LaneGroup& knots, int from, int count, PackMatrix& out);
  void add_knot_congruence(const LaneGroup& knots, PackMatrix& out);
  int knot_unknowns() const { return layout_.states() + layout_.controls() + layout_.border(); }
  int knot_global(int knot, int local) const {
    const int own = layout_.states() + layout_.controls();
    return local < own ? layout_.state(knot) + local : layout_.global(0, layout_.local_border() + local - own);
  }

 private:
  void make_patterns();
  void make_knot_tangent();
  void make_places();
  void set_direct(int point, PackMatrix& tangent) const;
  void set_times(int point, const LaneGroup& intervals, PackMatrix& tangent) const;
  void fill_composite(int point, int g, double duration);
  void load_hessian(const LaneColumns& columns);
  const PackMatrix& knot_tangent(const LaneGroup& knots);
  LaneColumns knot_columns(const Eigen::MatrixXd& matrix, const LaneGroup& knots) const;
  int time_input() const { return layout_.states() + layout_.controls(); }
  const MeshWindow& window() const { return points_.window(); }

  const Mesh& mesh_;
  const PhaseLayout& layout_;
  const MeshPoints& points_;
  int inputs_, outputs_;
  std::vector<int> times_;
  std::vector<BoolMatrix> patterns_;
  BoolMatrix knot_pattern_;
  SparseRows jacobian_rows_, hessian_rows_, knot_rows_, knot_product_rows_;
  std::vector<SparseRows> tangent_rows_, product_rows_;  ///< of each point's G and H G
  std::vector<int> jacobian_places_;                     ///< in a PackMatrix, of the entries of a knot's column
  std::vector<int> hessian_places_, mirrored_places_;

  std::vector<std::vector<PackMatrix>> tangents_;  ///< point; group where it is composite
  std::vector<PackMatrix> jacobians_;              ///< last loaded, of each point
  PackMatrix hessian_, product_;
  PackMatrix knot_tangent_, knot_product_;
};

}  // namespace tandem
