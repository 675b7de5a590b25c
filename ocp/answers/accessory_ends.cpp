#include <tandem/ocp/answers/accessory_ends.hpp>

#include <tandem/ocp/transcription/phase_blocks.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

/// Values, Jacobian and contracted Hessian of [end cost; end constraints] by y.
struct EndRows {
  Eigen::VectorXd constraints;
  Eigen::VectorXd cost_slopes;        ///< with all multipliers
  Eigen::MatrixXd constraint_slopes;  ///< constraints x y
  Eigen::MatrixXd curvature;
};

/// d[x; t; numbers] / dy.
Eigen::MatrixXd end_tangent(const AccessoryStates& states) {
  const int nx = states.states, count = static_cast<int>(states.numbers.size());
  Eigen::MatrixXd tangent = Eigen::MatrixXd::Zero(nx + 1 + count, states.size());
  tangent.topLeftCorner(nx, nx).setIdentity();
  if (states.end_time) tangent(nx, states.number_row() - 1) = 1.0;
  tangent.bottomRightCorner(count, count).setIdentity();
  return tangent;
}

EndRows end_functions(const Problem& problem, const Solution& solution, const Played& played,
                           const AccessoryStates& states) {
  const Phase& phase = played.phase();
  const std::vector<double> numbers(played.numbers().begin(), played.numbers().end());
  const int nx = states.states, last = played.intervals();
  const KnotBlocks blocks = blocks_at_end(phase, numbers, states.numbers);
  EndRows end{Eigen::VectorXd(), Eigen::VectorXd::Zero(states.size()), Eigen::MatrixXd(),
                   Eigen::MatrixXd::Zero(states.size(), states.size())};
  if (blocks.blocks.empty()) return end;
  const auto function = make_knot_function(blocks, kDefaultPlug);
  function->require_level(Level::hessian);
  KnotBatch batch;
  batch.resize(function->inputs(), function->outputs(), 1);
  batch.inputs.col(0).head(nx + 1) << played.series().states.col(last), played.series().time(last);
  for (std::size_t i = 0; i < states.numbers.size(); ++i) {
    batch.inputs(nx + 1 + static_cast<int>(i), 0) = numbers[states.numbers[i]];
  }
  const int costs = phase.end_cost ? 1 : 0, constraints = function->outputs() - costs;
  if (costs > 0) batch.weights(0, 0) = problem.is_maximised() ? -1.0 : 1.0;
  for (int i = 0; i < constraints; ++i) {
    batch.weights(costs + i, 0) = solution.multiplier(phase.name + "/end/" + phase.end_constraints[i].name);
  }
  function->evaluate(batch, 0, 1, Level::hessian);
  const Eigen::MatrixXd tangent = end_tangent(states), slopes = batch.jacobian(0) * tangent;
  end.constraints = batch.values.col(0).tail(constraints);
  end.cost_slopes = slopes.transpose() * batch.weights.col(0);
  end.constraint_slopes = slopes.bottomRows(constraints);
  end.curvature = tangent.transpose() * batch.hessian(0) * tangent;
  return end;
}

}  // namespace

void fill_ends(const Problem& problem, const Solution& solution, const Played& played, const AccessoryStates& states,
               AccessoryProblem& accessory) {
  const Phase& phase = played.phase();
  const PhaseSolution& series = played.series();
  const EndRows end = end_functions(problem, solution, played, states);
  const Eigen::VectorXd sizes = push_sizes(series);
  const int n = states.size(), last = played.intervals();
  std::vector<Eigen::RowVectorXd> rows;
  accessory.free_at_start.assign(n, false);
  std::fill(accessory.free_at_start.begin() + states.parameter_row(), accessory.free_at_start.end(), true);
  for (int i = 0; i < states.states; ++i) {
    const State& state = phase.states[i];
    const double size = std::max(sizes(i), std::abs(end.cost_slopes(i)));
    accessory.free_at_start[i] = !is_held(series.states(i, 0), end_range(state.bounds, state.start), played.numbers(),
                                          -series.costates(i, 0), size);
    // lambda(tf) = d(end cost + multipliers' end constraints)/dx + push
    const double push = series.costates_before(i, last) - end.cost_slopes(i);
    if (is_held(series.states(i, last), end_range(state.bounds, state.end), played.numbers(), push, size)) {
      rows.emplace_back(Eigen::RowVectorXd::Unit(n, i));
    }
  }
  for (int i = states.states; i < states.parameter_row(); ++i) rows.emplace_back(Eigen::RowVectorXd::Unit(n, i));
  for (int i = 0; i < end.constraints.size(); ++i) {
    const Constraint& constraint = phase.end_constraints[i];
    const double multiplier = solution.multiplier(phase.name + "/end/" + constraint.name);
    const double size = std::max(1.0, std::abs(solution.objective)) / std::max(1.0, std::abs(end.constraints(i)));
    if (is_held(end.constraints(i), constraint.bounds, played.numbers(), multiplier, size)) {
      rows.emplace_back(end.constraint_slopes.row(i));
    }
  }
  accessory.end_rows.resize(static_cast<Eigen::Index>(rows.size()), n);
  for (std::size_t i = 0; i < rows.size(); ++i) accessory.end_rows.row(static_cast<Eigen::Index>(i)) = rows[i];
  accessory.end_curvature = end.curvature;
}

}  // namespace tandem
