#pragma once

#include <tandem/dynamics/model.hpp>
#include <tandem/dynamics/rotation.hpp>

/// From tangents of the configurations to the coordinates themselves, where quaternions are four numbers: the chain
/// rule for functions that see a quaternion's direction only.
namespace tandem::quaternions {

/// (c/|q|^2) q (0, g): with c = 2 the derivative by q of what has the derivative g by a turn in the body's axes, as
/// dq = q (0, d)/2 for the turn d.
template <class S>
Quaternion<S> by_quaternion(const Quaternion<S>& q, const Vec3<S>& g) {
  const S k = S(2.0) / (q.w * q.w + dot(q.vector, q.vector));
  return q * Quaternion<S>{S(0.0), g * k};
}

/// Derivatives by a joint's coordinates from those by its tangent.
template <class S>
void by_coordinates(const Link& link, const S* q, const S* by_tangent, S* by_q) {
  if (!has_quaternion(link.type)) {
    for (int k = 0; k < link.velocity_count; ++k) by_q[k] = by_tangent[k];
    return;
  }
  const Quaternion<S> turn = read_quaternion(q);
  write_quaternion(by_quaternion(turn, Vec3<S>(by_tangent[0], by_tangent[1], by_tangent[2])), by_q);
  if (link.type == JointType::spherical) return;
  // The tangent's shift is in the body's axes.
  const Vec3<S> shift = rotation_matrix(turn) * Vec3<S>(by_tangent[3], by_tangent[4], by_tangent[5]);
  by_q[4] = shift.x, by_q[5] = shift.y, by_q[6] = shift.z;
}

/// Adds the derivatives of w'r, r the rates of a joint's coordinates (coordinate_rates()), by its coordinates and its
/// velocities. With p = (0, v): w'(q p)/2 is -(w p)'q/2, and the vector of (q* w)'p/2.
template <class S>
void add_rate_derivatives(const Link& link, const S* q, const S* v, const S* w, S* by_q, S* by_v) {
  if (!has_quaternion(link.type)) {
    for (int k = 0; k < link.velocity_count; ++k) by_v[k] += w[k];
    return;
  }
  const S half(0.5);
  const Quaternion<S> turn = read_quaternion(q), weight = read_quaternion(w);
  const Quaternion<S> by_turn = weight * Quaternion<S>{S(0.0), Vec3<S>(v[0], v[1], v[2]) * S(-0.5)};
  const Vec3<S> by_spin = (conjugate(turn) * weight).vector * half;
  by_q[0] += by_turn.w, by_q[1] += by_turn.vector.x, by_q[2] += by_turn.vector.y, by_q[3] += by_turn.vector.z;
  by_v[0] += by_spin.x, by_v[1] += by_spin.y, by_v[2] += by_spin.z;
  if (link.type == JointType::spherical) return;
  // w'R u by a turn d in the body's axes: (R'w)'(d x u) = d'(u x R'w).
  const Vec3<S> u(v[3], v[4], v[5]), x = transposed_times(rotation_matrix(turn), Vec3<S>(w[4], w[5], w[6]));
  const Quaternion<S> more = by_quaternion(turn, cross(u, x));
  by_q[0] += more.w, by_q[1] += more.vector.x, by_q[2] += more.vector.y, by_q[3] += more.vector.z;
  by_v[3] += x.x, by_v[4] += x.y, by_v[5] += x.z;
}

}  // namespace tandem::quaternions
