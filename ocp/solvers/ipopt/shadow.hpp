#pragma once

#include <tandem/ocp/solvers/ipopt/augmented_system.hpp>
#include <tandem/ocp/solvers/nlp_solver.hpp>

namespace tandem::sweep {

/// A solver of IPOPT's systems that steers, and another that is given every system too. Answers are the first one's.
class Shadow : public SystemSolver {
 public:
  using Solver = Ipopt::SmartPtr<Ipopt::AugSystemSolver>;
  Shadow(Solver steering, Solver shadow, ShadowReport& report)
      : steering_(steering), shadow_(shadow), report_(report) {}

  bool InitializeImpl(const Ipopt::OptionsList& options, const std::string& prefix) override;
  Ipopt::ESymSolverStatus solve(const AugmentedSystem& system, const RightSides& right, const Steps& x,
                                bool check_inertia, Ipopt::Index negatives) override;
  Ipopt::Index NumberOfNegEVals() const override { return steering_->NumberOfNegEVals(); }
  bool IncreaseQuality() override;
  bool ProvidesInertia() const override { return steering_->ProvidesInertia(); }

 private:
  void compare(Ipopt::ESymSolverStatus status, Ipopt::ESymSolverStatus shadow_status);
  void compare_steps(const AugmentedSystem& system, const RightSides& right, const Steps& x, const Steps& shadow_x);

  Solver steering_, shadow_;
  ShadowReport& report_;
};

}  // namespace tandem::sweep
