#pragma once

#include <tandem/ocp/solvers/ipopt/augmented_system.hpp>
#include <tandem/ocp/solvers/sweep/sweep_factor.hpp>
#include <tandem/ocp/transcription/nlp_layout.hpp>

#include <IpTNLPAdapter.hpp>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tandem::sweep {

/// The sweep as IPOPT's solver of linear systems. It reads the values of Hessian and Jacobians where IPOPT has them;
/// IPOPT's own way to a linear solver (StdAugSystemSolver, TSymLinearSolver) makes a matrix of them, triplets of that,
/// and keeps both.
class IpoptSweep : public SystemSolver {
 public:
  /// The layout says in which stage each unknown and each equation of the adapter's problem stands. Both must outlive
  /// this.
  IpoptSweep(const Ipopt::TNLPAdapter& adapter, const NlpLayout& layout, std::optional<std::size_t> most_numbers = {})
      : adapter_(adapter), layout_(layout), most_numbers_(most_numbers) {}

  bool InitializeImpl(const Ipopt::OptionsList& options, const std::string& prefix) override;
  Ipopt::ESymSolverStatus solve(const AugmentedSystem& system, const RightSides& right, const Steps& x,
                                bool check_inertia, Ipopt::Index negatives) override;
  Ipopt::Index NumberOfNegEVals() const override { return factor_->inertia().negative; }
  /// Raises the pivot threshold; the matrix is factorised anew at the next solve.
  bool IncreaseQuality() override;
  bool ProvidesInertia() const override { return true; }
  /// Whether the last system was given up as delayed pivots swelled its factors.
  bool is_swollen() const { return status_ == FactorStatus::swollen; }

 private:
  using Sides = std::array<int, 4>;  ///< rows of x, s, c, d

  void analyse(const AugmentedSystem& system, const Sides& sides);
  void factorise(const AugmentedSystem& system, const Sides& sides);
  void fill_diagonal(const AugmentedSystem& system, const Sides& sides);

  const Ipopt::TNLPAdapter& adapter_;
  const NlpLayout& layout_;
  std::optional<std::size_t> most_numbers_;  ///< of the factors
  std::unique_ptr<SweepFactor> factor_;
  Eigen::VectorXd diagonal_, slacks_;  ///< what stands on the diagonal; the entries of slacks, all -1
  std::vector<double> w_, jc_, jd_;    ///< values of matrices that IPOPT has in another form
  Eigen::VectorXd column_;             ///< a right-hand side, and the solution
  AugmentedSystem known_{};            ///< what was factorised, with
  std::vector<Ipopt::TaggedObject::Tag> tags_;
  bool is_factorised_ = false;
  FactorStatus status_ = FactorStatus::done;
};

}  // namespace tandem::sweep
