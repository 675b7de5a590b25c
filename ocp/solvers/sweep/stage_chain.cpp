#include <tandem/ocp/solvers/sweep/stage_chain.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/solvers/sweep/lanes.hpp>

#include <algorithm>
#include <numeric>

namespace tandem::sweep {

/// Makes a chain; what only the making needs goes with it.
class StageChain::Maker {
 public:
  Maker(StageChain& chain, int stages, std::span<const int> stage_of_row, std::span<const int> rows,
        std::span<const int> cols)
      : chain_(chain), stages_(stages), stage_(stage_of_row), rows_(rows), cols_(cols) {}

  void make() {
    check();
    chain_.frontals_.resize(stages_ + 1);
    order_rows();
    find_borders();
    for (FrontalPlan& frontal : chain_.frontals_) frontal.ld = padded(frontal.rows());
    place_entries();
  }

 private:
  int size() const { return static_cast<int>(stage_.size()); }
  int triplets() const { return static_cast<int>(rows_.size()); }

  void check() const;
  void order_rows();
  void find_borders();
  void place_entries();
  int frontal_of(int triplet) const { return std::min(stage_[rows_[triplet]], stage_[cols_[triplet]]); }
  int place_of(int triplet, const FrontalPlan& frontal) const;
  FrontalEntry entry_of(int triplet, const FrontalPlan& frontal) const;
  bool goes_on(int k, std::span<const int> triplets_of_k);

  StageChain& chain_;
  int stages_;
  std::span<const int> stage_, rows_, cols_;
  std::vector<int> position_;  ///< of each row in the chain's order
};

StageChain::StageChain(int stages, std::span<const int> stage_of_row, std::span<const int> rows,
                       std::span<const int> cols, std::span<const int> pieces)
    : piece_starts_{0} {
  const int all = static_cast<int>(rows.size());
  for (const int size : pieces) piece_starts_.push_back(piece_starts_.back() + size);
  if (pieces.empty()) piece_starts_.push_back(all);
  require(piece_starts_.back() == all, "staged matrix: there are {} rows of triplets and room for {} values", all,
          piece_starts_.back());
  Maker(*this, stages, stage_of_row, rows, cols).make();
}

int StageChain::row_of(int frontal, int i) const {
  const FrontalPlan& plan = frontals_[frontal];
  if (i < plan.own) return order_[plan.first_row + i];
  if (i < plan.own + plan.link) return order_[frontals_[frontal + 1].first_row + i - plan.own];
  return order_[frontals_.back().first_row + i - plan.own - plan.link];
}

void StageChain::Maker::check() const {
  require(stages_ >= 0, "staged matrix: the number of stages, {}, is negative", stages_);
  require(rows_.size() == cols_.size(), "staged matrix: there are {} rows of triplets and {} columns", rows_.size(),
          cols_.size());
  for (int i = 0; i < size(); ++i) {
    require(stage_[i] >= 0 && stage_[i] <= stages_, "staged matrix: row {} has the stage {}; stages go from 0 to {}", i,
            stage_[i], stages_);
  }
  for (int e = 0; e < triplets(); ++e) {
    const int row = rows_[e], col = cols_[e];
    require(row >= 0 && row < size() && col >= 0 && col < size(),
            "staged matrix: triplet {} is at row {} and column {} of a matrix of size {}", e, row, col, size());
    const int apart = std::abs(stage_[row] - stage_[col]);
    const bool touches_border = stage_[row] == stages_ || stage_[col] == stages_;
    require(apart <= 1 || touches_border,
            "staged matrix: row {} of stage {} is coupled to row {} of stage {}, which is not the next one", row,
            stage_[row], col, stage_[col]);
  }
}

/// Stage after stage; in a stage first the rows that the stage before couples to, so that its update lands in one
/// block; in the border by the first stage that couples to a row, so that frontals carry only what they must.
void StageChain::Maker::order_rows() {
  const int border = stages_;
  std::vector<int> rank(size(), border);  // of border rows: the first stage; of others: 0 if linked, 1 if not
  for (int i = 0; i < size(); ++i) {
    if (stage_[i] != border) rank[i] = 1;
  }
  for (int e = 0; e < triplets(); ++e) {
    const auto [early, late] = std::minmax({rows_[e], cols_[e]}, [&](int a, int b) { return stage_[a] < stage_[b]; });
    if (stage_[early] == stage_[late]) continue;
    rank[late] = stage_[late] == border ? std::min(rank[late], stage_[early]) : 0;
  }
  std::vector<int>& order = chain_.order_;
  order.resize(size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](int a, int b) { return stage_[a] != stage_[b] ? stage_[a] < stage_[b] : rank[a] < rank[b]; });
  position_.resize(size());
  for (int p = 0; p < size(); ++p) {
    const int stage = stage_[order[p]];
    position_[order[p]] = p;
    FrontalPlan& frontal = chain_.frontals_[stage];
    if (frontal.own++ == 0) frontal.first_row = p;
    if (stage > 0 && stage < border && rank[order[p]] == 0) ++chain_.frontals_[stage - 1].link;
  }
}

