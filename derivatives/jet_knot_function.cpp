#include <tandem/derivatives/jet_passes.hpp>
#include <tandem/derivatives/recording.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace tandem {
namespace {

constexpr int kLanes = Pack4::kWidth;
using Packs = std::vector<Pack4>;

/// Four knots on their way through the blocks: what goes in, and where what comes out is to be stored.
struct FourKnots {
  Packs inputs;   ///< states, controls, time
  Packs numbers;  ///< all of them; the free ones are the knots' own
  Packs weights;
  Packs hessian;  ///< sums over blocks, for the places of the Hessian's lower triangle
  std::array<double*, kLanes> values{}, jacobians{};

  static void store(const std::array<double*, kLanes>& columns, int place, const Pack4& pack) {
    const Pack4::Lanes lanes = pack.lanes;
    for (int lane = 0; lane < kLanes; ++lane) columns[lane][place] = lanes[lane];
  }
};

/// One block: its passes, and the derivatives that are the same everywhere.
class JetBlock {
 public:
  JetBlock(const KnotBlocks& blocks, int block, const BlockPatterns& patterns, const Eigen::MatrixXi& hessian_place)
      : function_(blocks.blocks[block].function),
        states_(blocks.states),
        controls_(blocks.controls),
        first_row_(patterns.first_row),
        passes_(plan_passes(blocks, block, patterns, hessian_place)),
        curved_(patterns.curved),
        has_pieces_(patterns.has_pieces),
        values_(function_.outputs()),
        jacobian_(function_.outputs() * kMostSeeds),
        hessian_(kMostSeeds * (kMostSeeds + 1) / 2) {
    for (const JetPass& pass : passes_.constant) {
      for (const JetPass::Entry& entry : pass.jacobian) constants_.push_back({entry.target, 0.0});
    }
  }

  void forget_constants() { constants_known_ = false; }

  void evaluate(FourKnots& knots, Level level) {
    const std::vector<JetPass>& passes = level == Level::hessian ? passes_.second : passes_.first;
    if (level == Level::values || passes.empty()) run_values(knots);
    if (level == Level::values) return;
    for (const JetPass& pass : passes) {
      run(pass, knots);
      for (const auto& [source, target] : pass.jacobian) FourKnots::store(knots.jacobians, target, jacobian_[source]);
      for (const auto& [source, target] : pass.hessian) knots.hessian[target] += hessian_[source];
    }
    if (!passes.empty()) store_values(knots);
    if (constants_known_) {
      for (const auto& [target, value] : constants_) FourKnots::store(knots.jacobians, target, Pack4(value));
    } else {
      find_constants(knots);
    }
  }

 private:
  static constexpr int kMostSeeds =
      std::max_element(kJetShapes.begin(), kJetShapes.end(), [](const JetShape& a, const JetShape& b) {
        return a.seeds < b.seeds;
      })->seeds;

  struct Constant {
    int target;
    double value;
  };

  void run(const JetPass& pass, const FourKnots& knots) {
    function_.run_jets(pass.shape, {.inputs = knots.inputs.data(),
                                    .numbers = knots.numbers.data(),
                                    .seeds = pass.seeds.data(),
                                    .seeded_numbers = pass.seeded_numbers.data(),
                                    .weights = knots.weights.data() + first_row_,
                                    .curved = curved_.data(),
                                    .values = values_.data(),
                                    .jacobian = jacobian_.data(),
                                    .hessian = hessian_.data()});
  }

  void run_values(const FourKnots& knots) {
    const std::span<const Pack4> inputs(knots.inputs);
    function_(KnotView<Pack4>{inputs.first(states_), inputs.subspan(states_, controls_), inputs.back(), knots.numbers},
              std::span<Pack4>(values_));
    store_values(knots);
  }

  void store_values(const FourKnots& knots) const {
    for (int i = 0; i < function_.outputs(); ++i) FourKnots::store(knots.values, first_row_ + i, values_[i]);
  }

