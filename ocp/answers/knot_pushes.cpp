#include <tandem/ocp/answers/knot_pushes.hpp>

#include <vector>

namespace tandem {
namespace {

/// h w_j c_x' mu of a knot's path constraints: the share of one of its intervals.
void add_path_push(PhaseFlow& flow, int k, int point, KnotPushes& pushes) {
  const Played& answer = flow.played();
  const PhaseSolution& series = answer.series();
  const Tableau& tableau = answer.tableau();
  const bool at_left = point == tableau.left_point;
  const int knot = at_left ? k : k + 1;
  flow.choose(std::vector<int>{k});
  flow.place(series.states.col(knot), Eigen::ArrayXd::Constant(1, at_left ? 0.0 : 1.0));
  flow.evaluate(Level::jacobian);
  for (int row = 0; row < flow.outputs().paths; ++row) {
    const double mass =
        answer.step(k) * tableau.weights(point) * series.path_multipliers(row, k * tableau.point_count() + point);
    const Eigen::VectorXd push = mass * flow.path_by_state(0, row).transpose();
    if (flow.path_kind(row) == PathKind::of_states) {
      pushes.by_paths.col(knot) += push;
    } else {
      (at_left ? pushes.left_shift : pushes.right_shift).col(k) += push;
    }
  }
}

}  // namespace

KnotPushes find_knot_pushes(PhaseFlow& flow) {
  const Played& answer = flow.played();
  const int n = answer.intervals(), nx = flow.states();
  const PhaseSolution& series = answer.series();
  const Tableau& tableau = answer.tableau();
  KnotPushes pushes;
  pushes.all = series.costates_before - series.costates;
  pushes.all.col(0).setZero();
  pushes.all.col(n).setZero();
  if (flow.outputs().paths == 0) return pushes;
  pushes.left_shift.setZero(nx, n);
  pushes.right_shift.setZero(nx, n);
  pushes.by_paths.setZero(nx, n + 1);
  if (tableau.discrete) return pushes;
  for (int k = 0; k < n; ++k) {
    for (const int point : {tableau.left_point, tableau.right_point}) {
      if (point >= 0) add_path_push(flow, k, point, pushes);
    }
  }
  for (int k = 1; k < n; ++k) pushes.all.col(k) -= pushes.left_shift.col(k) + pushes.right_shift.col(k - 1);
  pushes.by_paths.col(0).setZero();
  pushes.by_paths.col(n).setZero();
  return pushes;
}

}  // namespace tandem
