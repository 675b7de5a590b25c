#include <tandem/ocp/answers/transcribed_costs.hpp>

#include <algorithm>
#include <vector>

namespace tandem {
namespace {

/// Node states X_0 .. X_{m+1} of the lane's interval, a column each.
Eigen::MatrixXd node_states(const Played& answer, int interval) {
  const PhaseSolution& series = answer.series();
  const int inner = answer.tableau().interior_states;
  Eigen::MatrixXd nodes(series.states.rows(), inner + 2);
  nodes.col(0) = series.states.col(interval);
  if (inner > 0) nodes.middleCols(1, inner) = series.inner_states.middleCols(interval * inner, inner);
  nodes.col(inner + 1) = series.states.col(interval + 1);
  return nodes;
}

/// x_j = sum_i state_from_states(j, i) X_i + h sum_i state_from_rates(j, i) f_i, point by point.
void add_group(PhaseFlow& flow, const std::vector<int>& intervals, Eigen::VectorXd& costs) {
  const Played& answer = flow.played();
  const Tableau& tableau = answer.tableau();
  flow.choose(intervals);
  const int lanes = flow.lanes(), points = tableau.point_count();
  std::vector<Eigen::MatrixXd> nodes, rates(lanes, Eigen::MatrixXd::Zero(flow.states(), points));
  for (const int k : intervals) nodes.push_back(node_states(answer, k));
  Eigen::MatrixXd x(flow.states(), lanes);
  for (int j = 0; j < points; ++j) {
    for (int lane = 0; lane < lanes; ++lane) {
      x.col(lane) = nodes[lane] * tableau.state_from_states.row(j).transpose() +
                    answer.step(intervals[lane]) * (rates[lane] * tableau.state_from_rates.row(j).transpose());
    }
    flow.place(x, Eigen::ArrayXd::Constant(lanes, tableau.points(j)), false);
    flow.evaluate(Level::values);
    for (int lane = 0; lane < lanes; ++lane) {
      rates[lane].col(j) = flow.rates().col(lane);
      costs(intervals[lane]) += answer.step(intervals[lane]) * tableau.weights(j) * flow.running_cost(lane);
    }
  }
}

}  // namespace

Eigen::VectorXd transcribed_costs(PhaseFlow& flow) {
  const Played& answer = flow.played();
  const PhaseSolution& series = answer.series();
  const int n = answer.intervals(), inner = answer.tableau().interior_states;
  if (series.costs_are_stated) return flow.sign() * series.interval_costs;
  if (series.interval_costs.size() != n || series.inner_states.cols() != (inner > 0 ? n * inner : 0)) return {};
  Eigen::VectorXd costs = Eigen::VectorXd::Zero(n);
  for (int first = 0; first < n; first += PhaseFlow::kMostLanes) {
    std::vector<int> intervals;
    for (int k = first; k < std::min(n, first + PhaseFlow::kMostLanes); ++k) intervals.push_back(k);
    add_group(flow, intervals, costs);
  }
  return costs;
}

}  // namespace tandem
