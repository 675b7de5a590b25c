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
  int ld = 0;           ///< rows(), padded: how far its columns are apart
  int first_entry = 0;  ///< entries()[first_entry ... last_entry - 1] are added into this frontal
  int last_entry = 0;
  int repeats = 0;  ///< how many frontals before this one have these entries

  int rows() const { return own + link + border; }
};

/// Where a triplet goes: `place` is row + col * ld in its frontal (row >= col, col < own; no pivot
/// delayed).
struct FrontalEntry {
  int piece = 0;   ///< which array of values
  int source = 0;  ///< which of it, in the first frontal that has this entry
  int stride = 0;  ///< how much further it is in each frontal after that
  int place = 0;

  int source_in(const FrontalPlan& frontal) const { return source + frontal.repeats * stride; }
};

/// The symbolic phase: a symmetric matrix whose rows stand in stages 0 ... n - 1 that couple only to themselves, to
/// the stage after and to a border, as a chain of frontals. The last frontal holds the border. O(size + triplets) to
/// make; what is kept of triplets is kept once for all frontals in a row that are alike but for where theirs stand, as
/// those of a mesh are: on long meshes next to nothing, where each was 16 bytes.
class StageChain {
 public:
  /// Rows `stage_of_row[i]` (the border's label is `stages`), triplets in either triangle; those at one place add up.
  /// Their values stand in one array, or in several of the sizes `pieces`. Refuses labels, rows and columns out of
  /// range, and triplets that couple stages that are not neighbours.
  StageChain(int stages, std::span<const int> stage_of_row, std::span<const int> rows, std::span<const int> cols,
             std::span<const int> pieces = {});

  int size() const { return static_cast<int>(order_.size()); }
  int stages() const { return static_cast<int>(frontals_.size()) - 1; }
  int triplets() const { return piece_starts_.back(); }
  int pieces() const { return static_cast<int>(piece_starts_.size()) - 1; }
  int piece_size(int piece) const { return piece_starts_[piece + 1] - piece_starts_[piece]; }
  /// One frontal a stage, then the border's.
  const std::vector<FrontalPlan>& frontals() const { return frontals_; }
  const std::vector<FrontalEntry>& entries() const { return entries_; }
  /// Rows of the matrix, frontal after frontal.
  const std::vector<int>& order() const { return order_; }

  /// Calls visit(triplet, row, col) for each triplet, frontal after frontal; of row and col the one that is eliminated
  /// later comes first.
  template <class Visit>
  void each_triplet(const Visit& visit) const;

 private:
  class Maker;

  /// Row i of a frontal, in the matrix.
  int row_of(int frontal, int i) const;

  std::vector<int> piece_starts_;  ///< the first triplet of each array of values, and the end
  std::vector<int> order_;
  std::vector<FrontalPlan> frontals_;
  std::vector<FrontalEntry> entries_;
};

template <class Visit>
void StageChain::each_triplet(const Visit& visit) const {
  for (int k = 0; k <= stages(); ++k) {
    const FrontalPlan& plan = frontals_[k];
    for (int e = plan.first_entry; e < plan.last_entry; ++e) {
      const FrontalEntry& entry = entries_[e];
      visit(piece_starts_[entry.piece] + entry.source_in(plan), row_of(k, entry.place % plan.ld),
            row_of(k, entry.place / plan.ld));
    }
  }
}

}  // namespace tandem::sweep
