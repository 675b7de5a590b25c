#pragma once

#include <span>
#include <vector>

namespace tandem::sweep {

/// What one frontal is made of, known from the pattern alone. Its rows are
///
///   [own | pivots delayed from the frontal before | link | border]:
///
/// `own` the rows of the stage, `link` those of the next stage that it couples to (the next stage's first rows),
/// `border` those border rows that this or an earlier stage couples to (the border's first rows).
struct FrontalPlan {
  int first_row = 0;  ///< own rows are order()[first_row ... first_row + own - 1]
  int own = 0;
  int link = 0;
  int border = 0;
  int first_entry = 0;  ///< entries()[first_entry ... last_entry - 1] are added into this frontal
  int last_entry = 0;

  int rows() const { return own + link + border; }
};

/// Where a triplet goes: `place` is row + col * padded(rows()) in its frontal (row >= col, col < own; no pivot
/// delayed).
struct FrontalEntry {
  int source = 0;  ///< which triplet
  int place = 0;
};

/// The symbolic phase: a symmetric matrix whose rows stand in stages 0 ... n - 1 that couple only to themselves, to
/// the stage after and to a border, as a chain of frontals. The last frontal holds the border. O(size + triplets).
class StageChain {
 public:
  /// Rows `stage_of_row[i]` (the border's label is `stages`), triplets in either triangle; those at one place add up.
  /// Refuses labels, rows and columns out of range, and triplets that couple stages that are not neighbours.
  StageChain(int stages, std::span<const int> stage_of_row, std::span<const int> rows, std::span<const int> cols);

  int size() const { return static_cast<int>(order_.size()); }
  int stages() const { return static_cast<int>(frontals_.size()) - 1; }
  int triplets() const { return static_cast<int>(rows_.size()); }
  /// One frontal a stage, then the border's.
  const std::vector<FrontalPlan>& frontals() const { return frontals_; }
  const std::vector<FrontalEntry>& entries() const { return entries_; }
  /// Rows of the matrix, frontal after frontal.
  const std::vector<int>& order() const { return order_; }
  const std::vector<int>& rows() const { return rows_; }
  const std::vector<int>& cols() const { return cols_; }

 private:
  void check(int stages) const;
  void order_rows();
  void find_borders();
  void place_entries();

  std::vector<int> stage_, rows_, cols_;
  std::vector<int> order_, position_;
  std::vector<FrontalPlan> frontals_;
  std::vector<FrontalEntry> entries_;
};

}  // namespace tandem::sweep
