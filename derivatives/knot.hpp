#pragma once

#include <tandem/core/error.hpp>
#include <tandem/core/math.hpp>
#include <tandem/derivatives/knot_view.hpp>
#include <tandem/derivatives/multibody_function.hpp>
#include <tandem/derivatives/on_frame.hpp>
#include <tandem/derivatives/scalar_cppad.hpp>
#include <tandem/derivatives/user_function.hpp>
#include <tandem/derivatives/view_function.hpp>

#include <cstddef>
#include <memory>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace tandem {

template <int kStates, int kControls, class Function>
constexpr int outputs_of();

/// The function of frames' numbers that on_frames() stands for.
template <int kStates, int kControls, class Function>
struct InnerFunction {};
template <int kStates, int kControls, int kFrames, class Function>
struct InnerFunction<kStates, kControls, OnFrames<kFrames, Function>> {
  using Type = OnNumbers<kStates, kControls, kFrames, Function>;
};
template <int kStates, int kControls, class Function>
using InnerOf = typename InnerFunction<kStates, kControls, Function>::Type;

struct JetKernels;

/// What a function is compiled for besides if it asks for jets (derivatives/jets/with_jets.hpp); others have none.
template <int kStates, int kControls, class Function>
inline constexpr const JetKernels* kJetKernels = nullptr;

/// Calls a generic function, which knows its sizes or looks at those of the view.
template <class Scalar, int kStates, int kControls, class Function>
void run_generic(const void* function, const KnotView<Scalar>& view, std::span<Scalar> out) {
  const Knot<Scalar, kStates, kControls> knot = knot_of<kStates, kControls>(view);
  const auto result = (*static_cast<const Function*>(function))(knot);
  if constexpr (std::is_convertible_v<decltype(result), Scalar>) {
    out[0] = result;
  } else {
    require(result.size() == out.size(), "derivatives: a function returned {} numbers, it should return {}",
            result.size(), out.size());
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = result[i];
  }
}

class FrameFunction;
class GenericFunction;

std::shared_ptr<const FrameFunction> make_frame_function(const MultibodyDynamics& dynamics,
                                                         const std::vector<Frame>& frames, GenericFunction inner,
                                                         int states, int controls);
const MultibodyDynamics& dynamics_of(const FrameFunction& function);
void evaluate(const FrameFunction& function, const KnotView<double>& knot, std::span<double> out);
void evaluate(const FrameFunction& function, const KnotView<CppAD::AD<double>>& knot, std::span<CppAD::AD<double>> out);

/// A user's function of one instant. Generic over the scalar, compiled for doubles and for CppAD's tape, which all
/// other plugs start from (and for jets, if it asks for them); or a double function with derivatives of its own; or the
/// dynamics of a tree of bodies, whose recursions bring analytic derivatives; or a function of frames' motions.
class GenericFunction {
 public:
  using Tape = CppAD::AD<double>;

  GenericFunction() = default;

  /// `function` takes a Knot<Scalar, kStates, kControls> and returns a scalar, or an array or vector of exactly
  /// `outputs` scalars; or it is what on_frames() made.
  template <int kStates, int kControls, class Function>
  static GenericFunction of(Function function, int outputs) {
    constexpr int kReturned = outputs_of<kStates, kControls, Function>();
    require(outputs == kReturned || kReturned == kRunTime,
            "derivatives: a function that returns {} numbers was said to return {}", kReturned, outputs);
    GenericFunction generic;
    generic.outputs_ = outputs;
    if constexpr (kIsOnFrames<Function>) {
      using Inner = InnerOf<kStates, kControls, Function>;
      const int states = kStates == kRunTime ? function.dynamics.states() : kStates;
      const int controls = kControls == kRunTime ? function.dynamics.controls() : kControls;
      generic.frames_ = make_frame_function(
          function.dynamics, function.frames,
          of<Inner::kAllStates, kControls>(Inner{std::move(function.function)}, outputs), states, controls);
    } else {
      generic.function_ = std::make_shared<const Function>(std::move(function));
      generic.compiled_ = &kCompiled<kStates, kControls, Function>;
    }
    return generic;
  }

  /// A generic function whose sizes are known at run time.
  static GenericFunction of(const ViewFunction& function) {
    GenericFunction generic;
    generic.outputs_ = function.outputs();
    generic.view_ = std::make_shared<const ViewFunction>(function);
    return generic;
  }

