#include <tandem/derivatives/acting_laws.hpp>

#include <tandem/derivatives/frame_function.hpp>

#include <algorithm>

namespace tandem {

KnotBlocks ActingLaws::blocks_of(const MultibodyDynamics& dynamics, const std::vector<int>& free_numbers,
                                 std::span<const double> numbers) {
  KnotBlocks blocks{dynamics.law_states(), dynamics.controls(), {}, {numbers.begin(), numbers.end()}, free_numbers};
  const Model& model = dynamics.model();
  blocks.recorded_at = recorded_frames(model, model.nq() + model.nv(), dynamics.law_frames().size(), kMovingNumbers);
  for (const Law& law : dynamics.laws()) {
    blocks.blocks.emplace_back(GenericFunction::of(law.function), dynamics.name_of(law));
  }
  return blocks;
}

ActingLaws::ActingLaws(const MultibodyDynamics& dynamics, const MultibodyInputs& inputs,
                       const std::vector<int>& free_numbers, std::span<const double> numbers)
    : dynamics_(dynamics),
      inputs_(inputs),
      laws_(dynamics, dynamics.law_frames(), {kMovingNumbers, kMovingNumbers}, inputs,
            blocks_of(dynamics, free_numbers, numbers)),
      forces_(inputs.nv, Pack4(0.0)),
      forces_by_(inputs.nv * inputs.count, Pack4(0.0)),
      weights_(laws_.outputs(), Pack4(0.0)) {
  int row = 0;
  for (const Law& law : dynamics.laws()) {
    rows_.push_back(row);
    row += law.function.outputs();
  }
}

void ActingLaws::act(const Pack4* inputs, const FourKnots& at, bool with_jacobian) {
  laws_.evaluate(inputs, at, with_jacobian);
  std::fill(forces_.begin(), forces_.end(), Pack4(0.0));
  for (std::size_t l = 0; l < rows_.size(); ++l) {
    const int freedom = dynamics_.laws()[l].freedom;
    if (freedom >= 0) forces_[freedom] += laws_.value(rows_[l]);
  }
  if (with_jacobian) differentiate();
}

void ActingLaws::differentiate() {
  std::fill(forces_by_.begin(), forces_by_.end(), Pack4(0.0));
  const auto add = [&](int freedom, const Pack4& factor, const Pack4* row) {
    Pack4* const to = forces_by_.data() + freedom * inputs_.count;
    for (int i = 0; i < inputs_.count; ++i) to[i] += factor * row[i];
  };
  for (std::size_t l = 0; l < rows_.size(); ++l) {
    const Law& law = dynamics_.laws()[l];
    if (law.freedom >= 0) {
      add(law.freedom, Pack4(1.0), laws_.by_inputs(rows_[l]));
      continue;
    }
    const FrameChain& frame = laws_.frame(law.frame);
    for (const int d : frame.freedoms()) {
      for (int k = 0; k < 6; ++k) add(d, frame.jacobian()(k, d), laws_.by_inputs(rows_[l] + k));
    }
  }
}

void ActingLaws::subtract_hessian(const FourKnots& at, const VectorX<Pack4>& y, Pack4* hessian) {
  for (std::size_t f = 0; f < dynamics_.law_frames().size(); ++f) {
    laws_.frame(static_cast<int>(f)).move_along(at, laws_.scratch(), y);
  }
  for (std::size_t l = 0; l < rows_.size(); ++l) {
    const Law& law = dynamics_.laws()[l];
    if (law.freedom >= 0) {
      weights_[rows_[l]] = -y(law.freedom);
      continue;
    }
    FrameChain& frame = laws_.frame(law.frame);
    for (int k = 0; k < 6; ++k) weights_[rows_[l] + k] = -frame.along(k);
    subtract_cross(rows_[l], frame, hessian);
  }
  laws_.add_hessian(at, weights_.data(), hessian);
}

/// dW'dV + dV'dW.
void ActingLaws::subtract_cross(int row, FrameChain& frame, Pack4* hessian) const {
  const int n = inputs_.count;
  for (int k = 0; k < 6; ++k) {
    const Pack4 *const by_w = laws_.by_inputs(row + k), *const by_v = frame.along_by(k);
    for (const int i : frame.reached()) {
      for (int j = 0; j < n; ++j) {
        const Pack4 product = by_v[i] * by_w[j];
        hessian[i * n + j] -= product;
        hessian[j * n + i] -= product;
      }
    }
  }
}

}  // namespace tandem