  /// A derivative that depends on no input is found at the first knots; if these lie where the block has none (the
  /// logarithm of a negative number elsewhere in it makes them NaN), at later ones. In a block with pieces, at all.
  void find_constants(const FourKnots& knots) {
    std::size_t next = 0;
    constants_known_ = !has_pieces_;
    for (const JetPass& pass : passes_.constant) {
      run(pass, knots);
      for (const auto& [source, target] : pass.jacobian) {
        FourKnots::store(knots.jacobians, target, jacobian_[source]);
        constants_[next++].value = jacobian_[source][0];
        constants_known_ = constants_known_ && std::isfinite(jacobian_[source][0]);
      }
    }
  }

  GenericFunction function_;
  int states_, controls_;
  int first_row_;
  JetPasses passes_;
  std::vector<char> curved_;
  bool has_pieces_;
  std::vector<Constant> constants_;
  bool constants_known_ = false;
  Packs values_, jacobian_, hessian_;  ///< what a kernel writes
};

class JetKnotFunction : public KnotFunction {
 public:
  explicit JetKnotFunction(const KnotBlocks& blocks)
      : states_and_controls_(blocks.states + blocks.controls),
        inputs_(blocks.inputs()),
        outputs_(blocks.outputs()),
        free_numbers_(blocks.free_numbers),
        jacobian_pattern_(BoolMatrix::Constant(outputs_, inputs_, false)),
        hessian_pattern_(BoolMatrix::Constant(inputs_, inputs_, false)) {
    if (outputs_ > 0) plan(blocks);
    knots_.inputs.assign(states_and_controls_ + 1, Pack4(0.0));
    knots_.weights.assign(outputs_, Pack4(0.0));
    knots_.hessian.assign(places_.size(), Pack4(0.0));
    knots_.numbers.assign(blocks.numbers.begin(), blocks.numbers.end());
  }

  int inputs() const override { return inputs_; }
  int outputs() const override { return outputs_; }
  const BoolMatrix& jacobian_pattern() const override { return jacobian_pattern_; }
  const BoolMatrix& hessian_pattern() const override { return hessian_pattern_; }

  void set_numbers(std::span<const double> numbers) override {
    require(numbers.size() == knots_.numbers.size(), "knot function: {} named numbers were given, it has {}",
            numbers.size(), knots_.numbers.size());
    knots_.numbers.assign(numbers.begin(), numbers.end());
    for (JetBlock& block : blocks_) block.forget_constants();
  }

  void evaluate(KnotBatch& batch, int first, int count, Level level) override {
    for (int knot = first; knot < first + count; knot += kLanes) {
      load(batch, knot, first + count - 1, level);
      for (JetBlock& block : blocks_) block.evaluate(knots_, level);
      if (level == Level::hessian) store_hessian();
    }
  }

 private:
  struct Place {
    int lower, upper;  ///< of one entry of the Hessian, in a knot's column
  };

  void plan(const KnotBlocks& blocks) {
    std::vector<BlockPatterns> patterns;
    int row = 0;
    for (const KnotBlock& block : blocks.blocks) {
      patterns.push_back(patterns_of(blocks, block, row));
      jacobian_pattern_.middleRows(row, block.outputs()) = patterns.back().jacobian;
      hessian_pattern_ = hessian_pattern_.array() || patterns.back().hessian.array();
      row += block.outputs();
    }
    const Eigen::MatrixXi place = number_places();
    const int count = static_cast<int>(blocks.blocks.size());
    for (int b = 0; b < count; ++b) blocks_.emplace_back(blocks, b, patterns[b], place);
  }

