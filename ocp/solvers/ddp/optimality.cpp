#include <tandem/ocp/solvers/ddp/optimality.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::ddp {
namespace {

/// How far a step against the gradient goes within the box: 0 where the gradient is, or where a bound holds.
double within(double gradient, double lower, double upper) {
  return std::abs(std::clamp(-gradient, std::min(lower, 0.0), std::max(upper, 0.0)));
}

double largest(const Eigen::Ref<const Eigen::VectorXd>& values) {
  return values.size() == 0 ? 0.0 : values.cwiseAbs().maxCoeff<Eigen::PropagateNaN>();
}

/// out += M'v, a column of few rows after the other.
template <class Vector, class Out>
void add_transposed(const Eigen::MatrixXd& M, const Vector& v, Out&& out) {
  const double* column = M.data();
  for (Eigen::Index j = 0; j < M.cols(); ++j, column += M.rows()) {
    double sum = 0.0;
    for (Eigen::Index i = 0; i < M.rows(); ++i) sum += column[i] * v(i);
    out(j) += sum;
  }
}

}  // namespace

Optimality::Optimality(const LqProblem& shape)
    : kernels_(stage_kernels(shape.states(), shape.controls())),
      by_state_(shape.states(), shape.steps() + 1),
      by_control_(shape.controls(), shape.steps()),
      by_border_(shape.border()) {}

Residuals Optimality::measure(const LqProblem& problem, const Duals& duals) {
  Residuals found;
  found.stationarity = stationarity(problem, duals);
  const int states = problem.states();
  for (int k = 0; k < problem.steps(); ++k) {
    const double* const gaps = problem.stages[k].c.data();
    for (int i = 0; i < states; ++i) {
      if (std::abs(gaps[i]) <= found.gap || std::isnan(found.gap)) continue;
      found.gap = std::abs(gaps[i]);
      found.gap_step = k;
      found.gap_state = i;
    }
  }
  for (int i = 0; i < problem.equations(); ++i) {
    if (std::abs(problem.e(i)) <= found.violation || std::isnan(found.violation)) continue;
    found.violation = std::abs(problem.e(i));
    found.equation = i;
  }
  return found;
}

double Optimality::stationarity(const LqProblem& problem, const Duals& duals) {
  by_state_.setZero();
  by_control_.setZero();
  by_border_ = problem.y;
  by_border_.noalias() += problem.G.transpose() * duals.nu;
  for (int i = 0; i < problem.equations(); ++i) {
    const int knot = problem.knots[i];
    by_state_.col(knot) += duals.nu(i) * problem.E.row(i).transpose();
    if (knot < problem.steps()) by_control_.col(knot) += duals.nu(i) * problem.F.row(i).transpose();
  }
  double most = 0.0;
  for (int k = 0; k < problem.steps(); ++k) see_step(problem, duals, k, most);
  by_state_.col(problem.steps()) += problem.q - duals.costates.col(problem.steps());
  most = larger(most, largest(by_state_.col(problem.steps())));
  for (int i = 0; i < problem.states(); ++i) {
    most = larger(most, within(duals.costates(i, 0), problem.start_lower(i), problem.start_upper(i)));
  }
  for (int i = 0; i < problem.border(); ++i) {
    most = larger(most, within(by_border_(i), problem.border_lower(i), problem.border_upper(i)));
  }
  return most / larger(1.0, larger(largest(duals.costates.reshaped()), largest(duals.nu)));
}

void Optimality::see_step(const LqProblem& problem, const Duals& duals, int k, double& most) {
  const LqStage& lq = problem.stages[k];
  const auto next = duals.costates.col(k + 1);
  auto by_state = by_state_.col(k), by_control = by_control_.col(k);
  if (kernels_) {
    const double* const costate = duals.costates.col(k).data();
    most = larger(most, kernels_.see(lq, costate, next.data(), by_state.data(), by_control.data()));
  } else {
    by_state += lq.q - duals.costates.col(k);
    add_transposed(lq.A, next, by_state);
    most = larger(most, largest(by_state));
    by_control += lq.r;
    add_transposed(lq.B, next, by_control);
  }
  add_transposed(lq.C, next, by_border_);
  for (int i = 0; i < by_control.size(); ++i) {
    most = larger(most, within(by_control(i), lq.lower(i), lq.upper(i)));
  }
}

}  // namespace tandem::ddp
