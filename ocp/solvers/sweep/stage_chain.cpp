#include <tandem/ocp/solvers/sweep/stage_chain.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/solvers/sweep/lanes.hpp>

#include <algorithm>
#include <numeric>

namespace tandem::sweep {

StageChain::StageChain(int stages, std::span<const int> stage_of_row, std::span<const int> rows,
                       std::span<const int> cols)
    : stage_(stage_of_row.begin(), stage_of_row.end()),
      rows_(rows.begin(), rows.end()),
      cols_(cols.begin(), cols.end()) {
  check(stages);
  frontals_.resize(stages + 1);
  order_rows();
  find_borders();
  place_entries();
}

void StageChain::check(int stages) const {
  const int size = static_cast<int>(stage_.size());
  require(stages >= 0, "staged matrix: the number of stages, {}, is negative", stages);
  require(rows_.size() == cols_.size(), "staged matrix: there are {} rows of triplets and {} columns", rows_.size(),
          cols_.size());
  for (int i = 0; i < size; ++i) {
    require(stage_[i] >= 0 && stage_[i] <= stages, "staged matrix: row {} has the stage {}; stages go from 0 to {}", i,
            stage_[i], stages);
  }
  for (int e = 0; e < triplets(); ++e) {
    const int row = rows_[e], col = cols_[e];
    require(row >= 0 && row < size && col >= 0 && col < size,
            "staged matrix: triplet {} is at row {} and column {} of a matrix of size {}", e, row, col, size);
    const int apart = std::abs(stage_[row] - stage_[col]);
    const bool touches_border = stage_[row] == stages || stage_[col] == stages;
    require(apart <= 1 || touches_border,
            "staged matrix: row {} of stage {} is coupled to row {} of stage {}, which is not the next one", row,
            stage_[row], col, stage_[col]);
  }
}

/// Stage after stage; in a stage first the rows that the stage before couples to, so that its update lands in one
/// block; in the border by the first stage that couples to a row, so that frontals carry only what they must.
void StageChain::order_rows() {
  const int size = static_cast<int>(stage_.size()), border = stages();
  std::vector<int> rank(size, border);  // of border rows: the first stage; of others: 0 if linked, 1 if not
  for (int i = 0; i < size; ++i) {
    if (stage_[i] != border) rank[i] = 1;
  }
  for (int e = 0; e < triplets(); ++e) {
    const auto [early, late] = std::minmax({rows_[e], cols_[e]}, [&](int a, int b) { return stage_[a] < stage_[b]; });
    if (stage_[early] == stage_[late]) continue;
    rank[late] = stage_[late] == border ? std::min(rank[late], stage_[early]) : 0;
  }
  order_.resize(size);
  std::iota(order_.begin(), order_.end(), 0);
  std::stable_sort(order_.begin(), order_.end(),
                   [&](int a, int b) { return stage_[a] != stage_[b] ? stage_[a] < stage_[b] : rank[a] < rank[b]; });
  position_.resize(size);
  for (int p = 0; p < size; ++p) {
    position_[order_[p]] = p;
    FrontalPlan& frontal = frontals_[stage_[order_[p]]];
    if (frontal.own++ == 0) frontal.first_row = p;
    if (stage_[order_[p]] > 0 && stage_[order_[p]] < border && rank[order_[p]] == 0) {
      ++frontals_[stage_[order_[p]] - 1].link;
    }
  }
}

void StageChain::find_borders() {
  const int border = stages();
  for (int e = 0; e < triplets(); ++e) {
    const int late = stage_[rows_[e]] == border ? rows_[e] : cols_[e];
    const int early = late == rows_[e] ? cols_[e] : rows_[e];
    if (stage_[late] != border || stage_[early] == border) continue;
    int& reach = frontals_[stage_[early]].border;
    reach = std::max(reach, position_[late] - frontals_[border].first_row + 1);
  }
  for (int k = 1; k < border; ++k) frontals_[k].border = std::max(frontals_[k].border, frontals_[k - 1].border);
}

void StageChain::place_entries() {
  const int border = stages();
  std::vector<int> frontal_of(triplets());
  for (int e = 0; e < triplets(); ++e) {
    frontal_of[e] = std::min(stage_[rows_[e]], stage_[cols_[e]]);
    ++frontals_[frontal_of[e]].last_entry;
  }
  int next = 0;
  for (FrontalPlan& frontal : frontals_) {
    frontal.first_entry = next;
    next += frontal.last_entry;
    frontal.last_entry = frontal.first_entry;
  }
  entries_.resize(triplets());
  for (int e = 0; e < triplets(); ++e) {
    FrontalPlan& frontal = frontals_[frontal_of[e]];
    const auto place = [&](int row) {
      if (stage_[row] == frontal_of[e]) return position_[row] - frontal.first_row;
      if (stage_[row] < border) return frontal.own + position_[row] - frontals_[stage_[row]].first_row;
      return frontal.own + frontal.link + position_[row] - frontals_[border].first_row;
    };
    const auto [col, row] = std::minmax({place(rows_[e]), place(cols_[e])});
    entries_[frontal.last_entry++] = {e, row + col * padded(frontal.rows())};
  }
}

}  // namespace tandem::sweep
