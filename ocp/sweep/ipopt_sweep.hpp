#pragma once

#include <tandem/ocp/nlp_solver.hpp>
#include <tandem/ocp/sweep/sweep_factor.hpp>

#include <IpAlgBuilder.hpp>
#include <IpSparseSymLinearSolverInterface.hpp>
#include <IpTNLPAdapter.hpp>

#include <memory>
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
  /// The adapter must outlive this. A shadow leaves IPOPT's stopwatches alone.
  IpoptSweep(const Ipopt::TNLPAdapter& adapter, NlpStages stages, bool is_shadow);

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
  bool is_shadow_;
  std::unique_ptr<SweepFactor> factor_;
  std::vector<double> values_;
  bool is_factorised_ = false;
  FactorStatus status_ = FactorStatus::done;
};

/// IPOPT's algorithm with the linear solver "sweep", or with "shadow": its own steers, and each of its systems is
/// solved by the sweep too and compared in `report`.
class SweepAlgorithm : public Ipopt::AlgorithmBuilder {
 public:
  /// All must outlive the solve; without a report the sweep steers.
  SweepAlgorithm(const Ipopt::TNLPAdapter& adapter, NlpStages stages, ShadowReport* report)
      : adapter_(adapter), stages_(std::move(stages)), report_(report) {}

  Ipopt::SmartPtr<Ipopt::SymLinearSolver> SymLinearSolverFactory(const Ipopt::Journalist& journalist,
                                                                 const Ipopt::OptionsList& options,
                                                                 const std::string& prefix) override;

 private:
  const Ipopt::TNLPAdapter& adapter_;
  NlpStages stages_;
  ShadowReport* report_;
};

}  // namespace tandem::sweep