void StageChain::Maker::find_borders() {
  const int border = stages_;
  std::vector<FrontalPlan>& frontals = chain_.frontals_;
  for (int e = 0; e < triplets(); ++e) {
    const int late = stage_[rows_[e]] == border ? rows_[e] : cols_[e];
    const int early = late == rows_[e] ? cols_[e] : rows_[e];
    if (stage_[late] != border || stage_[early] == border) continue;
    int& reach = frontals[stage_[early]].border;
    reach = std::max(reach, position_[late] - frontals[border].first_row + 1);
  }
  for (int k = 1; k < border; ++k) frontals[k].border = std::max(frontals[k].border, frontals[k - 1].border);
}

/// Triplets frontal after frontal, each frontal's in their own order (a counting sort).
void StageChain::Maker::place_entries() {
  std::vector<int> starts(stages_ + 2, 0), sorted(triplets());
  for (int e = 0; e < triplets(); ++e) ++starts[frontal_of(e) + 1];
  std::partial_sum(starts.begin(), starts.end(), starts.begin());
  std::vector<int> next(starts.begin(), starts.end() - 1);
  for (int e = 0; e < triplets(); ++e) sorted[next[frontal_of(e)]++] = e;
  for (int k = 0; k <= stages_; ++k) {
    const std::span<const int> own = std::span(sorted).subspan(starts[k], starts[k + 1] - starts[k]);
    if (goes_on(k, own)) continue;
    FrontalPlan& frontal = chain_.frontals_[k];
    frontal.first_entry = static_cast<int>(chain_.entries_.size());
    for (const int e : own) chain_.entries_.push_back(entry_of(e, frontal));
    frontal.last_entry = static_cast<int>(chain_.entries_.size());
  }
}

FrontalEntry StageChain::Maker::entry_of(int triplet, const FrontalPlan& frontal) const {
  const std::vector<int>& starts = chain_.piece_starts_;
  const int piece = static_cast<int>(std::upper_bound(starts.begin(), starts.end() - 1, triplet) - starts.begin()) - 1;
  return {piece, triplet - starts[piece], 0, place_of(triplet, frontal)};
}

/// Row and column of a triplet in its frontal.
int StageChain::Maker::place_of(int triplet, const FrontalPlan& frontal) const {
  const int stage = frontal_of(triplet);
  const auto place = [&](int row) {
    if (stage_[row] == stage) return position_[row] - frontal.first_row;
    if (stage_[row] < stages_) return frontal.own + position_[row] - chain_.frontals_[stage_[row]].first_row;
    return frontal.own + frontal.link + position_[row] - chain_.frontals_[stages_].first_row;
  };
  const auto [col, row] = std::minmax({place(rows_[triplet]), place(cols_[triplet])});
  return row + col * frontal.ld;
}

/// Whether frontal k has the entries of the one before it, only further on: the first one after a new run says by how
/// much.
bool StageChain::Maker::goes_on(int k, std::span<const int> own) {
  if (k == 0) return false;
  const FrontalPlan& before = chain_.frontals_[k - 1];
  FrontalPlan& frontal = chain_.frontals_[k];
  const int count = static_cast<int>(own.size());
  if (count != before.last_entry - before.first_entry || frontal.ld != before.ld) return false;
  const std::span<FrontalEntry> entries(chain_.entries_.data() + before.first_entry, count);
  for (int i = 0; i < count; ++i) {
    const FrontalEntry entry = entry_of(own[i], frontal);
    if (entry.piece != entries[i].piece || entry.place != entries[i].place) return false;
    if (before.repeats > 0 && entry.source - entries[i].source_in(before) != entries[i].stride) return false;
  }
  for (int i = 0; i < count && before.repeats == 0; ++i) {
    entries[i].stride = entry_of(own[i], frontal).source - entries[i].source;
  }
  frontal.first_entry = before.first_entry;
  frontal.last_entry = before.last_entry;
  frontal.repeats = before.repeats + 1;
  return true;
}

}  // namespace tandem::sweep
