#include <tandem/core/error.hpp>
#include <tandem/derivatives/knot_function.hpp>
#include <tandem/derivatives/recording.hpp>

#include <cstddef>
#include <utility>

namespace tandem {
namespace {

using Vector = std::vector<double>;
using Entries = CppAD::sparse_rcv<std::vector<std::size_t>, Vector>;

/// The entries of a symmetric pattern on and below the diagonal.
TapePattern lower_triangle(const TapePattern& full) {
  std::vector<std::pair<std::size_t, std::size_t>> kept;
  for (std::size_t k = 0; k < full.nnz(); ++k) {
    if (full.row()[k] >= full.col()[k]) kept.emplace_back(full.row()[k], full.col()[k]);
  }
  TapePattern lower(full.nr(), full.nc(), kept.size());
  for (std::size_t k = 0; k < kept.size(); ++k) lower.set(k, kept[k].first, kept[k].second);
  return lower;
}

class TapeKnotFunction : public KnotFunction {
 public:
  explicit TapeKnotFunction(const KnotBlocks& blocks)
      : inputs_(blocks.inputs()), outputs_(blocks.outputs()), numbers_(blocks.numbers) {
    jacobian_pattern_ = BoolMatrix::Constant(outputs_, inputs_, false);
    hessian_pattern_ = BoolMatrix::Constant(inputs_, inputs_, false);
    if (outputs_ == 0) return;  // nothing to record
    tape_ = record(blocks);
    tape_.optimize("no_compare_op");
    x_.assign(inputs_, 0.0);
    find_patterns();
  }

  int inputs() const override { return inputs_; }
  int outputs() const override { return outputs_; }
  const BoolMatrix& jacobian_pattern() const override { return jacobian_pattern_; }
  const BoolMatrix& hessian_pattern() const override { return hessian_pattern_; }

  void set_numbers(std::span<const double> numbers) override {
    require(numbers.size() == numbers_.size(), "knot function: {} named numbers were given, it has {}", numbers.size(),
            numbers_.size());
    numbers_.assign(numbers.begin(), numbers.end());
    if (!numbers_.empty() && outputs_ > 0) tape_.new_dynamic(numbers_);
  }

  void evaluate(KnotBatch& batch, int first, int count, Level level) override {
    if (outputs_ == 0) return;
    for (int knot = first; knot < first + count; ++knot) {
      Eigen::Map<Eigen::VectorXd>(x_.data(), inputs_) = batch.inputs.col(knot);
      const Vector y = tape_.Forward(0, x_);
      batch.values.col(knot) = Eigen::Map<const Eigen::VectorXd>(y.data(), outputs_);
      if (level >= Level::jacobian) jacobian(batch, knot);
      if (level >= Level::hessian) hessian(batch, knot);
    }
  }

 private:
  void find_patterns() {
    jacobian_ = Entries(jacobian_places(tape_));
    jacobian_pattern_ = as_matrix(jacobian_.pat());
    hessian_all_ = hessian_places(tape_, 0, outputs_);
    hessian_pattern_ = as_matrix(hessian_all_);
    hessian_ = Entries(lower_triangle(hessian_all_));
  }

  void jacobian(KnotBatch& batch, int knot) {
    Eigen::Map<Eigen::MatrixXd> out(batch.jacobians.col(knot).data(), outputs_, inputs_);
    out.setZero();
    if (jacobian_.nnz() == 0) return;
    tape_.sparse_jac_rev(x_, jacobian_, jacobian_.pat(), "cppad", jacobian_work_);
    for (std::size_t k = 0; k < jacobian_.nnz(); ++k) out(jacobian_.row()[k], jacobian_.col()[k]) = jacobian_.val()[k];
  }

  void hessian(KnotBatch& batch, int knot) {
    Eigen::Map<Eigen::MatrixXd> out(batch.hessians.col(knot).data(), inputs_, inputs_);
    out.setZero();
    if (hessian_.nnz() == 0) return;
    weights_.assign(batch.weights.col(knot).data(), batch.weights.col(knot).data() + outputs_);
    tape_.sparse_hes(x_, weights_, hessian_, hessian_all_, "cppad.symmetric", hessian_work_);
    for (std::size_t k = 0; k < hessian_.nnz(); ++k) {
      out(hessian_.row()[k], hessian_.col()[k]) = hessian_.val()[k];
      out(hessian_.col()[k], hessian_.row()[k]) = hessian_.val()[k];
    }
  }

  int inputs_;
  int outputs_;
  Vector numbers_;
  CppAD::ADFun<double> tape_;
  Vector x_;
  Vector weights_;
  Entries jacobian_;
  Entries hessian_;
  TapePattern hessian_all_;
  CppAD::sparse_jac_work jacobian_work_;
  CppAD::sparse_hes_work hessian_work_;
  BoolMatrix jacobian_pattern_;
  BoolMatrix hessian_pattern_;
};

}  // namespace

std::unique_ptr<KnotFunction> make_tape_knot_function(const KnotBlocks& blocks) {
  return std::make_unique<TapeKnotFunction>(blocks);
}

}  // namespace tandem
