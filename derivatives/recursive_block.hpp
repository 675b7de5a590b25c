#pragma once

#include <tandem/derivatives/chained_function.hpp>
#include <tandem/derivatives/frame_function.hpp>
#include <tandem/derivatives/recursive_hessian.hpp>

#include <memory>
#include <span>

namespace tandem {

/// A function of a model at four knots, with analytic derivatives.
class RecursiveBlock {
 public:
  virtual ~RecursiveBlock() = default;
  virtual void set_numbers(std::span<const double> numbers) = 0;
  /// Weights of its outputs are read at Level::hessian. Throws what the recursions throw.
  virtual void evaluate(const Pack4* inputs, const Pack4* weights, Level level) = 0;
  virtual const Pack4& value(int output) const = 0;
  /// A row of derivatives by the inputs.
  virtual const Pack4* jacobian_row(int output) const = 0;
  /// Of entries in the pattern that it was made with.
  virtual const Pack4* hessian_row(int input) const = 0;
};

/// The rates of a tree of bodies, or the force or effort of its joints.
std::unique_ptr<RecursiveBlock> make_multibody_block(const KnotBlocks& blocks, const GenericFunction& function,
                                                     const BoolMatrix& pattern);

/// A function of frames' motions.
std::unique_ptr<RecursiveBlock> make_frame_block(const KnotBlocks& blocks, const GenericFunction& function);

}  // namespace tandem
