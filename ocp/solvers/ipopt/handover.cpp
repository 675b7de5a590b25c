#include <tandem/ocp/solvers/ipopt/handover.hpp>

namespace tandem::sweep {

bool Handover::InitializeImpl(const Ipopt::OptionsList& options, const std::string& prefix) {
  options_ = &options, prefix_ = prefix;
  return active().Initialize(Jnlst(), IpNLP(), IpData(), IpCq(), options, prefix);
}

Ipopt::ESymSolverStatus Handover::solve(const AugmentedSystem& system, const RightSides& right, const Steps& x,
                                        bool check_inertia, Ipopt::Index negatives) {
  if (!IsValid(other_)) {
    const Ipopt::ESymSolverStatus status = sweep_->solve(system, right, x, check_inertia, negatives);
    if (!sweep_->is_swollen()) return status;
    hand_over();
  }
  return solve_by(*other_, system, right, x, check_inertia, negatives);
}

/// The sweep's memory is given back first.
void Handover::hand_over() {
  sweep_ = nullptr;
  at_ = IpData().iter_count();
  other_ = make_other_();
  other_->Initialize(Jnlst(), IpNLP(), IpData(), IpCq(), *options_, prefix_);
}

}  // namespace tandem::sweep
