#include <tandem/ocp/solvers/ipopt/shadow.hpp>

#include <algorithm>

namespace tandem::sweep {

bool Shadow::InitializeImpl(const Ipopt::OptionsList& options, const std::string& prefix) {
  return steering_->Initialize(Jnlst(), IpNLP(), IpData(), IpCq(), options, prefix) &&
         shadow_->Initialize(Jnlst(), IpNLP(), IpData(), IpCq(), options, prefix);
}

bool Shadow::IncreaseQuality() {
  shadow_->IncreaseQuality();
  return steering_->IncreaseQuality();
}

Ipopt::ESymSolverStatus Shadow::MultiSolve(const Ipopt::SymMatrix& matrix,
                                           std::vector<Ipopt::SmartPtr<const Ipopt::Vector>>& right,
                                           std::vector<Ipopt::SmartPtr<Ipopt::Vector>>& x, bool check_inertia,
                                           Ipopt::Index negatives) {
  Vectors shadow_x;
  for (const auto& one : x) shadow_x.push_back(one->MakeNew());
  const Ipopt::ESymSolverStatus shadow_status = shadow_->MultiSolve(matrix, right, shadow_x, false, 0);
  const Ipopt::ESymSolverStatus status = steering_->MultiSolve(matrix, right, x, check_inertia, negatives);
  compare(status, shadow_status);
  if (status == Ipopt::SYMSOLVER_SUCCESS && shadow_status == Ipopt::SYMSOLVER_SUCCESS) {
    compare_steps(matrix, right, x, shadow_x);
  }
  return status;
}

void Shadow::compare(Ipopt::ESymSolverStatus status, Ipopt::ESymSolverStatus shadow_status) {
  ++report_.systems;
  const int iteration = IpData().iter_count();
  const bool is_factorised = status == Ipopt::SYMSOLVER_SUCCESS || status == Ipopt::SYMSOLVER_WRONG_INERTIA;
  if (is_factorised != (shadow_status == Ipopt::SYMSOLVER_SUCCESS)) {
    ++report_.status_differences;
    Jnlst().Printf(Ipopt::J_SUMMARY, Ipopt::J_LINEAR_ALGEBRA, "shadow: iteration %d: status %d, the sweep's %d\n",
                   iteration, status, shadow_status);
  } else if (is_factorised && steering_->NumberOfNegEVals() != shadow_->NumberOfNegEVals()) {
    ++report_.inertia_differences;
    Jnlst().Printf(Ipopt::J_SUMMARY, Ipopt::J_LINEAR_ALGEBRA,
                   "shadow: iteration %d: %d negative pivots, the sweep's %d\n", iteration,
                   steering_->NumberOfNegEVals(), shadow_->NumberOfNegEVals());
  }
}

namespace {

double residual_of(const Ipopt::SymMatrix& matrix, const Ipopt::Vector& right, const Ipopt::Vector& x) {
  const Ipopt::SmartPtr<Ipopt::Vector> residual = right.MakeNewCopy();
  matrix.MultVector(-1.0, x, 1.0, *residual);
  return residual->Amax() / std::max(x.Amax() + right.Amax(), 1e-300);
}

}  // namespace

void Shadow::compare_steps(const Ipopt::SymMatrix& matrix,
                           const std::vector<Ipopt::SmartPtr<const Ipopt::Vector>>& right, const Vectors& x,
                           const Vectors& shadow_x) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double residual = residual_of(matrix, *right[i], *x[i]);
    const double shadow_residual = residual_of(matrix, *right[i], *shadow_x[i]);
    report_.worst_residual = std::max(report_.worst_residual, residual);
    report_.worst_sweep_residual = std::max(report_.worst_sweep_residual, shadow_residual);
    shadow_x[i]->Axpy(-1.0, *x[i]);
    const double difference = shadow_x[i]->Amax() / std::max(x[i]->Amax(), 1e-300);
    report_.worst_step = std::max(report_.worst_step, difference);
    if (!(difference <= ShadowReport::kSameStep)) {
      ++report_.step_differences;
      Jnlst().Printf(Ipopt::J_SUMMARY, Ipopt::J_LINEAR_ALGEBRA,
                     "shadow: iteration %d: steps differ by %.1e, their residuals are %.1e, the sweep's %.1e\n",
                     IpData().iter_count(), difference, residual, shadow_residual);
    }
  }
}

}  // namespace tandem::sweep
