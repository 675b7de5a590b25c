#include <tandem/derivatives/chained_function.hpp>

#include <algorithm>

namespace tandem {

ChainedFunction::ChainedFunction(const MultibodyDynamics& dynamics, std::span<const Frame> frames, OfAFrame of_a_frame,
                                 const MultibodyInputs& inputs, const KnotBlocks& inner)
    : inputs_(inputs),
      of_a_frame_(of_a_frame.used),
      scratch_(dynamics, inner.numbers.size()),
      inner_(make_bytecode_knot_function(inner)),
      values_(inner.outputs(), Pack4(0.0)),
      by_inputs_(inner.outputs() * inputs.count, Pack4(0.0)),
      number_rows_(frames.size() * of_a_frame.used * inputs.count, Pack4(0.0)),
      frame_weights_(frames.size() * of_a_frame.used, Pack4(0.0)) {
  frames_.reserve(frames.size());
  for (const Frame& frame : frames) frames_.emplace_back(dynamics, frame, of_a_frame.used, inputs_);
  inner_->require_level(Level::hessian);
  batch_.resize(*inner_, Pack4::kWidth);
  const int states = inner.states - of_a_frame.all * static_cast<int>(frames.size());
  for (int i = 0; i < states; ++i) sources_.push_back({i, -1, -1});
  for (int f = 0; f < static_cast<int>(frames.size()); ++f) {
    for (int i = 0; i < of_a_frame.used; ++i) sources_.push_back({-1, f, i});
    sources_.resize(sources_.size() + of_a_frame.all - of_a_frame.used);
  }
  for (int i = inputs_.nx; i < inputs_.count; ++i) sources_.push_back({i, -1, -1});
}

void ChainedFunction::gather(const Pack4* inputs) {
  for (std::size_t z = 0; z < sources_.size(); ++z) {
    const Source& source = sources_[z];
    if (source.input < 0 && source.frame < 0) continue;  // stays zero
    const Pack4& from = source.input >= 0 ? inputs[source.input] : frames_[source.frame].number(source.number);
    for (int lane = 0; lane < Pack4::kWidth; ++lane) batch_.inputs(static_cast<long>(z), lane) = from[lane];
  }
}

void ChainedFunction::add_row(const Source& source, const Pack4& factor, Pack4* row) const {
  if (source.input >= 0) {
    row[source.input] += factor;
    return;
  }
  const FrameChain& frame = frames_[source.frame];
  const Pack4* const by = frame.number_by(source.number);
  for (const int i : frame.reached()) row[i] += factor * by[i];
}

void ChainedFunction::evaluate(const Pack4* inputs, const FourKnots& at, bool with_jacobian,
                               const Pack4* accelerations_by) {
  for (FrameChain& frame : frames_) {
    frame.move(at, scratch_);
    if (with_jacobian) frame.differentiate(at, scratch_, accelerations_by);
  }
  gather(inputs);
  inner_->evaluate_entries(batch_, 0, Pack4::kWidth, with_jacobian ? Level::jacobian : Level::values);
  for (int row = 0; row < outputs(); ++row) values_[row] = lanes(batch_.values, row);
  if (!with_jacobian) return;
  std::fill(by_inputs_.begin(), by_inputs_.end(), Pack4(0.0));
  for (std::size_t k = 0; k < batch_.jacobian_entries.size(); ++k) {
    const auto [row, col] = batch_.jacobian_entries[k];
    add_row(sources_[col], lanes(batch_.jacobians, static_cast<long>(k)), by_inputs_.data() + row * inputs_.count);
  }
}

/// The row of `row` takes entry times the row of Z of `column`: of an input it is the Hessian's own.
void ChainedFunction::add_product(const Source& row, const Source& column, const Pack4& entry, Pack4* hessian) {
  add_row(column, entry, row.input >= 0 ? hessian + row.input * inputs_.count : number_row(row));
}

void ChainedFunction::add_hessian(const FourKnots& at, const Pack4* weights, Pack4* hessian,
                                  const Pack4* accelerations_by) {
  for (int row = 0; row < outputs(); ++row) {
    for (int lane = 0; lane < Pack4::kWidth; ++lane) batch_.weights(row, lane) = weights[row][lane];
  }
  inner_->evaluate_entries(batch_, 0, Pack4::kWidth, Level::hessian);
  std::fill(number_rows_.begin(), number_rows_.end(), Pack4(0.0));
  for (std::size_t k = 0; k < batch_.hessian_entries.size(); ++k) {
    const Source &row = sources_[batch_.hessian_entries[k].row], &column = sources_[batch_.hessian_entries[k].col];
    const Pack4 entry = lanes(batch_.hessians, static_cast<long>(k));
    add_product(row, column, entry, hessian);
    if (&row != &column) add_product(column, row, entry, hessian);
  }
  add_frames(at, weights, accelerations_by, hessian);
}

void ChainedFunction::weigh_accelerations(Pack4* freedoms) const {
  for (std::size_t f = 0; f < frames_.size(); ++f) {
    frames_[f].weigh_accelerations(frame_weights_.data() + f * of_a_frame_, freedoms);
  }
}

void ChainedFunction::add_frames(const FourKnots& at, const Pack4* weights, const Pack4* accelerations_by,
                                 Pack4* hessian) {
  if (frames_.empty()) return;
  std::fill(frame_weights_.begin(), frame_weights_.end(), Pack4(0.0));
  for (std::size_t k = 0; k < batch_.jacobian_entries.size(); ++k) {
    const Source& column = sources_[batch_.jacobian_entries[k].col];
    if (column.frame < 0) continue;
    frame_weights_[column.frame * of_a_frame_ + column.number] +=
        weights[batch_.jacobian_entries[k].row] * lanes(batch_.jacobians, static_cast<long>(k));
  }
  for (int f = 0; f < static_cast<int>(frames_.size()); ++f) {
    for (int i = 0; i < of_a_frame_; ++i) {
      const Pack4* const from = number_row({-1, f, i});
      for (const int r : frames_[f].reached()) {
        const Pack4 factor = frames_[f].number_by(i)[r];
        for (int c = 0; c < inputs_.count; ++c) hessian[r * inputs_.count + c] += factor * from[c];
      }
    }
    frames_[f].add_hessian(at, scratch_, frame_weights_.data() + f * of_a_frame_, accelerations_by, hessian);
  }
}

}  // namespace tandem
