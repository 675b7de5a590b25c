#include <tandem/derivatives/stacked_knot_function.hpp>

#include <algorithm>
#include <utility>

namespace tandem {
namespace {

constexpr int kKnotsAtOnce = 16;  // knots that a part works on at once: its batch stays in the cache

class StackedKnotFunction : public KnotFunction {
 public:
  StackedKnotFunction(const KnotBlocks& blocks, std::vector<StackedPart> parts)
      : inputs_(blocks.inputs()),
        outputs_(blocks.outputs()),
        parts_(std::move(parts)),
        batches_(parts_.size()),
        jacobian_pattern_(BoolMatrix::Constant(outputs_, inputs_, false)),
        hessian_pattern_(BoolMatrix::Constant(inputs_, inputs_, false)) {
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      const StackedPart& part = parts_[p];
      batches_[p].resize(inputs_, part.function->outputs(), kKnotsAtOnce);
      for (std::size_t i = 0; i < part.rows.size(); ++i) {
        jacobian_pattern_.row(part.rows[i]) = part.function->jacobian_pattern().row(i);
      }
      hessian_pattern_ = hessian_pattern_.array() || of_second_order(part).hessian_pattern().array();
    }
  }

  int inputs() const override { return inputs_; }
  int outputs() const override { return outputs_; }
  const BoolMatrix& jacobian_pattern() const override { return jacobian_pattern_; }
  const BoolMatrix& hessian_pattern() const override { return hessian_pattern_; }

  void set_numbers(std::span<const double> numbers) override {
    for (const StackedPart& part : parts_) {
      part.function->set_numbers(numbers);
      if (part.hessian) part.hessian->set_numbers(numbers);
    }
  }

  void require_level(Level level) const override {
    for (const StackedPart& part : parts_) {
      part.function->require_level(part.hessian ? std::min(level, Level::jacobian) : level);
      of_second_order(part).require_level(level);
    }
  }

  void evaluate(KnotBatch& batch, int first, int count, Level level) override {
    for (int from = first; from < first + count; from += kKnotsAtOnce) {
      const int some = std::min(kKnotsAtOnce, first + count - from);
      if (level >= Level::jacobian) batch.jacobians.middleCols(from, some).setZero();
      if (level == Level::hessian) batch.hessians.middleCols(from, some).setZero();
      for (std::size_t p = 0; p < parts_.size(); ++p) evaluate(parts_[p], batches_[p], batch, from, some, level);
    }
  }

 private:
  static KnotFunction& of_second_order(const StackedPart& part) {
    return part.hessian ? *part.hessian : *part.function;
  }

  void evaluate(const StackedPart& part, KnotBatch& own, KnotBatch& batch, int first, int count, Level level) const {
    const int rows = static_cast<int>(part.rows.size());
    own.inputs.leftCols(count) = batch.inputs.middleCols(first, count);
    if (level == Level::hessian) {
      for (int i = 0; i < rows; ++i) {
        own.weights.row(i).head(count) = batch.weights.row(part.rows[i]).segment(first, count);
      }
      of_second_order(part).evaluate(own, 0, count, level);
      batch.hessians.middleCols(first, count) += own.hessians.leftCols(count);
    }
    if (level < Level::hessian || part.hessian) {
      part.function->evaluate(own, 0, count, std::min(level, Level::jacobian));
    }
    for (int i = 0; i < rows; ++i) {
      batch.values.row(part.rows[i]).segment(first, count) = own.values.row(i).head(count);
      if (level < Level::jacobian) continue;
      for (int input = 0; input < inputs_; ++input) {
        batch.jacobians.row(input * outputs_ + part.rows[i]).segment(first, count) =
            own.jacobians.row(input * rows + i).head(count);
      }
    }
  }

  int inputs_, outputs_;
  std::vector<StackedPart> parts_;
  std::vector<KnotBatch> batches_;
  BoolMatrix jacobian_pattern_, hessian_pattern_;
};

}  // namespace

std::unique_ptr<KnotFunction> make_stacked_knot_function(const KnotBlocks& blocks, std::vector<StackedPart> parts) {
  return std::make_unique<StackedKnotFunction>(blocks, std::move(parts));
}

}  // namespace tandem
