#pragma once

#include <tandem/dynamics/arguments.hpp>

namespace tandem {

/// Where the model comes from q after moving for a unit of time with constant joint velocities v: the exponential for
/// quaternions and free joints, q + v for all others. Quaternions come out with unit length, loops closed (these
/// functions take a model's own numbers and allocate if it has loops).
/// integrate(q, v h) and difference are the only ways to move on the manifold of configurations.
template <class S>
void integrate(const Model& model, In<S> q, In<S> v, Out<S> result);

/// The v that brings the model from `from` to `to`: integrate(from, difference(from, to)) = to, for turns below pi.
template <class S>
void difference(const Model& model, In<S> from, In<S> to, Out<S> v);

/// dq/dt at velocities v: q * (0, w)/2 for quaternions (so that their length is kept), the rotated linear velocity for
/// the position of a free joint, v itself for all others.
template <class S>
void coordinate_rates(const Model& model, In<S> q, In<S> v, Out<S> rates);

/// The same by given numbers, on which the rates of joints that close loops depend.
template <class S>
void coordinate_rates(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v,
                      Out<S> rates);

/// Scales every quaternion in q to unit length, and closes loops from where q has them.
template <class S>
void normalize(const Model& model, Out<S> q);
template <class S>
void normalize(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, Out<S> q);

}  // namespace tandem
