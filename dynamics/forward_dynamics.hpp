#pragma once

#include <tandem/dynamics/arguments.hpp>

#include <span>

namespace tandem {

/// What is known of a joint in hybrid dynamics, the other being wanted.
enum class Drive : unsigned char {
  force,  ///< force-driven: its force is known (the papers' passive joint)
  motion  ///< motion-driven: its acceleration is known (the papers' active joint)
};

/// Forward dynamics: the accelerations a that generalized forces tau make,
///   M(q) a = tau - (C(q, v) + g(q) + D v + K (q - rest) - J'w),
/// by articulated bodies in body frames, O(n) (Featherstone, RBDA, table 7.1; Sohl & Bobrow, algorithms 3.4-3.6 with
/// every joint passive). About 400 operations a revolute joint. Refuses vectors of wrong length and quaternions far
/// from unit; a joint that carries no inertia along its freedom is a NumericalError with its name.
template <class S>
void forward_dynamics(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v,
                      In<S> tau, Out<S> a, ExternalWrenches<S> wrenches = {});

/// Hybrid dynamics: each joint either force-driven or motion-driven, in any mixture, one recursion (Sohl & Bobrow,
/// algorithms 3.4-3.6; external wrenches act on the bodies, so they enter (55) with a minus). `drives` has an entry for
/// each body, for the joint that carries it. known(i) is the force of a force-driven freedom or the acceleration of a
/// motion-driven one; wanted(i) is the other. The cost of forward dynamics, less where joints are motion-driven.
template <class S>
void hybrid_dynamics(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v,
                     std::span<const Drive> drives, In<S> known, Out<S> wanted, ExternalWrenches<S> wrenches = {});

/// M(q)^-1 X in O(n) a column, without forming M: the articulated inertias are made once for all columns.
template <class S>
void apply_mass_inverse(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, InMatrix<S> x,
                        OutMatrix<S> y);

/// M(q)^-1, full and symmetric, in O(n^2): the articulated inertias once, then the columns of the identity through both
/// sweeps, each from its own joint on, eight of them together where the scalar is double.
template <class S>
void mass_matrix_inverse(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                         OutMatrix<S> inverse);

/// With the model's own parameters.
inline void forward_dynamics(const Model& model, Workspace<double>& ws, In<double> q, In<double> v, In<double> tau,
                             Out<double> a, ExternalWrenches<double> wrenches = {}) {
  forward_dynamics(model, model.parameters(), ws, q, v, tau, a, wrenches);
}
inline void hybrid_dynamics(const Model& model, Workspace<double>& ws, In<double> q, In<double> v,
                            std::span<const Drive> drives, In<double> known, Out<double> wanted,
                            ExternalWrenches<double> wrenches = {}) {
  hybrid_dynamics(model, model.parameters(), ws, q, v, drives, known, wanted, wrenches);
}
inline void apply_mass_inverse(const Model& model, Workspace<double>& ws, In<double> q, InMatrix<double> x,
                               OutMatrix<double> y) {
  apply_mass_inverse(model, model.parameters(), ws, q, x, y);
}
inline void mass_matrix_inverse(const Model& model, Workspace<double>& ws, In<double> q, OutMatrix<double> inverse) {
  mass_matrix_inverse(model, model.parameters(), ws, q, inverse);
}

}  // namespace tandem
