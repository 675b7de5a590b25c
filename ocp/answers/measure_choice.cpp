#include <tandem/ocp/answers/measure_choice.hpp>

#include <algorithm>
#include <array>
#include <iterator>
#include <limits>
#include <map>
#include <utility>

namespace tandem {
namespace {

constexpr double kNegligiblePush = 1e-9;  // of the objective's scale
constexpr int kStretchOfChoices = 1024;   // intervals, or as many as it takes to a knot without a choice

/// The measures that knot k may have, atoms first.
std::vector<Measure> measures_at(const PlayedCostates& costates, int knot, const Eigen::VectorXd& state_scales,
                                 double scale) {
  const double push = costates.pushes().col(knot).cwiseAbs().dot(state_scales);
  if (!(push > kNegligiblePush * scale)) return {Measure::atom};
  return {Measure::atom, Measure::share, Measure::before, Measure::after};
}

/// What the intervals beside a knot see of its measure.
Measure seen_from_right(Measure measure) { return measure == Measure::before ? Measure::atom : measure; }
Measure seen_from_left(Measure measure) { return measure == Measure::after ? Measure::atom : measure; }

using Ways = std::map<std::pair<Measure, Measure>, CostateResult>;  // of one interval, by its ends

/// The chosen ways, stretch by stretch.
class MeasureChooser {
 public:
  MeasureChooser(PlayedCostates& costates, const Played& answer, double scale)
      : costates_(costates), n_(answer.intervals()), scale_(scale), state_scales_(answer.state_scales()) {}

  ChosenCostates choose() {
    for (int first = 0; first < n_;) {
      const int end = end_of_stretch(first);
      choose(first, end);
      first = end;
    }
    return std::move(chosen_);
  }

 private:
  std::vector<Measure> measures_at(int knot) const {
    return tandem::measures_at(costates_, knot, state_scales_, scale_);
  }

  /// The next knot at which there is nothing to choose.
  int end_of_stretch(int first) const {
    int end = std::min(n_, first + kStretchOfChoices);
    while (end < n_ && measures_at(end).size() > 1) ++end;
    return end;
  }

  void choose(int first, int end) {
    std::vector<std::vector<Measure>> measures;
    for (int k = first; k <= end; ++k) measures.push_back(measures_at(k));
    std::vector<Ways> ways = run(first, measures);
    const std::vector<Measure> best = best_measures(measures, ways);
    for (int k = first; k < end; ++k) {
      const int i = k - first;
      take(k, std::move(ways[i].at({seen_from_right(best[i]), seen_from_left(best[i + 1])})));
    }
  }

  /// Every interval under all ways of placing the measures at its ends.
  std::vector<Ways> run(int first, const std::vector<std::vector<Measure>>& measures) {
    std::vector<CostateTask> tasks;
    for (int i = 0; i + 1 < std::ssize(measures); ++i) {
      for (const Measure left : measures[i]) {
        if (seen_from_right(left) != left) continue;
        for (const Measure right : measures[i + 1]) {
          if (seen_from_left(right) == right) tasks.push_back({first + i, left, right});
        }
      }
    }
    std::vector<CostateResult> found = costates_.run(tasks);
    std::vector<Ways> ways(measures.size() - 1);
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      ways[tasks[i].interval - first].emplace(std::pair{tasks[i].left, tasks[i].right}, std::move(found[i]));
    }
    return ways;
  }

  /// Least excess up to each knot with each of its measures, and the measure of the knot before.
  static std::vector<Measure> best_measures(const std::vector<std::vector<Measure>>& measures,
                                            const std::vector<Ways>& ways) {
    constexpr double kInfinite = std::numeric_limits<double>::infinity();
    const std::size_t n = ways.size();
    std::vector<std::array<double, 4>> least(n + 1, {kInfinite, kInfinite, kInfinite, kInfinite});
    std::vector<std::array<Measure, 4>> before(n + 1, {Measure::atom, Measure::atom, Measure::atom, Measure::atom});
    least[0][0] = 0.0;
    for (std::size_t k = 0; k < n; ++k) {
      for (const Measure right : measures[k + 1]) {
        for (const Measure left : measures[k]) {
          const CostateResult& way = ways[k].at({seen_from_right(left), seen_from_left(right)});
          const double sum = least[k][static_cast<int>(left)] + (way.total() < kInfinite ? way.total() : 1e300);
          double& best = least[k + 1][static_cast<int>(right)];
          if (!(sum < best)) continue;
          best = sum;
          before[k + 1][static_cast<int>(right)] = left;
        }
      }
    }
    std::vector<Measure> best(n + 1, Measure::atom);
    for (std::size_t k = n; k > 0; --k) best[k - 1] = before[k][static_cast<int>(best[k])];
    return best;
  }

  void take(int k, CostateResult way) {
    if (k == 0) make_room(way);
    chosen_.affine.col(k) = way.affine;
    chosen_.curved(k) = way.curved;
    chosen_.miss.col(k) = way.miss;
    chosen_.switching.col(k) = way.switching;
    std::move(way.switches.begin(), way.switches.end(), std::back_inserter(chosen_.switches));
  }

  void make_room(const CostateResult& way) {
    chosen_.affine.resize(way.affine.size(), n_);
    chosen_.curved.resize(n_);
    chosen_.miss.resize(way.miss.size(), n_);
    chosen_.switching.resize(way.switching.size(), n_);
  }

  PlayedCostates& costates_;
  int n_;
  double scale_;
  Eigen::VectorXd state_scales_;
  ChosenCostates chosen_;
};

}  // namespace

ChosenCostates choose_measures(PlayedCostates& costates, const Played& answer, double objective_scale) {
  return MeasureChooser(costates, answer, objective_scale).choose();
}

}  // namespace tandem
