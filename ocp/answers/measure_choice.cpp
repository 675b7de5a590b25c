#include <tandem/ocp/answers/measure_choice.hpp>

#include <array>
#include <limits>
#include <map>
#include <utility>

namespace tandem {
namespace {

constexpr double kNegligiblePush = 1e-9;  // of the objective's scale

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

}  // namespace

std::vector<CostateResult> choose_measures(PlayedCostates& costates, const Played& answer, double objective_scale) {
  const int n = answer.intervals();
  std::vector<std::vector<Measure>> measures;
  const Eigen::VectorXd state_scales = answer.state_scales();
  for (int k = 0; k <= n; ++k) {
    measures.push_back(measures_at(costates, k, state_scales, objective_scale));
  }
  std::vector<CostateTask> tasks;
  for (int k = 0; k < n; ++k) {
    for (const Measure left : measures[k]) {
      if (seen_from_right(left) != left) continue;
      for (const Measure right : measures[k + 1]) {
        if (seen_from_left(right) == right) tasks.push_back({k, left, right});
      }
    }
  }
  std::vector<CostateResult> found = costates.run(tasks);
  std::vector<Ways> ways(n);
  for (std::size_t i = 0; i < tasks.size(); ++i) {
    ways[tasks[i].interval].emplace(std::pair{tasks[i].left, tasks[i].right}, std::move(found[i]));
  }

  // least excess up to knot k with each of its measures, and the measure of the knot before
  constexpr double kInfinite = std::numeric_limits<double>::infinity();
  std::vector<std::array<double, 4>> least(n + 1, {kInfinite, kInfinite, kInfinite, kInfinite});
  std::vector<std::array<Measure, 4>> before(n + 1, {Measure::atom, Measure::atom, Measure::atom, Measure::atom});
  least[0][0] = 0.0;
  for (int k = 0; k < n; ++k) {
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
  std::vector<CostateResult> chosen(n);
  Measure right = Measure::atom;
  for (int k = n; k > 0; --k) {
    const Measure left = before[k][static_cast<int>(right)];
    chosen[k - 1] = std::move(ways[k - 1].at({seen_from_right(left), seen_from_left(right)}));
    right = left;
  }
  return chosen;
}

}  // namespace tandem
