#pragma once

#include <tandem/ocp/nlp_solver.hpp>

#include <IpSymLinearSolver.hpp>

namespace tandem::sweep {

/// A linear solver of IPOPT's that steers, and another that is given every system too. Answers are the first one's.
class Shadow : public Ipopt::SymLinearSolver {
 public:
  Shadow(Ipopt::SmartPtr<Ipopt::SymLinearSolver> steering, Ipopt::SmartPtr<Ipopt::SymLinearSolver> shadow,
         ShadowReport& report)
      : steering_(steering), shadow_(shadow), report_(report) {}

  bool InitializeImpl(const Ipopt::OptionsList& options, const std::string& prefix) override;
  Ipopt::ESymSolverStatus MultiSolve(const Ipopt::SymMatrix& matrix,
                                     std::vector<Ipopt::SmartPtr<const Ipopt::Vector>>& right,
                                     std::vector<Ipopt::SmartPtr<Ipopt::Vector>>& x, bool check_inertia,
                                     Ipopt::Index negatives) override;
  Ipopt::Index NumberOfNegEVals() const override { return steering_->NumberOfNegEVals(); }
  bool IncreaseQuality() override;
  bool ProvidesInertia() const override { return steering_->ProvidesInertia(); }

 private:
  void compare(Ipopt::ESymSolverStatus status, Ipopt::ESymSolverStatus shadow_status,
               const std::vector<Ipopt::SmartPtr<Ipopt::Vector>>& x,
               const std::vector<Ipopt::SmartPtr<Ipopt::Vector>>& shadow_x);

  Ipopt::SmartPtr<Ipopt::SymLinearSolver> steering_, shadow_;
  ShadowReport& report_;
};

}  // namespace tandem::sweep
