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
  void reserve(int entries) {
    rows.reserve(entries);
    cols.reserve(entries);
  }
  void add(int row, int col) {
    rows.push_back(row);
    cols.push_back(col);
  }
};

/// Where the derivatives of a transcribed phase may differ from zero: the blocks of one interval (over its unknowns),
/// of one knot (over the knot's), of the end function (over its inputs), and the whole that they are gathered into,
/// block after block: intervals, knots, end.
struct PhasePatterns {
  Pattern interval_jacobian, interval_hessian;
  Pattern knot_jacobian, knot_hessian;
  Pattern end_jacobian, end_hessian;
  Pattern jacobian;
  Pattern hessian;  ///< lower triangle; entries at one place add up
};

/// Follows the patterns of the knot functions through the tableau. `end_inputs` says which unknown is behind each
/// input of the end function (-1: none).
PhasePatterns make_patterns(const Tableau& tableau, const PhaseLayout& layout, const KnotFunction& function,
                            const PointTangents& tangents, const PhaseOutputs& outputs, const std::vector<int>& ahead,
                            const KnotFunction& end_function, const std::vector<int>& end_inputs);

/// The places of a boolean matrix that are true, column by column.
Pattern places(const BoolMatrix& pattern, bool lower_only = false);

}  // namespace tandem
