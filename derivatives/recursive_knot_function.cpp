#include <tandem/core/error.hpp>
#include <tandem/derivatives/knot_function.hpp>
#include <tandem/derivatives/recording.hpp>
#include <tandem/derivatives/recursive_block.hpp>

#include <algorithm>
#include <array>
#include <limits>

namespace tandem {
namespace {

constexpr int kLanes = Pack4::kWidth;

/// One function of a model and where its entries stand in a knot's columns.
struct PlacedBlock {
  std::unique_ptr<RecursiveBlock> function;
  int outputs, first_row;
  std::vector<std::array<int, 2>> jacobian, hessian;  ///< (row, column) of the patterns; of the lower triangle
};

/// The columns of a batch that four lanes are written to; the last knot may stand in several.
using Columns = std::array<int, kLanes>;

class RecursiveKnotFunction : public KnotFunction {
 public:
  explicit RecursiveKnotFunction(const KnotBlocks& blocks)
      : inputs_(blocks.inputs()),
        outputs_(blocks.outputs()),
        numbers_(blocks.numbers.size()),
        jacobian_pattern_(BoolMatrix::Constant(outputs_, inputs_, false)),
        hessian_pattern_(BoolMatrix::Constant(inputs_, inputs_, false)),
        in_(inputs_, Pack4(0.0)),
        weights_(outputs_, Pack4(0.0)),
        rows_(std::max(inputs_, outputs_)) {
    int row = 0;
    for (const KnotBlock& block : blocks.blocks) {
      add(blocks, block, row);
      row += block.outputs();
    }
  }

  int inputs() const override { return inputs_; }
  int outputs() const override { return outputs_; }
  const BoolMatrix& jacobian_pattern() const override { return jacobian_pattern_; }
  const BoolMatrix& hessian_pattern() const override { return hessian_pattern_; }

  void set_numbers(std::span<const double> numbers) override {
    require(numbers.size() == numbers_, "knot function: {} named numbers were given, it has {}", numbers.size(),
            numbers_);
    for (const PlacedBlock& block : blocks_) block.function->set_numbers(numbers);
  }

  void evaluate(KnotBatch& batch, int first, int count, Level level) override {
    for (int knot = first; knot < first + count; knot += kLanes) {
      Columns columns;
      for (int lane = 0; lane < kLanes; ++lane) columns[lane] = std::min(knot + lane, first + count - 1);
      try {
        evaluate(batch, columns, level);
      } catch (const Error&) {
        evaluate_one_by_one(batch, columns, level);
      }
    }
  }

 private:
  void add(const KnotBlocks& blocks, const KnotBlock& block, int row) {
    KnotBlocks alone = blocks;
    alone.blocks = {block};
    CppAD::ADFun<double> tape = record(alone);
    const BoolMatrix jacobian = as_matrix(jacobian_places(tape));
    const BoolMatrix hessian = as_matrix(hessian_places(tape, 0, block.outputs()));
    blocks_.push_back({block.function.frames() != nullptr ? make_frame_block(blocks, block.function)
                                                          : make_multibody_block(blocks, block.function, hessian),
                       block.outputs(),
                       row,
                       {},
                       {}});
    for (int j = 0; j < inputs_; ++j) {
      for (int i = 0; i < block.outputs(); ++i) {
        if (jacobian(i, j)) blocks_.back().jacobian.push_back({i, j});
      }
      for (int i = j; i < inputs_; ++i) {
        if (hessian(i, j)) blocks_.back().hessian.push_back({i, j});
      }
    }
    jacobian_pattern_.middleRows(row, block.outputs()) = jacobian;
    hessian_pattern_ = hessian_pattern_.array() || hessian.array();
  }

  void evaluate(KnotBatch& batch, const Columns& columns, Level level) {
    gather(batch.inputs, columns, in_);
    if (level == Level::hessian) gather(batch.weights, columns, weights_);
    const int some = columns[kLanes - 1] - columns[0] + 1;
    if (level >= Level::jacobian) batch.jacobians.middleCols(columns[0], some).setZero();
    if (level == Level::hessian) batch.hessians.middleCols(columns[0], some).setZero();
    for (const PlacedBlock& block : blocks_) {
      block.function->evaluate(in_.data(), weights_.data() + block.first_row, level);
      store(block, batch, columns, level);
    }
  }

