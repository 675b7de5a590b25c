#include <tandem/ocp/sweep/shadow.hpp>

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
  std::vector<Ipopt::SmartPtr<Ipopt::Vector>> shadow_x;
  for (const auto& one : x) shadow_x.push_back(one->MakeNew());
  const Ipopt::ESymSolverStatus shadow_status = shadow_->MultiSolve(matrix, right, shadow_x, false, 0);
  const Ipopt::ESymSolverStatus status = steering_->MultiSolve(matrix, right, x, check_inertia, negatives);
  compare(status, shadow_status, x, shadow_x);
  return status;
}

void Shadow::compare(Ipopt::ESymSolverStatus status, Ipopt::ESymSolverStatus shadow_status,
                     const std::vector<Ipopt::SmartPtr<Ipopt::Vector>>& x,
                     const std::vector<Ipopt::SmartPtr<Ipopt::Vector>>& shadow_x) {
  ++report_.systems;
  const int iteration = IpData().iter_count();
  const bool is_factorised = status == Ipopt::SYMSOLVER_SUCCESS || status == Ipopt::SYMSOLVER_WRONG_INERTIA;
  if (is_factorised != (shadow_status == Ipopt::SYMSOLVER_SUCCESS)) {
    ++report_.status_differences;
    Jnlst().Printf(Ipopt::J_SUMMARY, Ipopt::J_LINEAR_ALGEBRA, "shadow: iteration %d: status %d, the sweep's %d\n",
                   iteration, status, shadow_status);
    return;
  }
  if (!is_factorised) return;
  if (steering_->NumberOfNegEVals() != shadow_->NumberOfNegEVals()) {
    ++report_.inertia_differences;
    Jnlst().Printf(Ipopt::J_SUMMARY, Ipopt::J_LINEAR_ALGEBRA,
                   "shadow: iteration %d: %d negative pivots, the sweep's %d\n", iteration,
                   steering_->NumberOfNegEVals(), shadow_->NumberOfNegEVals());
  }
  if (status != Ipopt::SYMSOLVER_SUCCESS) return;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double size = std::max(x[i]->Amax(), 1e-300);
    shadow_x[i]->Axpy(-1.0, *x[i]);
    const double difference = shadow_x[i]->Amax() / size;
    report_.worst_step = std::max(report_.worst_step, difference);
    if (!(difference <= ShadowReport::kSameStep)) {
      ++report_.step_differences;
      Jnlst().Printf(Ipopt::J_SUMMARY, Ipopt::J_LINEAR_ALGEBRA, "shadow: iteration %d: steps differ by %.1e\n",
                     iteration, difference);
    }
  }
}

}  // namespace tandem::sweep
