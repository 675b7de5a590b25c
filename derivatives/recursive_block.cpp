#include <tandem/derivatives/recursive_block.hpp>

#include <algorithm>

namespace tandem {
namespace {

class MultibodyBlock : public RecursiveBlock {
 public:
  MultibodyBlock(const KnotBlocks& blocks, const GenericFunction& function, const BoolMatrix& pattern)
      : function_(function),
        first_(*function_.multibody(), blocks.free_numbers, blocks.numbers),
        second_(*function_.multibody(), first_, blocks.numbers.size(), pattern) {}

  void set_numbers(std::span<const double> numbers) override {
    first_.set_numbers(numbers);
    second_.set_numbers();
  }
  void evaluate(const Pack4* inputs, const Pack4* weights, Level level) override {
    first_.evaluate(inputs, level >= Level::jacobian);
    if (level == Level::hessian) second_.evaluate(weights);
  }
  const Pack4& value(int output) const override { return first_.value(output); }
  const Pack4* jacobian_row(int output) const override { return &first_.jacobian(output, 0); }
  const Pack4* hessian_row(int input) const override { return &second_.hessian(input, 0); }

 private:
  GenericFunction function_;
  RecursiveJacobian first_;
  RecursiveHessian second_;
};

KnotBlocks inner_blocks(const KnotBlocks& blocks, const FrameFunction& function) {
  KnotBlocks inner = blocks;
  inner.states = function.inner_states();
  inner.blocks = {{function.inner()}};
  inner.recorded_at = recorded_frames(function.dynamics().model(), function.dynamics().states(),
                                      function.frames().size(), function.of_a_frame());
  return inner;
}

/// What functions of frames share.
class FrameBlock : public RecursiveBlock {
 public:
  FrameBlock(const KnotBlocks& blocks, const GenericFunction& function, int numbers_of_a_frame)
      : function_(function),
        inputs_(dynamics(), blocks.controls, blocks.free_numbers),
        chained_(dynamics(), frames().frames(), {frames().of_a_frame(), numbers_of_a_frame}, inputs_,
                 inner_blocks(blocks, frames())),
        hessian_(inputs_.count * inputs_.count, Pack4(0.0)) {}

  const Pack4& value(int output) const override { return chained_.value(output); }
  const Pack4* jacobian_row(int output) const override { return chained_.by_inputs(output); }
  const Pack4* hessian_row(int input) const override { return hessian_.data() + input * inputs_.count; }

 protected:
  const FrameFunction& frames() const { return *function_.frames(); }
  const MultibodyDynamics& dynamics() const { return frames().dynamics(); }

  GenericFunction function_;
  MultibodyInputs inputs_;
  ChainedFunction chained_;
  std::vector<Pack4> hessian_;
};

class MovingBlock : public FrameBlock {
 public:
  MovingBlock(const KnotBlocks& blocks, const GenericFunction& function)
      : FrameBlock(blocks, function, kMovingNumbers),
        parameters_(dynamics()),
        numbers_(blocks.numbers.begin(), blocks.numbers.end()),
        q_(inputs_.nq),
        v_(inputs_.nv),
        still_(VectorX<Pack4>::Constant(inputs_.nv, Pack4(0.0))) {
    set_numbers(blocks.numbers);
  }

  void set_numbers(std::span<const double> numbers) override {
    std::copy(numbers.begin(), numbers.end(), numbers_.begin());
    parameters_.set(dynamics(), numbers_);
    chained_.set_numbers(numbers);
  }
  void evaluate(const Pack4* inputs, const Pack4* weights, Level level) override {
    std::copy_n(inputs, inputs_.nq, q_.data());
    std::copy_n(inputs + inputs_.nq, inputs_.nv, v_.data());
    for (const auto& [input, index] : inputs_.all_numbers) numbers_[index] = inputs[input];
    if (!inputs_.numbers.empty()) parameters_.set(dynamics(), numbers_);
    const FourKnots at{q_, v_, still_, parameters_.current, numbers_};
    chained_.evaluate(inputs, at, level >= Level::jacobian);
    if (level < Level::hessian) return;
    std::fill(hessian_.begin(), hessian_.end(), Pack4(0.0));
    chained_.add_hessian(at, weights, hessian_.data());
  }

 private:
  FollowingParameters<Pack4> parameters_;
  std::vector<Pack4> numbers_;
  VectorX<Pack4> q_, v_, still_;
};

/// Of accelerations too: what their second derivatives bring is the Hessian of the dynamics with the weights that the
/// function has of them.
class AcceleratedBlock : public FrameBlock {
 public:
  AcceleratedBlock(const KnotBlocks& blocks, const GenericFunction& function)
      : FrameBlock(blocks, function, kAcceleratedNumbers),
        first_(frames().rates(), blocks.free_numbers, blocks.numbers),
        second_(frames().rates(), first_, blocks.numbers.size(),
                BoolMatrix::Constant(inputs_.count, inputs_.count, true)),
        rate_weights_(dynamics().states(), Pack4(0.0)) {}

  void set_numbers(std::span<const double> numbers) override {
    first_.set_numbers(numbers);
    second_.set_numbers();
    chained_.set_numbers(numbers);
  }
  void evaluate(const Pack4* inputs, const Pack4* weights, Level level) override {
    first_.evaluate(inputs, level >= Level::jacobian);
    const FourKnots at{first_.q(), first_.v(), first_.accelerations(), first_.parameters(), first_.numbers()};
    const Pack4* const accelerations_by = first_.accelerations_by(0);
    chained_.evaluate(inputs, at, level >= Level::jacobian, accelerations_by);
    if (level < Level::hessian) return;
    std::fill(hessian_.begin(), hessian_.end(), Pack4(0.0));
    chained_.add_hessian(at, weights, hessian_.data(), accelerations_by);
    std::fill(rate_weights_.begin(), rate_weights_.end(), Pack4(0.0));
    chained_.weigh_accelerations(rate_weights_.data() + inputs_.nq);
    second_.evaluate(rate_weights_.data());
    for (int i = 0; i < inputs_.count; ++i) {
      for (int j = 0; j < inputs_.count; ++j) hessian_[i * inputs_.count + j] += second_.hessian(i, j);
    }
  }

 private:
  RecursiveJacobian first_;
  RecursiveHessian second_;
  std::vector<Pack4> rate_weights_;  ///< of [q'; a]
};

}  // namespace

std::unique_ptr<RecursiveBlock> make_multibody_block(const KnotBlocks& blocks, const GenericFunction& function,
                                                     const BoolMatrix& pattern) {
  return std::make_unique<MultibodyBlock>(blocks, function, pattern);
}

std::unique_ptr<RecursiveBlock> make_frame_block(const KnotBlocks& blocks, const GenericFunction& function) {
  if (function.frames()->uses_accelerations(blocks.numbers))
    return std::make_unique<AcceleratedBlock>(blocks, function);
  return std::make_unique<MovingBlock>(blocks, function);
}

}  // namespace tandem
