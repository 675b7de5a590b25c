#include <tandem/ocp/sweep/ipopt_sweep.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/sweep/shadow.hpp>

#include <IpIpoptData.hpp>
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

/// Runs one of IPOPT's stopwatches while it lives, or none.
class Timing {
 public:
  explicit Timing(Ipopt::TimedTask* task) : task_(task) {
    if (task_ != nullptr) task_->Start();
  }
  ~Timing() {
    if (task_ != nullptr) task_->End();
  }
  Timing(const Timing&) = delete;
  Timing& operator=(const Timing&) = delete;

 private:
  Ipopt::TimedTask* task_;
};

}  // namespace

int NlpStages::border() const {
  int largest = 0;
  for (const int stage : of_variable) largest = std::max(largest, stage);
  for (const int stage : of_constraint) largest = std::max(largest, stage);
  return largest;
}

IpoptSweep::IpoptSweep(const Ipopt::TNLPAdapter& adapter, NlpStages stages, bool is_shadow)
    : adapter_(adapter), stages_(std::move(stages)), is_shadow_(is_shadow) {}

bool IpoptSweep::InitializeImpl(const Ipopt::OptionsList&, const std::string&) {
  is_factorised_ = false;
  if (factor_) factor_->set_threshold(kFirstThreshold);
  return true;
}

Ipopt::ESymSolverStatus IpoptSweep::InitializeStructure(Ipopt::Index size, Ipopt::Index triplets,
                                                        const Ipopt::Index* rows, const Ipopt::Index* cols) {
  const bool is_timed = !is_shadow_ && HaveIpData();
  const Timing timing(is_timed ? &IpData().TimingStats().LinearSystemSymbolicFactorization() : nullptr);
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
  const bool is_timed = !is_shadow_ && HaveIpData();
  if (is_new || !is_factorised_) {
    const Timing timing(is_timed ? &IpData().TimingStats().LinearSystemFactorization() : nullptr);
    status_ = factor_->factorise(values_);
    is_factorised_ = true;
  }
  if (status_ == FactorStatus::not_finite) return Ipopt::SYMSOLVER_FATAL_ERROR;
  if (status_ == FactorStatus::singular) return Ipopt::SYMSOLVER_SINGULAR;
  if (check_inertia && NumberOfNegEVals() != negatives) return Ipopt::SYMSOLVER_WRONG_INERTIA;
  const Timing timing(is_timed ? &IpData().TimingStats().LinearSystemBackSolve() : nullptr);
  factor_->solve(Eigen::Map<Eigen::MatrixXd>(x, factor_->chain().size(), count));
  return Ipopt::SYMSOLVER_SUCCESS;
}

bool IpoptSweep::IncreaseQuality() {
  if (!factor_ || factor_->threshold() >= kLastThreshold) return false;
  factor_->set_threshold(std::min(kLastThreshold, std::pow(factor_->threshold(), 0.75)));
  is_factorised_ = false;
  return true;
}

SmartPtr<Ipopt::SymLinearSolver> SweepAlgorithm::SymLinearSolverFactory(const Ipopt::Journalist& journalist,
                                                                        const Ipopt::OptionsList& options,
                                                                        const std::string& prefix) {
  SmartPtr<Ipopt::SparseSymLinearSolverInterface> sweep = new IpoptSweep(adapter_, stages_, report_ != nullptr);
  SmartPtr<Ipopt::SymLinearSolver> solver = new Ipopt::TSymLinearSolver(sweep, nullptr);
  if (report_ == nullptr) return solver;
  return new Shadow(AlgorithmBuilder::SymLinearSolverFactory(journalist, options, prefix), solver, *report_);
}

}  // namespace tandem::sweep
