#pragma once

#include <tandem/derivatives/frame_chain.hpp>
#include <tandem/derivatives/knot_function.hpp>

#include <memory>
#include <span>
#include <vector>

namespace tandem {

/// Functions of an instant and of how frames move, chained with the motion: with z = [states; the frames' numbers m; u;
/// time; free numbers], Z = dz / d inputs and weights w,
///   d f = f_z Z,   d2 (w'f) = Z' (w'f)_zz Z + sum (w'f)_m d2 m.
/// What is of f comes from its bytecode, in its sparsity, what is of m from FrameChain. Four knots at a time.
class ChainedFunction {
 public:
  /// `inner` has the states of the dynamics, or the first of them, followed by so many numbers of each frame, of which
  /// it depends on the first `used`.
  struct OfAFrame {
    int all, used;
  };
  ChainedFunction(const MultibodyDynamics& dynamics, std::span<const Frame> frames, OfAFrame of_a_frame,
                  const MultibodyInputs& inputs, const KnotBlocks& inner);

  void set_numbers(std::span<const double> numbers) { inner_->set_numbers(numbers); }

  /// Allocates nothing after the first time at a level. `accelerations_by` are rows of d accelerations / d inputs,
  /// where frames have accelerations.
  void evaluate(const Pack4* inputs, const FourKnots& at, bool with_jacobian, const Pack4* accelerations_by = nullptr);
  /// Adds the Hessian of weights'f, after evaluate() with the Jacobian, but for second derivatives of accelerations.
  void add_hessian(const FourKnots& at, const Pack4* weights, Pack4* hessian, const Pack4* accelerations_by = nullptr);
  /// After add_hessian(): what it leaves is the Hessian of accelerations with these weights, added to `freedoms`.
  void weigh_accelerations(Pack4* freedoms) const;

  int outputs() const { return inner_->outputs(); }
  const Pack4& value(int row) const { return values_[row]; }
  /// A row of the Jacobian.
  const Pack4* by_inputs(int row) const { return by_inputs_.data() + row * inputs_.count; }
  FrameChain& frame(int index) { return frames_[index]; }
  FrameScratch& scratch() { return scratch_; }

 private:
  /// Where an inner input comes from: an outer one, a number of a frame, or nowhere.
  struct Source {
    int input = -1, frame = -1, number = -1;
  };

  void gather(const Pack4* inputs);
  Pack4 lanes(const Eigen::MatrixXd& columns, long row) const {
    return Pack4(Pack4::Lanes{columns(row, 0), columns(row, 1), columns(row, 2), columns(row, 3)});
  }
  /// row += factor * (the row of Z)
  void add_row(const Source& source, const Pack4& factor, Pack4* row) const;
  Pack4* number_row(const Source& source) {
    return number_rows_.data() + (source.frame * of_a_frame_ + source.number) * inputs_.count;
  }
  void add_product(const Source& row, const Source& column, const Pack4& entry, Pack4* hessian);
  void add_frames(const FourKnots& at, const Pack4* weights, const Pack4* accelerations_by, Pack4* hessian);

  MultibodyInputs inputs_;
  int of_a_frame_;  ///< numbers that are used
  std::vector<FrameChain> frames_;
  FrameScratch scratch_;
  std::unique_ptr<KnotFunction> inner_;
  SparseKnotBatch batch_;
  std::vector<Source> sources_;
  std::vector<Pack4> values_, by_inputs_;
  std::vector<Pack4> number_rows_;  ///< for each number of a frame, (w'f)_mz Z
  std::vector<Pack4> frame_weights_;
};

}  // namespace tandem