  void store(const PlacedBlock& block, KnotBatch& batch, const Columns& columns, Level level) {
    const int row = block.first_row;
    const RecursiveBlock& function = *block.function;
    for (int i = 0; i < block.outputs; ++i) scatter(function.value(i), batch.values, columns, row + i);
    if (level < Level::jacobian) return;
    for (int i = 0; i < block.outputs; ++i) rows_[i] = function.jacobian_row(i);
    for (const auto& [i, j] : block.jacobian) {
      scatter(rows_[i][j], batch.jacobians, columns, j * outputs_ + row + i);
    }
    if (level < Level::hessian) return;
    for (int i = 0; i < inputs_; ++i) rows_[i] = function.hessian_row(i);
    for (const auto& [i, j] : block.hessian) add_symmetric(rows_[i][j], batch.hessians, columns, i, j);
  }

  /// What has no value in one knot must not spoil the three others.
  void evaluate_one_by_one(KnotBatch& batch, const Columns& columns, Level level) {
    for (const int column : columns) {
      try {
        evaluate(batch, Columns{column, column, column, column}, level);
      } catch (const Error&) {
        fill_with_nan(batch, column, level);
      }
    }
  }

  void fill_with_nan(KnotBatch& batch, int column, Level level) const {
    constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
    batch.values.col(column).setConstant(kNan);
    if (level < Level::jacobian) return;
    for (int j = 0; j < inputs_; ++j) {
      for (int i = 0; i < outputs_; ++i) {
        if (jacobian_pattern_(i, j)) batch.jacobians(j * outputs_ + i, column) = kNan;
      }
      for (int i = 0; i < inputs_ && level == Level::hessian; ++i) {
        if (hessian_pattern_(i, j)) batch.hessians(j * inputs_ + i, column) = kNan;
      }
    }
  }

  static void gather(const Eigen::MatrixXd& from, const Columns& columns, std::vector<Pack4>& to) {
    for (std::size_t i = 0; i < to.size(); ++i) {
      const long row = static_cast<long>(i);
      to[i] = Pack4(
          Pack4::Lanes{from(row, columns[0]), from(row, columns[1]), from(row, columns[2]), from(row, columns[3])});
    }
  }

  static void scatter(const Pack4& from, Eigen::MatrixXd& to, const Columns& columns, int row) {
    for (int lane = 0; lane < kLanes; ++lane) to(row, columns[lane]) = from[lane];
  }

  /// Blocks add up; a knot that stands in several lanes is taken once.
  void add_symmetric(const Pack4& from, Eigen::MatrixXd& to, const Columns& columns, int i, int j) const {
    for (int lane = 0; lane < kLanes; ++lane) {
      if (lane > 0 && columns[lane] == columns[lane - 1]) break;
      const double sum = to(j * inputs_ + i, columns[lane]) + from[lane];
      to(j * inputs_ + i, columns[lane]) = sum;
      to(i * inputs_ + j, columns[lane]) = sum;
    }
  }

  int inputs_, outputs_;
  std::size_t numbers_;
  BoolMatrix jacobian_pattern_, hessian_pattern_;
  std::vector<PlacedBlock> blocks_;
  std::vector<Pack4> in_, weights_;
  std::vector<const Pack4*> rows_;  ///< of one block's Jacobian or Hessian
};

}  // namespace

std::unique_ptr<KnotFunction> make_recursive_knot_function(const KnotBlocks& blocks) {
  for (const KnotBlock& block : blocks.blocks) {
    const MultibodyFunction* const multibody = block.function.multibody();
    const FrameFunction* const frames = block.function.frames();
    require(multibody != nullptr || frames != nullptr,
            "derivatives: the plug 'recursive' is for multibody dynamics and frames, which '{}' is not", block.name);
    check_tree(block.function.dynamics()->model(), "analytic derivatives");
    if (multibody != nullptr) multibody->check_sizes(blocks.states, blocks.controls);
  }
  return std::make_unique<RecursiveKnotFunction>(blocks);
}

}  // namespace tandem
