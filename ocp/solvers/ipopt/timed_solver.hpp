#pragma once

#include <tandem/core/stopwatch.hpp>
#include <tandem/ocp/solvers/ipopt/augmented_system.hpp>

namespace tandem::sweep {

/// Another solver of IPOPT's systems, with a stopwatch. IPOPT's own stopwatches leave MUMPS's factorisations out, and
/// all of them together cost three system calls a piece.
class TimedSolver : public SystemSolver {
 public:
  /// Adds to `seconds`, which must outlive this.
  TimedSolver(Ipopt::SmartPtr<Ipopt::AugSystemSolver> solver, double& seconds) : solver_(solver), seconds_(seconds) {}

  bool InitializeImpl(const Ipopt::OptionsList& options, const std::string& prefix) override {
    return solver_->Initialize(Jnlst(), IpNLP(), IpData(), IpCq(), options, prefix);
  }
  Ipopt::ESymSolverStatus solve(const AugmentedSystem& system, const RightSides& right, const Steps& x,
                                bool check_inertia, Ipopt::Index negatives) override {
    const TimeAdded added(seconds_);
    return solve_by(*solver_, system, right, x, check_inertia, negatives);
  }
  Ipopt::Index NumberOfNegEVals() const override { return solver_->NumberOfNegEVals(); }
  bool IncreaseQuality() override { return solver_->IncreaseQuality(); }
  bool ProvidesInertia() const override { return solver_->ProvidesInertia(); }

 private:
  Ipopt::SmartPtr<Ipopt::AugSystemSolver> solver_;
  double& seconds_;
};

}  // namespace tandem::sweep
