#include <tandem/core/error.hpp>
#include <tandem/derivatives/knot_function.hpp>
#include <tandem/derivatives/symbolic_functions.hpp>

#include <algorithm>

namespace tandem {
namespace {

/// A CasADi function with room to run in: evaluation allocates nothing.
class Runner {
 public:
  explicit Runner(casadi::Function function)
      : function_(std::move(function)),
        memory_(static_cast<int>(function_.checkout())),
        arguments_(function_.sz_arg()),
        results_(function_.sz_res()),
        integers_(function_.sz_iw()),
        reals_(function_.sz_w()) {
    for (casadi_int i = 0; i < function_.n_out(); ++i) outputs_.emplace_back(function_.nnz_out(i));
  }
  ~Runner() { function_.release(memory_); }
  Runner(const Runner&) = delete;
  Runner& operator=(const Runner&) = delete;

  void run(const double* x, const double* p, const double* w) {
    arguments_[0] = x, arguments_[1] = p;
    if (function_.n_in() > 2) arguments_[2] = w;
    for (std::size_t i = 0; i < outputs_.size(); ++i) results_[i] = outputs_[i].data();
    function_(arguments_.data(), results_.data(), integers_.data(), reals_.data(), memory_);
  }

  const std::vector<double>& output(int i) const { return outputs_[i]; }
  const casadi::Sparsity& sparsity(int i) const { return function_.sparsity_out(i); }

 private:
  casadi::Function function_;
  int memory_;
  std::vector<const double*> arguments_;
  std::vector<double*> results_;
  std::vector<casadi_int> integers_;
  std::vector<double> reals_;
  std::vector<std::vector<double>> outputs_;
};

struct Entry {
  int source, row, col;
};

/// Where CasADi's non-zeros stand; those outside the tape's pattern are zeros that it did not see.
std::vector<Entry> entries_of(const casadi::Sparsity& sparsity, const BoolMatrix& pattern) {
  std::vector<Entry> entries;
  const std::vector<casadi_int> rows = sparsity.get_row(), cols = sparsity.get_col();
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const int row = static_cast<int>(rows[k]), col = static_cast<int>(cols[k]);
    if (pattern(row, col)) entries.push_back({static_cast<int>(k), row, col});
  }
  return entries;
}

class SymbolicKnotFunction : public KnotFunction {
 public:
  /// The tape comes by reference: moving one reads a flag that CppAD leaves without a value.
  SymbolicKnotFunction(const KnotBlocks& blocks, CppAD::ADFun<double>& tape)
      : inputs_(blocks.inputs()),
        outputs_(blocks.outputs()),
        numbers_(blocks.numbers),
        jacobian_pattern_(as_matrix(jacobian_places(tape))),
        hessian_pattern_(as_matrix(hessian_places(tape, 0, outputs_))),
        functions_(tape),
        values_(functions_.values()),
        first_(functions_.jacobian()),
        second_(functions_.hessian()),
        jacobian_entries_(entries_of(first_.sparsity(1), jacobian_pattern_)),
        hessian_entries_(entries_of(second_.sparsity(2), hessian_pattern_)) {}

  int inputs() const override { return inputs_; }
  int outputs() const override { return outputs_; }
  const BoolMatrix& jacobian_pattern() const override { return jacobian_pattern_; }
  const BoolMatrix& hessian_pattern() const override { return hessian_pattern_; }

  void set_numbers(std::span<const double> numbers) override {
    require(numbers.size() == numbers_.size(), "knot function: {} named numbers were given, it has {}", numbers.size(),
            numbers_.size());
    numbers_.assign(numbers.begin(), numbers.end());
  }

  void evaluate(KnotBatch& batch, int first, int count, Level level) override {
    Runner& runner = level == Level::values ? values_ : level == Level::jacobian ? first_ : second_;
    for (int knot = first; knot < first + count; ++knot) {
      runner.run(batch.inputs.col(knot).data(), numbers_.data(), batch.weights.col(knot).data());
      batch.values.col(knot) = Eigen::Map<const Eigen::VectorXd>(runner.output(0).data(), outputs_);
      if (level >= Level::jacobian) store_jacobian(runner.output(1), batch, knot);
      if (level == Level::hessian) store_hessian(runner.output(2), batch, knot);
    }
  }

 private:
  void store_jacobian(const std::vector<double>& from, KnotBatch& batch, int knot) const {
    Eigen::Map<Eigen::MatrixXd> out(batch.jacobians.col(knot).data(), outputs_, inputs_);
    out.setZero();
    for (const Entry& entry : jacobian_entries_) out(entry.row, entry.col) = from[entry.source];
  }

  void store_hessian(const std::vector<double>& from, KnotBatch& batch, int knot) const {
    Eigen::Map<Eigen::MatrixXd> out(batch.hessians.col(knot).data(), inputs_, inputs_);
    out.setZero();
    for (const Entry& entry : hessian_entries_) {
      out(entry.row, entry.col) = from[entry.source];
      out(entry.col, entry.row) = from[entry.source];
    }
  }

  int inputs_, outputs_;
  std::vector<double> numbers_;
  BoolMatrix jacobian_pattern_, hessian_pattern_;
  SymbolicFunctions functions_;
  Runner values_, first_, second_;
  std::vector<Entry> jacobian_entries_, hessian_entries_;
};

}  // namespace

std::unique_ptr<KnotFunction> make_symbolic_knot_function(const KnotBlocks& blocks) {
  CppAD::ADFun<double> tape = record(blocks);
  require_no_branch(blocks, tape);
  return std::make_unique<SymbolicKnotFunction>(blocks, tape);
}

}  // namespace tandem
