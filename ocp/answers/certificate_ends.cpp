#include <tandem/ocp/answers/certificate_ends.hpp>

#include <tandem/ocp/answers/certificate_checks.hpp>
#include <tandem/ocp/transcription/phase_blocks.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>

namespace tandem {

EndFunctions::EndFunctions(const Played& played, const std::vector<int>& design_numbers) {
  const Phase& phase = played.phase();
  const std::vector<double> numbers(played.numbers().begin(), played.numbers().end());
  const KnotBlocks blocks = blocks_at_end(phase, numbers, design_numbers);
  const int nx = phase.state_count, constraints = static_cast<int>(phase.end_constraints.size());
  costs_ = phase.end_cost ? 1 : 0;
  inputs_ = blocks.inputs();
  sizes_.setZero(constraints);
  if (blocks.blocks.empty()) return;
  const auto function = make_knot_function(blocks, "tape");
  batch_.resize(function->inputs(), function->outputs(), 1);
  batch_.inputs.col(0).head(nx + 1) << played.series().states.col(played.intervals()), played.end();
  for (std::size_t i = 0; i < design_numbers.size(); ++i) {
    batch_.inputs(nx + 1 + static_cast<int>(i), 0) = numbers[design_numbers[i]];
  }
  function->evaluate(batch_, 0, 1, Level::jacobian);
  Eigen::VectorXd reach(nx + 1);
  reach << played.state_scales(), played.end() - played.start();
  for (int i = 0; i < constraints; ++i) {
    const Range& bounds = phase.end_constraints[i].bounds;
    double size = batch_.jacobian(0).row(costs_ + i).head(nx + 1).cwiseAbs().dot(reach);
    for (const double bound : {bounds.lower.at(numbers), bounds.upper.at(numbers)}) {
      if (std::isfinite(bound)) size = std::max(size, std::abs(bound));
    }
    sizes_(i) = std::max(size, 1e-300);
  }
}

Eigen::VectorXd EndFunctions::gradient(double cost_weight, const Eigen::VectorXd& weights) const {
  Eigen::VectorXd sum = Eigen::VectorXd::Zero(inputs_);
  if (batch_.knots() == 0) return sum;
  const auto jacobian = batch_.jacobian(0);
  if (costs_ > 0) sum += cost_weight * jacobian.row(0).transpose();
  return sum + jacobian.bottomRows(weights.size()).transpose() * weights;
}

void see_end_misses(const Problem& problem, const Solution& solution, int phase, EndMisses& misses) {
  const Played played(problem, solution, phase);
  const Phase& stated = played.phase();
  const PhaseSolution& series = played.series();
  const Eigen::VectorXd sizes = played.state_scales();
  const int last = played.intervals();
  const std::string prefix = phase_prefix(problem, phase);
  for (int i = 0; i < stated.state_count; ++i) {
    const State& state = stated.states[i];
    const auto see = [&](const std::optional<Range>& given, double value, double costate, const char* where) {
      if (!given) return;
      misses.see(outside(value, *given, played.numbers()), costate, sizes(i),
                 [&] { return fmt::format("{}the {} of state '{}', missed", prefix, where, state.name); });
    };
    see(state.start, series.states(i, 0), series.costates(i, 0), "start");
    see(state.end, series.states(i, last), series.costates_before(i, last), "end");
  }
  if (stated.end_constraints.empty()) return;
  const EndFunctions ends(played, {});
  for (int i = 0; i < std::ssize(stated.end_constraints); ++i) {
    const Constraint& constraint = stated.end_constraints[i];
    misses.see(outside(ends.constraint(i), constraint.bounds, played.numbers()),
               solution.multiplier(stated.name + "/end/" + constraint.name), ends.constraint_size(i),
               [&] { return fmt::format("{}end constraint '{}', missed", prefix, constraint.name); });
  }
}

}  // namespace tandem
