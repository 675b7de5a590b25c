#pragma once

#include <tandem/dynamics/absolute_links.hpp>
#include <tandem/dynamics/inertia.hpp>
#include <tandem/dynamics/recursions/closure.tpp>
#include <tandem/dynamics/rotation.hpp>

#include <cmath>

/// The pieces of the residual in absolute coordinates, generic over the scalar.
namespace tandem {

template <class S>
struct AbsolutePose {
  Quaternion<S> turn;
  Vec3<S> place;

  Transform<S> transform() const { return {rotation_matrix(turn), place}; }
};

/// Where a body comes that moves for a unit of time with a constant velocity in its own axes.
template <class S>
AbsolutePose<S> moved(const AbsolutePose<S>& pose, const Motion<S>& by) {
  using std::sqrt;
  const Quaternion<S> turn = pose.turn * quaternion_exp(by.angular);
  const S scale = S(1.0) / sqrt(S(turn.w * turn.w + dot(turn.vector, turn.vector)));
  return {{turn.w * scale, turn.vector * scale}, pose.place + rotation_matrix(pose.turn) * displacement_exp(by)};
}

/// Momentum's rate between two velocities, a time apart: I (V_1 - V_0)/time + V x* I V with V half-way.
template <class S>
Wrench<S> momentum_rate(const Inertia<S>& I, const Motion<S>& V_0, const Motion<S>& V_1, double time) {
  const Motion<S> half_way = (V_0 + V_1) * S(0.5);
  return I * ((V_1 - V_0) * S(1 / time)) + cross(half_way, I * half_way);
}

/// The second frame of a link in its first, the bodies standing as given.
template <class S>
Transform<S> first_from_second(const AbsoluteLink& link, const Transform<S>& first, const Transform<S>& second) {
  return inverse(first * link.first_frame.template cast<S>()) * second * link.second_frame.template cast<S>();
}

/// What a unit of an equation's multiplier does to both bodies, each in its own axes; as rows, what the equation's
/// left-hand side changes by with their velocities.
template <class S>
struct LinkWrenches {
  Wrench<S> on_first, on_second;
};

template <class S>
LinkWrenches<S> link_wrenches(const AbsoluteLink& link, const LoopRow& row, const Transform<S>& first,
                              const Transform<S>& second) {
  const Wrench<S> f = recursions::wrench_of(row, first_from_second(link, first, second));
  const Wrench<S> at_first = to_parent(link.first_frame.template cast<S>(), f);
  return {at_first * S(-1.0), to_child(second, to_parent(first, at_first))};
}

}  // namespace tandem
