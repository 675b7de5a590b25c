#pragma once

#include <tandem/derivatives/knot.hpp>

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace tandem {

/// A function of one instant and of the motion of frames of a model, whose states the instant has. `inner` is the same
/// as a function of the states followed by numbers_of_a_frame() for each frame.
class FrameFunction {
 public:
  FrameFunction(MultibodyDynamics dynamics, std::vector<Frame> frames, GenericFunction inner, int states, int controls);
  ~FrameFunction();

  const MultibodyDynamics& dynamics() const { return function_.dynamics(); }
  /// The dynamics as a function, which accelerations come from.
  const MultibodyFunction& rates() const { return function_; }
  const std::vector<Frame>& frames() const { return frames_; }
  const GenericFunction& inner() const { return inner_; }
  int of_a_frame() const { return numbers_of_a_frame(controls_); }
  int inner_states() const { return dynamics().states() + of_a_frame() * static_cast<int>(frames_.size()); }

  /// Whether it depends on accelerations. The first time, the function is recorded.
  bool uses_accelerations(std::span<const double> numbers) const;

  /// Values for one state, or recorded; threads may call it together. Nothing is allocated for doubles once a thread's
  /// first call is over. NaN where the model has no motion.
  template <class S>
  void operator()(const KnotView<S>& knot, std::span<S> out) const;

 private:
  template <class S>
  struct Scratch;
  struct Pool;

  template <class S>
  void evaluate(Scratch<S>& scratch, const KnotView<S>& knot, std::span<S> out, bool with_accelerations) const;

  MultibodyFunction function_;
  std::vector<Frame> frames_;
  GenericFunction inner_;
  int controls_;
  std::unique_ptr<Pool> pool_;
  mutable std::once_flag looked_;
  mutable bool uses_accelerations_ = false;
};

/// So many states of a model, and numbers of frames that stand apart, at which functions of them are recorded: what is
/// divided by, as a distance, is not zero there.
std::vector<double> recorded_frames(const Model& model, int states, std::size_t frames, int of_a_frame);

}  // namespace tandem
