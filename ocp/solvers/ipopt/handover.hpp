#pragma once

#include <tandem/ocp/solvers/ipopt/ipopt_sweep.hpp>

#include <functional>
#include <optional>
#include <string>
#include <utility>

namespace tandem::sweep {

/// The sweep, until delayed pivots swell its factors: then another solver, made where it is first wanted, takes that
/// system and all that come after.
class Handover : public SystemSolver {
 public:
  using Solver = Ipopt::SmartPtr<Ipopt::AugSystemSolver>;
  /// Writes the iteration of the handover to `at`, which must outlive this.
  Handover(Ipopt::SmartPtr<IpoptSweep> sweep, std::function<Solver()> make_other, std::optional<int>& at)
      : sweep_(sweep), make_other_(std::move(make_other)), at_(at) {}

  bool InitializeImpl(const Ipopt::OptionsList& options, const std::string& prefix) override;
  Ipopt::ESymSolverStatus solve(const AugmentedSystem& system, const RightSides& right, const Steps& x,
                                bool check_inertia, Ipopt::Index negatives) override;
  Ipopt::Index NumberOfNegEVals() const override { return active().NumberOfNegEVals(); }
  bool IncreaseQuality() override { return active().IncreaseQuality(); }
  bool ProvidesInertia() const override { return active().ProvidesInertia(); }

 private:
  Ipopt::AugSystemSolver& active() const {
    return IsValid(other_) ? *other_ : static_cast<Ipopt::AugSystemSolver&>(*sweep_);
  }
  void hand_over();

  Ipopt::SmartPtr<IpoptSweep> sweep_;
  std::function<Solver()> make_other_;
  std::optional<int>& at_;
  Solver other_;
  const Ipopt::OptionsList* options_ = nullptr;  ///< the application's
  std::string prefix_;
};

}  // namespace tandem::sweep
