#pragma once

#include <tandem/ocp/solvers/nlp_solver.hpp>
#include <tandem/ocp/solvers/sweep/sweep_factor.hpp>

#include <IpAlgBuilder.hpp>
#include <IpSymLinearSolver.hpp>
#include <IpTNLPAdapter.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tandem::sweep {

/// The sweep as IPOPT's linear solver, for its augmented systems [x; s; y_c; y_d]. Of the matrix it keeps the values
/// only: IPOPT's own way to a linear solver (TSymLinearSolver) keeps the places of all triplets as well.
class IpoptSweep : public Ipopt::SymLinearSolver {
 public:
  /// The layout says in which stage each unknown and each equation of the adapter's problem stands. Both must outlive
  /// this.
  IpoptSweep(const Ipopt::TNLPAdapter& adapter, const NlpLayout& layout) : adapter_(adapter), layout_(layout) {}

  bool InitializeImpl(const Ipopt::OptionsList& options, const std::string& prefix) override;
  Ipopt::ESymSolverStatus MultiSolve(const Ipopt::SymMatrix& matrix,
                                     std::vector<Ipopt::SmartPtr<const Ipopt::Vector>>& right,
                                     std::vector<Ipopt::SmartPtr<Ipopt::Vector>>& x, bool check_inertia,
                                     Ipopt::Index negatives) override;
  Ipopt::Index NumberOfNegEVals() const override { return factor_->inertia().negative; }
  /// Raises the pivot threshold; the matrix is factorised anew at the next solve.
  bool IncreaseQuality() override;
  bool ProvidesInertia() const override { return true; }

 private:
  void analyse(const Ipopt::SymMatrix& matrix);
  void factorise(const Ipopt::SymMatrix& matrix);

  const Ipopt::TNLPAdapter& adapter_;
  const NlpLayout& layout_;
  std::unique_ptr<SweepFactor> factor_;
  std::vector<double> values_;  ///< of the matrix's triplets
  Eigen::VectorXd column_;      ///< a right-hand side, and the solution
  Ipopt::TaggedObject::Tag tag_{};
  bool is_factorised_ = false;
  FactorStatus status_ = FactorStatus::done;
};

/// IPOPT's algorithm with the linear solver of this name; "mumps" is whichever IPOPT's own option says. Its time is
/// added to `seconds`, what a shadow sees to `report`.
class AlgorithmWithSweep : public Ipopt::AlgorithmBuilder {
 public:
  /// What is referred to must outlive the solve.
  AlgorithmWithSweep(std::string name, const Ipopt::TNLPAdapter& adapter, const NlpLayout& layout, double& seconds,
                     ShadowReport& report)
      : name_(std::move(name)), adapter_(adapter), layout_(layout), seconds_(seconds), report_(report) {}

  Ipopt::SmartPtr<Ipopt::SymLinearSolver> SymLinearSolverFactory(const Ipopt::Journalist& journalist,
                                                                 const Ipopt::OptionsList& options,
                                                                 const std::string& prefix) override;

 private:
  std::string name_;
  const Ipopt::TNLPAdapter& adapter_;
  const NlpLayout& layout_;
  double& seconds_;
  ShadowReport& report_;
};

}  // namespace tandem::sweep
