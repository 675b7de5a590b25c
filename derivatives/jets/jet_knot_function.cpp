#include <tandem/core/error.hpp>
#include <tandem/derivatives/jets/jet_passes.hpp>
#include <tandem/derivatives/jets/with_jets.hpp>
#include <tandem/derivatives/knot_function.hpp>
#include <tandem/derivatives/recording.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

namespace tandem {
namespace {

constexpr int kLanes = Pack4::kWidth;
using Packs = std::vector<Pack4>;

/// packs[i] holds, lane by lane, number i of the four columns. The first operations wait for these: single loads into
/// registers bring them sooner than full ones and transposes.
void gather(const std::array<const double*, kLanes>& columns, int count, Pack4* packs) {
  for (int i = 0; i < count; ++i) {
    packs[i] = Pack4(Pack4::Lanes{columns[0][i], columns[1][i], columns[2][i], columns[3][i]});
  }
}

/// The other way round. Whole columns, zeros and all: four full stores for four numbers of four knots cost less than
/// clearing and as many single stores of the numbers that are not zero.
void scatter(const Packs& from, const std::array<double*, kLanes>& into) {
  const int count = static_cast<int>(from.size());
  const Pack4* const packs = from.data();
  const std::array<double*, kLanes> columns = into;  // a copy: no store of a number can change it
  int i = 0;
  for (; i + kLanes <= count; i += kLanes) {
    std::array<Pack4, kLanes> tile{packs[i], packs[i + 1], packs[i + 2], packs[i + 3]};
    transpose(tile[0], tile[1], tile[2], tile[3]);
    for (int lane = 0; lane < kLanes; ++lane) std::memcpy(columns[lane] + i, &tile[lane], sizeof(Pack4));
  }
  for (; i < count; ++i) {
    const Pack4::Lanes lanes = packs[i].lanes;
    for (int lane = 0; lane < kLanes; ++lane) columns[lane][i] = lanes[lane];
  }
}

/// Four knots on their way through the blocks. What comes out are images of the batch's columns: zeros outside the
/// patterns stand there from the beginning, derivatives that are constant from when they are known.
struct JetKnots {
  Packs inputs;   ///< states, controls, time, free numbers
  Packs numbers;  ///< all of them; the free ones are the knots' own
  Packs weights;
  Packs values, jacobian, hessian;
  Packs hessian_sums;  ///< over blocks, for the places of the Hessian's lower triangle
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
        jacobian_(function_.outputs() * kMostSeeds),
        hessian_(kMostSeeds * (kMostSeeds + 1) / 2) {}

  void forget_constants() { constants_known_ = false; }

  void evaluate(JetKnots& knots, Level level) {
    const std::vector<JetPass>& passes = level == Level::hessian ? passes_.second : passes_.first;
    if (level == Level::values || passes.empty()) run_values(knots);
    if (level == Level::values) return;
    for (const JetPass& pass : passes) {
      run(pass, knots);
      for (const auto& [source, target] : pass.jacobian) knots.jacobian[target] = jacobian_[source];
      for (const auto& [source, target] : pass.hessian) knots.hessian_sums[target] += hessian_[source];
    }
    if (!constants_known_) find_constants(knots);
  }

 private:
  static constexpr int kMostSeeds =
      std::max_element(kJetShapes.begin(), kJetShapes.end(), [](const JetShape& a, const JetShape& b) {
        return a.seeds < b.seeds;
      })->seeds;

  void run(const JetPass& pass, JetKnots& knots) {
    function_.jets()->jets[pass.shape](function_.generic(), {.inputs = knots.inputs.data(),
                                                             .numbers = knots.numbers.data(),
                                                             .seeds = pass.seeds.data(),
                                                             .seeded_numbers = pass.seeded_numbers.data(),
                                                             .weights = knots.weights.data() + first_row_,
                                                             .curved = curved_.data(),
                                                             .values = knots.values.data() + first_row_,
                                                             .jacobian = jacobian_.data(),
                                                             .hessian = hessian_.data()});
  }

  void run_values(JetKnots& knots) const {
    const std::span<const Pack4> inputs(knots.inputs);
    const KnotView<Pack4> view{inputs.first(states_), inputs.subspan(states_, controls_), inputs[states_ + controls_],
                               knots.numbers};
    function_.jets()->packs(function_.generic(), view,
                            std::span<Pack4>(knots.values).subspan(first_row_, function_.outputs()));
  }

