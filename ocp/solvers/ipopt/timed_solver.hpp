#pragma once

#include <tandem/core/stopwatch.hpp>

#include <IpSymLinearSolver.hpp>

namespace tandem::sweep {

/// Another linear solver of IPOPT's, with a stopwatch. IPOPT's own stopwatches leave MUMPS's factorisations out, and
/// all of them together cost three system calls a piece.
class TimedSolver : public Ipopt::SymLinearSolver {
 public:
  /// Adds to `seconds`, which must outlive this.
  TimedSolver(Ipopt::SmartPtr<Ipopt::SymLinearSolver> solver, double& seconds) : solver_(solver), seconds_(seconds) {}

  bool InitializeImpl(const Ipopt::OptionsList& options, const std::string& prefix) override {
    return solver_->Initialize(Jnlst(), IpNLP(), IpData(), IpCq(), options, prefix);
  }
  Ipopt::ESymSolverStatus MultiSolve(const Ipopt::SymMatrix& matrix,
                                     std::vector<Ipopt::SmartPtr<const Ipopt::Vector>>& right,
                                     std::vector<Ipopt::SmartPtr<Ipopt::Vector>>& x, bool check_inertia,
                                     Ipopt::Index negatives) override {
    const TimeAdded added(seconds_);
    return solver_->MultiSolve(matrix, right, x, check_inertia, negatives);
  }
  Ipopt::Index NumberOfNegEVals() const override { return solver_->NumberOfNegEVals(); }
  bool IncreaseQuality() override { return solver_->IncreaseQuality(); }
  bool ProvidesInertia() const override { return solver_->ProvidesInertia(); }

 private:
  Ipopt::SmartPtr<Ipopt::SymLinearSolver> solver_;
  double& seconds_;
};

}  // namespace tandem::sweep
