#pragma once

#include "listing.hpp"

#include <tandem/derivatives/on_frame.hpp>

#include <initializer_list>

namespace tandem::python {

/// Frames of a model whose motions a listing sees behind the states: 18 numbers each at the end of a phase, 24 along
/// it, in the order of frame_view.hpp.
struct SeenFrames {
  MultibodyDynamics dynamics;
  std::vector<Frame> frames;
};

template <class S>
void append(std::vector<S>& numbers, std::initializer_list<Vec3<S>> vectors) {
  for (const Vec3<S>& v : vectors) numbers.insert(numbers.end(), {v.x, v.y, v.z});
}

template <class S>
void append_frame(std::vector<S>& numbers, const MovingFrame<S>& frame) {
  append(numbers, {frame.position, frame.axes.x, frame.axes.y, frame.axes.z, frame.velocity, frame.turn_rate});
}

template <class S>
void append_frame(std::vector<S>& numbers, const AcceleratedFrame<S>& frame) {
  append_frame(numbers, static_cast<const MovingFrame<S>&>(frame));
  append(numbers, {frame.acceleration, frame.turn_acceleration});
}

/// A listing, as a ListedNumber or a ListedVector, of a knot and of frames.
template <class Listed>
struct ListedOnFrames {
  Listed listed;

  template <class Knots, class... Frames>
  auto operator()(const Knots& k, const Frames&... frames) const {
    using S = std::decay_t<decltype(k.t)>;
    std::vector<S> states(k.x.begin(), k.x.end());
    (append_frame(states, frames), ...);
    KnotView<S> view = view_of(k);
    view.x = std::span<const S>(states);
    return listed(view);
  }
};

/// take(function of a knot) of a listing that sees these frames, or none.
template <class Listed, class Take>
void as_function(std::shared_ptr<const Listing> listing, const SeenFrames* seen, const Take& take) {
  const Listed listed{std::move(listing)};
  if (seen == nullptr) return take(listed);
  const ListedOnFrames<Listed> function{listed};
  switch (seen->frames.size()) {
    case 1:
      return take(OnFrames<1, ListedOnFrames<Listed>>{seen->dynamics, seen->frames, function});
    case 2:
      return take(OnFrames<2, ListedOnFrames<Listed>>{seen->dynamics, seen->frames, function});
    default:
      throw InvalidInput(fmt::format("'{}' sees {} frames; one or two", listed.listing->name(), seen->frames.size()));
  }
}

}  // namespace tandem::python
