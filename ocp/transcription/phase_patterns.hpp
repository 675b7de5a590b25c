#pragma once

#include <tandem/ocp/transcription/phase_blocks.hpp>
#include <tandem/ocp/transcription/point_tangents.hpp>

#include <vector>

namespace tandem {

/// Places of the possible non-zeros of a sparse matrix.
struct Pattern {
  std::vector<int> rows;
  std::vector<int> cols;
  int size() const { return static_cast<int>(rows.size()); }
  /// Makes room for so many more.
  void reserve_more(int entries) {
    rows.reserve(rows.size() + entries);
    cols.reserve(cols.size() + entries);
  }
  void add(int row, int col) {
    rows.push_back(row);
    cols.push_back(col);
  }
};

/// Where the derivatives of a transcribed phase may differ from zero: the blocks of one interval (over its unknowns),
/// of one knot (over the knot's), of the end function (over its inputs). The whole is these, block after block:
/// intervals, knots, end; it is never kept.
struct PhasePatterns {
  Pattern interval_jacobian, interval_hessian;
  Pattern knot_jacobian, knot_hessian;
  Pattern end_jacobian, end_hessian;
};

/// The entries of the whole.
int jacobian_entries(const PhasePatterns& patterns, const PhaseLayout& layout);
int hessian_entries(const PhasePatterns& patterns, const PhaseLayout& layout);

/// Appends the places of the whole; of the Hessian the lower triangle, where entries at one place add up.
void append_jacobian(const PhasePatterns& patterns, const PhaseLayout& layout, const PointTangents& tangents,
                     const std::vector<int>& end_inputs, Pattern& to);
void append_hessian(const PhasePatterns& patterns, const PhaseLayout& layout, const PointTangents& tangents,
                    const std::vector<int>& end_inputs, Pattern& to);

/// Follows the patterns of the knot functions through the tableau. `end_inputs` says which unknown is behind each
/// input of the end function (-1: none).
PhasePatterns make_patterns(const Tableau& tableau, const PhaseLayout& layout, const KnotFunction& function,
                            const PointTangents& tangents, const PhaseOutputs& outputs, const std::vector<int>& ahead,
                            const KnotFunction& end_function, const std::vector<int>& end_inputs);

/// The places of a boolean matrix that are true, column by column.
Pattern places(const BoolMatrix& pattern, bool lower_only = false);

}  // namespace tandem
