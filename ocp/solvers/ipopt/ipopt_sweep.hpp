#pragma once

#include <tandem/ocp/solvers/nlp_solver.hpp>
#include <tandem/ocp/solvers/sweep/sweep_factor.hpp>

#include <IpAlgBuilder.hpp>
#include <IpSparseSymLinearSolverInterface.hpp>
#include <IpTNLPAdapter.hpp>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace tandem::sweep {

/// The stage of every unknown and every equation of a problem as IPOPT was given it; the largest is the border.
struct NlpStages {
  std::vector<int> of_variable, of_constraint;
  int border() const;
};

/// The sweep as IPOPT's linear solver: its augmented systems [x; s; y_c; y_d] in triplets.
class IpoptSweep : public Ipopt::SparseSymLinearSolverInterface {
 public:
  /// The adapter must outlive this.
  IpoptSweep(const Ipopt::TNLPAdapter& adapter, NlpStages stages) : adapter_(adapter), stages_(std::move(stages)) {}

  bool InitializeImpl(const Ipopt::OptionsList& options, const std::string& prefix) override;
  Ipopt::ESymSolverStatus InitializeStructure(Ipopt::Index size, Ipopt::Index triplets, const Ipopt::Index* rows,
                                              const Ipopt::Index* cols) override;
  Ipopt::Number* GetValuesArrayPtr() override { return values_.data(); }
  Ipopt::ESymSolverStatus MultiSolve(bool is_new, const Ipopt::Index* rows, const Ipopt::Index* cols,
                                     Ipopt::Index count, Ipopt::Number* x, bool check_inertia,
                                     Ipopt::Index negatives) override;
  Ipopt::Index NumberOfNegEVals() const override { return factor_->inertia().negative; }
  /// Raises the pivot threshold; the matrix is factorised anew at the next solve.
  bool IncreaseQuality() override;
  bool ProvidesInertia() const override { return true; }
  EMatrixFormat MatrixFormat() const override { return Triplet_Format; }

 private:
  const Ipopt::TNLPAdapter& adapter_;
  NlpStages stages_;
  std::unique_ptr<SweepFactor> factor_;
  std::vector<double> values_;
  bool is_factorised_ = false;
  FactorStatus status_ = FactorStatus::done;
};

/// IPOPT's algorithm with the linear solver of this name; "mumps" is whichever IPOPT's own option says. Its time is
/// added to `seconds`, what a shadow sees to `report`.
class AlgorithmWithSweep : public Ipopt::AlgorithmBuilder {
 public:
  /// The adapter and what is referred to must outlive the solve.
  AlgorithmWithSweep(std::string name, const Ipopt::TNLPAdapter& adapter, NlpStages stages, double& seconds,
                     ShadowReport& report)
      : name_(std::move(name)), adapter_(adapter), stages_(std::move(stages)), seconds_(seconds), report_(report) {}

  Ipopt::SmartPtr<Ipopt::SymLinearSolver> SymLinearSolverFactory(const Ipopt::Journalist& journalist,
                                                                 const Ipopt::OptionsList& options,
                                                                 const std::string& prefix) override;

 private:
  std::string name_;
  const Ipopt::TNLPAdapter& adapter_;
  NlpStages stages_;
  double& seconds_;
  ShadowReport& report_;
};

}  // namespace tandem::sweep
