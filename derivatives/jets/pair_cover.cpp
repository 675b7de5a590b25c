#include <tandem/derivatives/jets/pair_cover.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <utility>

namespace tandem {
namespace {

using Inputs = std::vector<int>;

class Cover {
 public:
  explicit Cover(const BoolMatrix& pattern) : missing_(pattern) {}

  bool is_complete() const { return !missing_.any(); }

  /// A set of at most `size` inputs, each of which adds as many missing entries as one can.
  Inputs grown(int size) const {
    Inputs set;
    while (static_cast<int>(set.size()) < size) {
      int best = -1;
      std::pair<int, int> most{0, 0};
      for (int i = 0; i < missing_.cols(); ++i) {
        if (std::find(set.begin(), set.end(), i) != set.end()) continue;
        // Among those that add nothing yet, a pair may: the input with most entries opens it.
        const std::pair<int, int> gain{added_by(i, set), static_cast<int>(missing_.col(i).count())};
        if (gain > most) most = gain, best = i;
      }
      if (best < 0) break;
      set.push_back(best);
    }
    if (!set.empty() && added_by(set.back(), Inputs(set.begin(), set.end() - 1)) == 0) set.pop_back();
    return set;
  }

  /// Entries of a triangle.
  int covered_by(const Inputs& set) const {
    int sum = 0;
    for (std::size_t i = 0; i < set.size(); ++i) sum += added_by(set[i], Inputs(set.begin(), set.begin() + i));
    return sum;
  }

  void take(const Inputs& set) {
    for (const int i : set) {
      for (const int j : set) missing_(i, j) = false;
    }
  }

 private:
  int added_by(int input, const Inputs& set) const {
    int sum = missing_(input, input) ? 1 : 0;
    for (const int other : set) sum += missing_(input, other) ? 1 : 0;
    return sum;
  }

  BoolMatrix missing_;
};

}  // namespace

std::vector<Inputs> cover_pairs(const BoolMatrix& pattern, const std::vector<int>& sizes,
                                const std::function<double(const Inputs&)>& cost) {
  Cover cover(pattern);
  std::vector<Inputs> sets;
  while (!cover.is_complete()) {
    Inputs best;
    double best_rate = 0.0;
    for (const int size : sizes) {
      const Inputs set = cover.grown(size);
      const double rate = cover.covered_by(set) / cost(set);
      if (rate > best_rate) best_rate = rate, best = set;
    }
    require(!best.empty(), "a cover of pairs needs sets of two inputs that have a cost");
    cover.take(best);
    std::sort(best.begin(), best.end());
    sets.push_back(std::move(best));
  }
  return sets;
}

}  // namespace tandem
