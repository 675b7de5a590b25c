#include <tandem/ocp/solvers/ipopt/ipopt_sweep.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/solvers/ipopt/shadow.hpp>
#include <tandem/ocp/solvers/ipopt/timed_solver.hpp>

#include <IpTripletHelper.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::sweep {
namespace {

using Ipopt::ExpansionMatrix;
using Ipopt::SmartPtr;
using Ipopt::TripletHelper;

constexpr double kFirstThreshold = 1e-6;  // as IPOPT's own for MUMPS
constexpr double kLastThreshold = 0.1;

/// The stage of each row of [x; s; y_c; y_d]. Fixed variables are not among x, or have rows of their own after y_c
/// (make_constraint); a slack and its row have the stage of their inequality.
std::vector<int> stages_of_rows(const Ipopt::TNLPAdapter& adapter, const NlpLayout& layout) {
  SmartPtr<const ExpansionMatrix> x, below, above, c, d;
  adapter.GetPermutationMatrices(x, below, above, c, d);
  std::vector<int> labels;
  const auto add_rows = [&](const SmartPtr<const ExpansionMatrix>& rows) {
    for (int i = 0; i < rows->NCols(); ++i) labels.push_back(layout.stage_of_constraint(rows->ExpandedPosIndices()[i]));
  };
  const int unknowns = IsValid(x) ? x->NCols() : layout.variables();
  for (int i = 0; i < unknowns; ++i) {
    labels.push_back(layout.stage_of_variable(IsValid(x) ? x->ExpandedPosIndices()[i] : i));
  }
  add_rows(d);
  add_rows(c);
  int fixed_count = 0;
  int* fixed = nullptr;
  Ipopt::TNLPAdapter::FixedVariableTreatmentEnum treatment{};
  adapter.GetFixedVariables(fixed_count, fixed, treatment);
  const bool have_rows = treatment == Ipopt::TNLPAdapter::MAKE_CONSTRAINT;
  for (int i = 0; have_rows && i < fixed_count; ++i) labels.push_back(layout.stage_of_variable(fixed[i]));
  add_rows(d);
  return labels;
}

}  // namespace

bool IpoptSweep::InitializeImpl(const Ipopt::OptionsList&, const std::string&) {
  is_factorised_ = false;
  if (factor_) factor_->set_threshold(kFirstThreshold);
  return true;
}

void IpoptSweep::analyse(const Ipopt::SymMatrix& matrix) {
  const std::vector<int> labels = stages_of_rows(adapter_, layout_);
  require(static_cast<int>(labels.size()) == matrix.Dim(),
          "IPOPT's linear system has {} rows; the stages of {} are known", matrix.Dim(), labels.size());
  const int triplets = TripletHelper::GetNumberEntries(matrix);
  std::vector<int> rows(triplets), cols(triplets);
  TripletHelper::FillRowCol(triplets, matrix, rows.data(), cols.data());
  for (int& i : rows) --i;  // counted from 1
  for (int& i : cols) --i;
  const int last = labels.empty() ? 0 : *std::max_element(labels.begin(), labels.end());  // the border, if there is one
  factor_ = std::make_unique<SweepFactor>(StageChain(last, labels, rows, cols));
  factor_->set_threshold(kFirstThreshold);
  values_.assign(triplets, 0.0);
  column_.resize(matrix.Dim());
}

void IpoptSweep::factorise(const Ipopt::SymMatrix& matrix) {
  TripletHelper::FillValues(static_cast<int>(values_.size()), matrix, values_.data());
  status_ = factor_->factorise(values_);
  tag_ = matrix.GetTag();
  is_factorised_ = true;
}

Ipopt::ESymSolverStatus IpoptSweep::MultiSolve(const Ipopt::SymMatrix& matrix,
                                               std::vector<SmartPtr<const Ipopt::Vector>>& right,
                                               std::vector<SmartPtr<Ipopt::Vector>>& x, bool check_inertia,
                                               Ipopt::Index negatives) {
  if (!factor_) analyse(matrix);
  if (!is_factorised_ || matrix.HasChanged(tag_)) factorise(matrix);
  if (status_ == FactorStatus::not_finite) return Ipopt::SYMSOLVER_FATAL_ERROR;
  if (status_ == FactorStatus::singular) return Ipopt::SYMSOLVER_SINGULAR;
  if (check_inertia && NumberOfNegEVals() != negatives) return Ipopt::SYMSOLVER_WRONG_INERTIA;
  const int size = static_cast<int>(column_.size());
  for (std::size_t i = 0; i < right.size(); ++i) {
    TripletHelper::FillValuesFromVector(size, *right[i], column_.data());
    factor_->solve(column_);
    TripletHelper::PutValuesInVector(size, column_.data(), *x[i]);
  }
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
  if (name_ != "mumps") shadow = new IpoptSweep(adapter_, layout_);
  if (IsNull(solver)) std::swap(solver, shadow);
  solver = new TimedSolver(solver, seconds_);
  return IsValid(shadow) ? new Shadow(solver, shadow, report_) : solver;
}

}  // namespace tandem::sweep
