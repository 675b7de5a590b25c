#pragma once

#include <tandem/ocp/solvers/nlp_solver.hpp>

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
  using Vectors = std::vector<Ipopt::SmartPtr<Ipopt::Vector>>;
  void compare(Ipopt::ESymSolverStatus status, Ipopt::ESymSolverStatus shadow_status);
  void compare_steps(const Ipopt::SymMatrix& matrix, const std::vector<Ipopt::SmartPtr<const Ipopt::Vector>>& right,
                     const Vectors& x, const Vectors& shadow_x);

  Ipopt::SmartPtr<Ipopt::SymLinearSolver> steering_, shadow_;
  ShadowReport& report_;
};

}  // namespace tandem::sweep
