#include <tandem/ocp/ddp/optimality.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::ddp {
namespace {

/// How far a step against the gradient goes within the box: 0 where the gradient is, or where a bound holds.
double within(double gradient, double lower, double upper) {
  return std::abs(std::clamp(-gradient, std::min(lower, 0.0), std::max(upper, 0.0)));
}

double largest(const Eigen::Ref<const Eigen::VectorXd>& values) {
  return values.size() == 0 ? 0.0 : values.cwiseAbs().maxCoeff();
}

}  // namespace

Optimality::Optimality(const LqProblem& shape) : by_state_(shape.states()), by_control_(shape.controls()) {}

Residuals Optimality::measure(const LqProblem& problem, const Duals& duals) {
  Residuals found;
  double most = 0.0;
  for (int k = 0; k < problem.steps(); ++k) see_step(problem, duals, k, most);
  const int last = problem.steps();
  by_state_ = problem.q - duals.costates.col(last);
  by_state_.noalias() += problem.E.transpose() * duals.end;
  most = std::max(most, largest(by_state_));
  const double size = std::max({1.0, duals.costates.cwiseAbs().maxCoeff(), largest(duals.end)});
  found.stationarity = most / size;
  for (int k = 0; k < problem.steps(); ++k) {
    for (int i = 0; i < problem.states(); ++i) {
      const double gap = std::abs(problem.stages[k].c(i));
      if (gap > found.gap) {
        found.gap = gap;
        found.gap_step = k;
        found.gap_state = i;
      }
    }
  }
  for (int i = 0; i < problem.end_rows(); ++i) {
    if (std::abs(problem.e(i)) > found.end) {
      found.end = std::abs(problem.e(i));
      found.end_row = i;
    }
  }
  return found;
}

void Optimality::see_step(const LqProblem& problem, const Duals& duals, int k, double& most) {
  const LqStage& lq = problem.stages[k];
  const auto next = duals.costates.col(k + 1);
  by_state_ = lq.q - duals.costates.col(k);
  by_state_.noalias() += lq.A.transpose() * next;
  most = std::max(most, largest(by_state_));
  by_control_ = lq.r;
  by_control_.noalias() += lq.B.transpose() * next;
  for (int i = 0; i < by_control_.size(); ++i) {
    most = std::max(most, within(by_control_(i), lq.lower(i), lq.upper(i)));
  }
  for (int i = 0; k == 0 && i < by_state_.size(); ++i) {
    most = std::max(most, within(duals.costates(i, 0), problem.start_lower(i), problem.start_upper(i)));
  }
}

}  // namespace tandem::ddp
