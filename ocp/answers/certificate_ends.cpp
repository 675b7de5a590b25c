#include <tandem/ocp/answers/certificate_ends.hpp>

#include <tandem/ocp/transcription/phase_blocks.hpp>

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

}  // namespace tandem