  /// As a tape of this block alone tells.
  static BlockPatterns patterns_of(const KnotBlocks& blocks, const KnotBlock& block, int row) {
    KnotBlocks alone = blocks;
    alone.blocks = {block};
    CppAD::ADFun<double> tape = record(alone);
    BlockPatterns patterns;
    patterns.first_row = row;
    patterns.jacobian = as_matrix(jacobian_places(tape));
    patterns.hessian = BoolMatrix::Constant(blocks.inputs(), blocks.inputs(), false);
    patterns.has_pieces = has_pieces(tape);
    for (int output = 0; output < block.outputs(); ++output) {
      const BoolMatrix pattern = as_matrix(hessian_places(tape, output, 1));
      patterns.hessian = patterns.hessian.array() || pattern.array();
      patterns.curved.push_back(pattern.any() ? 1 : 0);
    }
    return patterns;
  }

  Eigen::MatrixXi number_places() {
    Eigen::MatrixXi place = Eigen::MatrixXi::Constant(inputs_, inputs_, -1);
    for (int row = 0; row < inputs_; ++row) {
      for (int col = 0; col <= row; ++col) {
        if (!hessian_pattern_(row, col)) continue;
        place(row, col) = static_cast<int>(places_.size());
        places_.push_back({col * inputs_ + row, row * inputs_ + col});
      }
    }
    return place;
  }

  /// Takes four knots from the batch; after the last one it is repeated.
  void load(KnotBatch& batch, int knot, int last, Level level) {
    std::array<int, kLanes> column;
    for (int lane = 0; lane < kLanes; ++lane) column[lane] = std::min(knot + lane, last);
    std::array<const double*, kLanes> in;
    for (int lane = 0; lane < kLanes; ++lane) in[lane] = batch.inputs.data() + column[lane] * inputs_;
    for (int i = 0; i <= states_and_controls_; ++i) gather(in, i, knots_.inputs[i]);
    for (std::size_t i = 0; i < free_numbers_.size(); ++i) {
      gather(in, states_and_controls_ + 1 + static_cast<int>(i), knots_.numbers[free_numbers_[i]]);
    }
    const int count = column[kLanes - 1] - knot + 1;
    for (int lane = 0; lane < kLanes; ++lane) knots_.values[lane] = batch.values.data() + column[lane] * outputs_;
    if (level < Level::jacobian) return;
    const int jacobian = outputs_ * inputs_, hessian = inputs_ * inputs_;
    batch.jacobians.middleCols(knot, count).setZero();
    for (int lane = 0; lane < kLanes; ++lane) knots_.jacobians[lane] = batch.jacobians.data() + column[lane] * jacobian;
    if (level < Level::hessian) return;
    batch.hessians.middleCols(knot, count).setZero();
    for (int lane = 0; lane < kLanes; ++lane) {
      hessians_[lane] = batch.hessians.data() + column[lane] * hessian;
      in[lane] = batch.weights.data() + column[lane] * outputs_;
    }
    for (int i = 0; i < outputs_; ++i) gather(in, i, knots_.weights[i]);
    std::fill(knots_.hessian.begin(), knots_.hessian.end(), Pack4(0.0));
  }

  static void gather(const std::array<const double*, kLanes>& columns, int row, Pack4& pack) {
    pack = Pack4(Pack4::Lanes{columns[0][row], columns[1][row], columns[2][row], columns[3][row]});
  }

  void store_hessian() const {
    for (std::size_t i = 0; i < places_.size(); ++i) {
      FourKnots::store(hessians_, places_[i].lower, knots_.hessian[i]);
      FourKnots::store(hessians_, places_[i].upper, knots_.hessian[i]);
    }
  }

  int states_and_controls_, inputs_, outputs_;
  std::vector<int> free_numbers_;
  BoolMatrix jacobian_pattern_, hessian_pattern_;
  std::vector<Place> places_;
  std::vector<JetBlock> blocks_;
  FourKnots knots_;
  std::array<double*, kLanes> hessians_{};
};

}  // namespace

std::unique_ptr<KnotFunction> make_jet_knot_function(const KnotBlocks& blocks) {
  return std::make_unique<JetKnotFunction>(blocks);
}

}  // namespace tandem
