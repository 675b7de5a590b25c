#include <tandem/ocp/measure_choice.hpp>

#include <array>
#include <limits>
#include <map>
#include <utility>

namespace tandem {
namespace {

constexpr double kNegligiblePush = 1e-9;  // of the objective's scale

/// The measures that knot k may have, atoms first.
std::vector<Measure> measures_at(const PlayedCostates& costates, const Played& answer, int knot,
                                 const Eigen::VectorXd& state_scales, double scale) {
  const double push = costates.pushes().col(knot).cwiseAbs().dot(state_scales);
  if (!(push > kNegligiblePush * scale)) return {Measure::atom};
  if (answer.tableau().name == "radau") return {Measure::atom, Measure::share, Measure::whole};
  return {Measure::atom, Measure::share};
}

/// What the interval to the right of a knot sees of its measure.
Measure seen_from_right(Measure measure) { return measure == Measure::share ? Measure::share : Measure::atom; }

using Ways = std::map<std::pair<Measure, Measure>, CostateResult>;  // of one interval, by its ends

}  // namespace

std::vector<CostateResult> choose_measures(PlayedCostates& costates, const Played& answer, double objective_scale) {
  const int n = answer.intervals();
  std::vector<std::vector<Measure>> measures;
  const Eigen::VectorXd state_scales = answer.state_scales();
  for (int k = 0; k <= n; ++k) {
    measures.push_back(measures_at(costates, answer, k, state_scales, objective_scale));
  }
  std::vector<CostateTask> tasks;
  for (int k = 0; k < n; ++k) {
    std::vector<Measure> lefts{Measure::atom};
    for (const Measure left : measures[k]) {
      if (left == Measure::share) lefts.push_back(left);
    }
    for (const Measure left : lefts) {
      for (const Measure right : measures[k + 1]) tasks.push_back({k, left, right});
    }
  }
  std::vector<CostateResult> found = costates.run(tasks);
  std::vector<Ways> ways(n);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    ways[tasks[i].interval].emplace(std::pair{tasks[i].left, tasks[i].right}, std::move(found[i]));
  }

  // least excess up to knot k with each of its measures, and the measure of the knot before
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  std::vector<std::array<double, 3>> least(n + 1, {kInfinite, kInfinite, kInfinite});
  std::vector<std::array<Measure, 3>> before(n + 1, {Measure::atom, Measure::atom, Measure::atom});
  least[0][0] = 0.0;
  for (int k = 0; k < n; ++k) {
    for (const Measure right : measures[k + 1]) {
      for (const Measure left : measures[k]) {
        const CostateResult& way = ways[k].at({seen_from_right(left), right});
        const double sum = least[k][static_cast<int>(left)] + (way.total() < kInfinite ? way.total() : 1e300);
        double& best = least[k + 1][static_cast<int>(right)];
        if (!(sum < best)) continue;
        best = sum;
        before[k + 1][static_cast<int>(right)] = left;
      }
    }
  }
  std::vector<CostateResult> chosen(n);
  Measure right = Measure::atom;
  for (int k = n; k > 0; --k) {
    const Measure left = before[k][static_cast<int>(right)];
    chosen[k - 1] = std::move(ways[k - 1].at({seen_from_right(left), right}));
    right = left;
  }
  return chosen;
}

}  // namespace tandem