  /// A derivative that depends on no input is found at the first knots; if one of these lies where the block has none
  /// (the logarithm of a negative number elsewhere in it makes them NaN), at later ones. In a block with pieces, at
  /// all.
  void find_constants(JetKnots& knots) {
    constants_known_ = !has_pieces_;
    for (const JetPass& pass : passes_.constant) {
      run(pass, knots);
      for (const auto& [source, target] : pass.jacobian) {
        const Pack4& found = jacobian_[source];
        knots.jacobian[target] = found;
        for (int lane = 0; lane < kLanes; ++lane) constants_known_ = constants_known_ && std::isfinite(found[lane]);
      }
    }
    if (!constants_known_) return;
    for (const JetPass& pass : passes_.constant) {  // the same for all knots, to the last digit
      for (const JetPass::Entry& entry : pass.jacobian) {
        knots.jacobian[entry.target] = Pack4(knots.jacobian[entry.target][0]);
      }
    }
  }

  GenericFunction function_;
  int states_, controls_;
  int first_row_;
  JetPasses passes_;
  std::vector<char> curved_;
  bool has_pieces_;
  bool constants_known_ = false;
  Packs jacobian_, hessian_;  ///< what a kernel writes
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
    knots_.inputs.assign(inputs_, Pack4(0.0));
    knots_.weights.assign(outputs_, Pack4(0.0));
    knots_.values.assign(outputs_, Pack4(0.0));
    knots_.jacobian.assign(outputs_ * inputs_, Pack4(0.0));
    knots_.hessian.assign(inputs_ * inputs_, Pack4(0.0));
    knots_.hessian_sums.assign(places_.size(), Pack4(0.0));
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
      const Columns columns(knot, first + count - 1);
      load(batch, columns, level);
      for (JetBlock& block : blocks_) block.evaluate(knots_, level);
      store(batch, columns, level);
    }
  }

 private:
  /// Where four knots stand in a batch; after the last one it is repeated.
  struct Columns {
    Columns(int knot, int last) {
      for (int lane = 0; lane < kLanes; ++lane) index[lane] = std::min(knot + lane, last);
    }
    template <class Matrix>
    auto of(Matrix& matrix) const {
      const long rows = matrix.rows();
      auto* const data = matrix.data();
      return std::array{data + index[0] * rows, data + index[1] * rows, data + index[2] * rows, data + index[3] * rows};
    }
    std::array<long, kLanes> index;
  };

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

  void load(const KnotBatch& batch, const Columns& columns, Level level) {
    gather(columns.of(batch.inputs), inputs_, knots_.inputs.data());
    for (std::size_t i = 0; i < free_numbers_.size(); ++i) {
      knots_.numbers[free_numbers_[i]] = knots_.inputs[states_and_controls_ + 1 + i];
    }
    if (level < Level::hessian) return;
    gather(columns.of(batch.weights), outputs_, knots_.weights.data());
    std::fill(knots_.hessian_sums.begin(), knots_.hessian_sums.end(), Pack4(0.0));
  }

  void store(KnotBatch& batch, const Columns& columns, Level level) {
    scatter(knots_.values, columns.of(batch.values));
    if (level < Level::jacobian) return;
    scatter(knots_.jacobian, columns.of(batch.jacobians));
    if (level < Level::hessian) return;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      knots_.hessian[places_[i].lower] = knots_.hessian_sums[i];
      knots_.hessian[places_[i].upper] = knots_.hessian_sums[i];
    }
    scatter(knots_.hessian, columns.of(batch.hessians));
  }

  int states_and_controls_, inputs_, outputs_;
  std::vector<int> free_numbers_;
  BoolMatrix jacobian_pattern_, hessian_pattern_;
  std::vector<Place> places_;
  std::vector<JetBlock> blocks_;
  JetKnots knots_;
};

}  // namespace

std::unique_ptr<KnotFunction> make_jet_knot_function(const KnotBlocks& blocks) {
  for (const KnotBlock& block : blocks.blocks) {
    require(block.function.jets() != nullptr,
            "derivatives: '{}' was not compiled for jets; state it by with_jets(...) for the plug 'jets'", block.name);
  }
  return std::make_unique<JetKnotFunction>(blocks);
}

}  // namespace tandem
