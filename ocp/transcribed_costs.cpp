#include <tandem/ocp/transcribed_costs.hpp>

namespace tandem {
namespace {

/// Node states of one interval, a column each.
Eigen::MatrixXd node_states(const Played& answer, int k) {
  const int inner = answer.tableau().interior_states;
  Eigen::MatrixXd nodes(answer.series().states.rows(), inner + 2);
  nodes.col(0) = answer.series().states.col(k);
  if (inner > 0) nodes.middleCols(1, inner) = answer.series().inner_states.middleCols(k * inner, inner);
  nodes.col(inner + 1) = answer.series().states.col(k + 1);
  return nodes;
}

double transcribed_cost(const Played& answer, int k) {
  const Tableau& tableau = answer.tableau();
  const double h = answer.step(k);
  const Eigen::MatrixXd nodes = node_states(answer, k);
  Eigen::MatrixXd rates = Eigen::MatrixXd::Zero(nodes.rows(), tableau.point_count());
  double sum = 0.0;
  for (int j = 0; j < tableau.point_count(); ++j) {
    // x_j = sum_i state_from_states(j, i) X_i + h sum_i state_from_rates(j, i) f_i
    const Eigen::VectorXd x = nodes * tableau.state_from_states.row(j).transpose() +
                              h * (rates * tableau.state_from_rates.row(j).transpose());
    const Eigen::VectorXd u = answer.control(k, tableau.points(j));
    const double t = answer.time(k, tableau.points(j));
    if (tableau.state_from_rates.col(j).any()) rates.col(j) = answer.rates(x, u, t);
    sum += h * tableau.weights(j) * answer.value(answer.phase().running_cost, x, u, t);
  }
  return sum;
}

}  // namespace

Eigen::VectorXd transcribed_costs(const Played& answer) {
  const int n = answer.intervals(), inner = answer.tableau().interior_states;
  if (!answer.phase().running_cost) return Eigen::VectorXd::Zero(n);
  if (answer.tableau().velocities_ahead || answer.series().inner_states.cols() != n * inner) {
    return answer.series().interval_costs;
  }
  Eigen::VectorXd costs(n);
  for (int k = 0; k < n; ++k) costs(k) = transcribed_cost(answer, k);
  return costs;
}

}  // namespace tandem
