#pragma once

#include <tandem/dynamics/arguments.hpp>

#include <span>

namespace tandem {

/// Inverse dynamics: the generalized forces tau of the drives that make accelerations a,
///   tau = M(q) a + C(q, v) + g(q) + D v + K (q - rest) - J'w,
/// by the recursive Newton-Euler method in body frames (Featherstone, RBDA, table 5.1; Sohl & Bobrow, algorithm 3.1).
/// About 200 operations a revolute joint. Refuses vectors of wrong length and quaternions far from unit.
template <class S>
void inverse_dynamics(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, In<S> a,
                      Out<S> tau, ExternalWrenches<S> wrenches = {});

/// All terms of inverse dynamics but M a: Coriolis, gravity, dampers, springs, external wrenches.
template <class S>
void bias(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, Out<S> tau,
          ExternalWrenches<S> wrenches = {});

/// The forces that hold the model at rest against gravity alone, without springs. Half the cost of bias().
template <class S>
void gravity_forces(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, Out<S> tau);

/// M(q) x in O(n), without forming M: inverse dynamics of a model at rest without gravity.
template <class S>
void apply_mass(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> x, Out<S> y);

/// The wrench that each joint exerts on its body, from the parent, at the body's origin and in the body's axes;
/// the parent feels the opposite. Its part along the joint's freedoms is what drive, damper, spring and rotor
/// transmit, the rest is the constraint's (Concurrent Dynamics, Newton-Euler equations, (13) and (20)). wrenches_out
/// has an entry for each body; the world's is zero.
template <class S>
void joint_wrenches(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, In<S> a,
                    std::span<Wrench<S>> wrenches_out, ExternalWrenches<S> wrenches = {});

/// With the model's own parameters.
inline void inverse_dynamics(const Model& model, Workspace<double>& ws, In<double> q, In<double> v, In<double> a,
                             Out<double> tau, ExternalWrenches<double> wrenches = {}) {
  inverse_dynamics(model, model.parameters(), ws, q, v, a, tau, wrenches);
}
inline void bias(const Model& model, Workspace<double>& ws, In<double> q, In<double> v, Out<double> tau,
                 ExternalWrenches<double> wrenches = {}) {
  bias(model, model.parameters(), ws, q, v, tau, wrenches);
}
inline void gravity_forces(const Model& model, Workspace<double>& ws, In<double> q, Out<double> tau) {
  gravity_forces(model, model.parameters(), ws, q, tau);
}
inline void apply_mass(const Model& model, Workspace<double>& ws, In<double> q, In<double> x, Out<double> y) {
  apply_mass(model, model.parameters(), ws, q, x, y);
}
inline void joint_wrenches(const Model& model, Workspace<double>& ws, In<double> q, In<double> v, In<double> a,
                           std::span<Wrench<double>> wrenches_out, ExternalWrenches<double> wrenches = {}) {
  joint_wrenches(model, model.parameters(), ws, q, v, a, wrenches_out, wrenches);
}

}  // namespace tandem