  /// A function that brings its own derivatives: only the plug `user` serves it.
  static GenericFunction of(UserFunction function) {
    check(function);
    GenericFunction generic;
    generic.outputs_ = function.outputs;
    generic.user_ = std::make_shared<const UserFunction>(std::move(function));
    return generic;
  }

  /// The rates of a tree of bodies.
  static GenericFunction of(MultibodyDynamics dynamics) {
    return of(std::make_shared<const MultibodyFunction>(std::move(dynamics)));
  }
  /// The force of a motion-driven joint.
  static GenericFunction of(MultibodyForce force) {
    return of(std::make_shared<const MultibodyFunction>(std::move(force)));
  }
  /// The effort of motion-driven joints.
  static GenericFunction of(MultibodyEffort effort) {
    return of(std::make_shared<const MultibodyFunction>(std::move(effort)));
  }

  int outputs() const { return outputs_; }
  explicit operator bool() const { return outputs_ > 0; }

  /// What `of(UserFunction)` was given, or nothing.
  const UserFunction* user() const { return user_.get(); }
  /// What was made of MultibodyDynamics, of a MultibodyForce or a MultibodyEffort, or nothing.
  const MultibodyFunction* multibody() const { return multibody_.get(); }
  /// What was made of on_frames(), or nothing.
  const FrameFunction* frames() const { return frames_.get(); }
  /// The dynamics behind either of the last two, or nothing.
  const MultibodyDynamics* dynamics() const {
    if (multibody_) return &multibody_->dynamics();
    return frames_ ? &dynamics_of(*frames_) : nullptr;
  }

  void operator()(const KnotView<double>& knot, std::span<double> out) const {
    if (user_) return user_->values(knot, out);
    if (multibody_) return (*multibody_)(knot, out);
    if (frames_) return evaluate(*frames_, knot, out);
    if (view_) return (*view_)(knot, out);
    compiled_->doubles(function_.get(), knot, out);
  }
  void operator()(const KnotView<Tape>& knot, std::span<Tape> out) const {
    require(!user_, "derivatives: a function with derivatives of its own has no tape; it needs the plug 'user'");
    if (multibody_) return (*multibody_)(knot, out);
    if (frames_) return evaluate(*frames_, knot, out);
    if (view_) return (*view_)(knot, out);
    compiled_->tape(function_.get(), knot, out);
  }

  /// The kernels of a generic function that was compiled for jets, or nothing; they are called with what `generic`
  /// points to.
  const JetKernels* jets() const { return compiled_ != nullptr ? compiled_->jets : nullptr; }
  const void* generic() const { return function_.get(); }

 private:
  static GenericFunction of(std::shared_ptr<const MultibodyFunction> multibody) {
    GenericFunction generic;
    generic.outputs_ = multibody->outputs();
    generic.multibody_ = std::move(multibody);
    return generic;
  }

  template <class Scalar>
  using Call = void (*)(const void* function, const KnotView<Scalar>& view, std::span<Scalar> out);

  struct Compiled {
    Call<double> doubles;
    Call<Tape> tape;
    const JetKernels* jets;
  };

  template <int kStates, int kControls, class Function>
  static constexpr Compiled kCompiled{&run_generic<double, kStates, kControls, Function>,
                                      &run_generic<Tape, kStates, kControls, Function>,
                                      kJetKernels<kStates, kControls, Function>};

  int outputs_ = 0;
  std::shared_ptr<const void> function_;
  const Compiled* compiled_ = nullptr;
  std::shared_ptr<const UserFunction> user_;
  std::shared_ptr<const MultibodyFunction> multibody_;
  std::shared_ptr<const FrameFunction> frames_;
  std::shared_ptr<const ViewFunction> view_;
};

/// The number of outputs of `function`: 1 for a scalar, the length of an array, kRunTime for a vector.
template <int kStates, int kControls, class Function>
constexpr int outputs_of() {
  if constexpr (kIsOnFrames<Function>) {
    using Inner = InnerOf<kStates, kControls, Function>;
    return outputs_of<Inner::kAllStates, kControls, Inner>();
  } else {
    using Result = std::invoke_result_t<Function, const Knot<double, kStates, kControls>&>;
    if constexpr (std::is_convertible_v<Result, double>) {
      return 1;
    } else if constexpr (requires { std::tuple_size<Result>::value; }) {
      return static_cast<int>(std::tuple_size_v<Result>);
    } else {
      return kRunTime;
    }
  }
}

}  // namespace tandem
