#include <tandem/ocp/solvers/ipopt/ipopt_sweep.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/solvers/ipopt/shadow.hpp>
#include <tandem/ocp/solvers/ipopt/timed_solver.hpp>

#include <IpTSymLinearSolver.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::sweep {
namespace {

using Ipopt::ExpansionMatrix;
using Ipopt::SmartPtr;

constexpr double kFirstThreshold = 1e-6;  // as IPOPT's own for MUMPS
constexpr double kLastThreshold = 0.1;

/// The stage of each row of [x; s; y_c; y_d]. Fixed variables are not among x, or have rows of their own after y_c
/// (make_constraint); a slack and its row have the stage of their inequality.
std::vector<int> stages_of_rows(const Ipopt::TNLPAdapter& adapter, const NlpStages& stages) {
  SmartPtr<const ExpansionMatrix> x, below, above, c, d;
  adapter.GetPermutationMatrices(x, below, above, c, d);
  std::vector<int> labels;
  const auto add = [&](const SmartPtr<const ExpansionMatrix>& rows, const std::vector<int>& stage) {
    for (int i = 0; i < rows->NCols(); ++i) labels.push_back(stage[rows->ExpandedPosIndices()[i]]);
  };
  if (IsValid(x)) {
    add(x, stages.of_variable);
  } else {
    labels = stages.of_variable;
  }
  add(d, stages.of_constraint);
  add(c, stages.of_constraint);
  int fixed_count = 0;
  int* fixed = nullptr;
  Ipopt::TNLPAdapter::FixedVariableTreatmentEnum treatment{};
  adapter.GetFixedVariables(fixed_count, fixed, treatment);
  const bool have_rows = treatment == Ipopt::TNLPAdapter::MAKE_CONSTRAINT;
  for (int i = 0; have_rows && i < fixed_count; ++i) labels.push_back(stages.of_variable[fixed[i]]);
  add(d, stages.of_constraint);
  return labels;
}

}  // namespace

int NlpStages::border() const {
  int largest = 0;
  for (const int stage : of_variable) largest = std::max(largest, stage);
  for (const int stage : of_constraint) largest = std::max(largest, stage);
  return largest;
}

bool IpoptSweep::InitializeImpl(const Ipopt::OptionsList&, const std::string&) {
  is_factorised_ = false;
  if (factor_) factor_->set_threshold(kFirstThreshold);
  return true;
}

Ipopt::ESymSolverStatus IpoptSweep::InitializeStructure(Ipopt::Index size, Ipopt::Index triplets,
                                                        const Ipopt::Index* rows, const Ipopt::Index* cols) {
  const std::vector<int> labels = stages_of_rows(adapter_, stages_);
  require(static_cast<int>(labels.size()) == size, "IPOPT's linear system has {} rows; the stages of {} are known",
          size, labels.size());
  std::vector<int> row(rows, rows + triplets), col(cols, cols + triplets);
  for (int& i : row) --i;  // counted from 1
  for (int& i : col) --i;
  factor_ = std::make_unique<SweepFactor>(StageChain(stages_.border(), labels, row, col));
  factor_->set_threshold(kFirstThreshold);
  values_.assign(triplets, 0.0);
  is_factorised_ = false;
  return Ipopt::SYMSOLVER_SUCCESS;
}

Ipopt::ESymSolverStatus IpoptSweep::MultiSolve(bool is_new, const Ipopt::Index*, const Ipopt::Index*,
                                               Ipopt::Index count, Ipopt::Number* x, bool check_inertia,
                                               Ipopt::Index negatives) {
  if (is_new || !is_factorised_) {
    status_ = factor_->factorise(values_);
    is_factorised_ = true;
  }
  if (status_ == FactorStatus::not_finite) return Ipopt::SYMSOLVER_FATAL_ERROR;
  if (status_ == FactorStatus::singular) return Ipopt::SYMSOLVER_SINGULAR;
  if (check_inertia && NumberOfNegEVals() != negatives) return Ipopt::SYMSOLVER_WRONG_INERTIA;
  factor_->solve(Eigen::Map<Eigen::MatrixXd>(x, factor_->chain().size(), count));
  return Ipopt::SYMSOLVER_SUCCESS;
}

bool IpoptSweep::IncreaseQuality() {
  if (!factor_ || factor_->threshold() >= kLastThreshold) return false;
  factor_->set_threshold(std::min(kLastThreshold, std::pow(factor_->threshold(), 0.75)));
  is_factorised_ = false;
  return true;
}

SmartPtr<Ipopt::SymLinearSolver> AlgorithmWithSweep::SymLinearSolverFactory(const Ipopt::Journalist& journalist,
                                                                            const Ipopt::OptionsList& options,
                                                                            const std::string& prefix) {
  SmartPtr<Ipopt::SymLinearSolver> solver, shadow;
  if (name_ != "sweep") solver = AlgorithmBuilder::SymLinearSolverFactory(journalist, options, prefix);
  if (name_ != "mumps") {
    SmartPtr<Ipopt::SparseSymLinearSolverInterface> sweep = new IpoptSweep(adapter_, stages_);
    shadow = new Ipopt::TSymLinearSolver(sweep, nullptr);
  }
  if (IsNull(solver)) std::swap(solver, shadow);
  solver = new TimedSolver(solver, seconds_);
  return IsValid(shadow) ? new Shadow(solver, shadow, report_) : solver;
}

}  // namespace tandem::sweep
