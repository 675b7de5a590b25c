#pragma once

#include <tandem/derivatives/frame_view.hpp>
#include <tandem/derivatives/multibody_dynamics.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

namespace tandem {

/// What on_frame() and on_frames() make.
template <int kFrames, class Function>
struct OnFrames {
  static constexpr int kCount = kFrames;

  MultibodyDynamics dynamics;
  std::vector<Frame> frames;
  Function function;

  /// outer(function).
  template <class Outer>
  auto then(Outer outer) const {
    const auto composed = [outer, inner = function](const auto&... arguments) { return outer(inner(arguments...)); };
    return OnFrames<kFrames, std::decay_t<decltype(composed)>>{dynamics, frames, composed};
  }
};

/// f of a knot and of the motion of several frames or bodies of a model, in the order of their names, wherever a cost
/// or constraint of a phase stands whose states are the model's:
///   on_frames(arm, {"hand", "cup"}, [](const auto&, const auto& hand, const auto& cup) { return ...; }).
/// Each is an AcceleratedFrame where controls are, a MovingFrame at the ends of a phase. An unknown name is refused
/// with the nearest one.
template <std::size_t kFrames, class Function>
OnFrames<static_cast<int>(kFrames), Function> on_frames(const MultibodyDynamics& dynamics,
                                                        const char* const (&names)[kFrames], Function function) {
  std::vector<Frame> frames;
  for (const char* const name : names) frames.push_back(dynamics.model().find_frame(name));
  return {dynamics, std::move(frames), std::move(function)};
}

/// The same of one frame: on_frame(arm, "hand", [](const auto&, const auto& hand) { return hand.position.z; }).
template <class Function>
OnFrames<1, Function> on_frame(const MultibodyDynamics& dynamics, std::string_view name, Function function) {
  return {dynamics, {dynamics.model().find_frame(name)}, std::move(function)};
}

template <class Function>
inline constexpr bool kIsOnFrames = false;
template <int kFrames, class Function>
inline constexpr bool kIsOnFrames<OnFrames<kFrames, Function>> = true;

/// Of each frame; accelerations follow where controls are known.
constexpr int numbers_of_a_frame(int controls) { return controls != 0 ? kAcceleratedNumbers : kMovingNumbers; }

/// A function of a knot and frames as one of a knot whose states are followed by the frames' numbers.
template <int kStates, int kControls, int kFrames, class Function>
struct OnNumbers {
  static constexpr int kOfAFrame = numbers_of_a_frame(kControls);
  static constexpr int kAdded = kFrames * kOfAFrame;
  static constexpr int kAllStates = kStates == kRunTime ? kRunTime : kStates + kAdded;

  Function function;

  template <class S>
  auto operator()(const Knot<S, kAllStates, kControls>& all) const {
    Knot<S, kStates, kControls> knot{{}, all.u, all.t, all.numbers};
    const std::span<const S> x(all.x);
    take_first(x.first(x.size() - kAdded), knot.x);
    return call(std::as_const(knot), x.last(kAdded).data(), std::make_integer_sequence<int, kFrames>());
  }

 private:
  template <class S>
  static auto read(const S* numbers) {
    if constexpr (kControls != 0) {
      return read_accelerated_frame(numbers);
    } else {
      return read_moving_frame(numbers);
    }
  }
  template <class S, int... kFrame>
  auto call(const Knot<S, kStates, kControls>& knot, const S* numbers, std::integer_sequence<int, kFrame...>) const {
    return function(knot, read(numbers + kFrame * kOfAFrame)...);
  }
};

}  // namespace tandem
