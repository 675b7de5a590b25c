#pragma once

#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>

/// The recursions of a model with loops, in recursions/closed_dynamics.tpp and closed_kinematics.tpp. Everything but
/// forward dynamics is the tree's own recursion at the closed state, between G and G'. Each scalar is instantiated by a
/// file of its own, so that the functions of trees, which call these, are compiled as if there were none.
namespace tandem::recursions::closed {

template <class S>
void inverse_dynamics(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, In<S> a,
                      Out<S> tau, ExternalWrenches<S> wrenches);
template <class S>
void bias(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, Out<S> tau,
          ExternalWrenches<S> wrenches);
template <class S>
void gravity_forces(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, Out<S> tau);
template <class S>
void apply_mass(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> x, Out<S> y);
template <class S>
void joint_wrenches(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, In<S> a,
                    std::span<Wrench<S>> wrenches_out, ExternalWrenches<S> wrenches);
template <class S>
void hybrid_dynamics(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v,
                     const Drive* drives, In<S> known, Out<S> wanted, ExternalWrenches<S> wrenches);
template <class S>
void apply_mass_inverse(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, InMatrix<S> x,
                        OutMatrix<S> y);
template <class S>
void mass_matrix(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, OutMatrix<S> mass);
template <class S>
void mass_matrix_inverse(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                         OutMatrix<S> inverse);
template <class S>
void integrate(const Model& model, In<S> q, In<S> v, Out<S> result);
template <class S>
void difference(const Model& model, In<S> from, In<S> to, Out<S> v);
template <class S>
void close(const Model& model, Out<S> q);
template <class S>
void coordinate_rates(const Model& model, In<S> q, In<S> v, Out<S> rates);
template <class S>
void close(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, Out<S> q);
template <class S>
void coordinate_rates(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v,
                      Out<S> rates);
template <class S>
void frame_motion(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, In<S> a,
                  const Frame& frame, FrameMotion<S>& motion);
template <class S>
void frame_jacobian(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, const Frame& frame,
                    OutMatrix<S> jacobian);
template <class S>
void span(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, Out<S> tree_q,
          Out<S> tree_v);
template <class S>
void body_placements(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                     std::span<Transform<S>> placements);
template <class S>
void operational_inertia_inverse(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                                 const Frame& frame, OutMatrix<S> inverse);
template <class S>
S kinetic_energy(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v);
template <class S>
S potential_energy(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q);
template <class S>
Wrench<S> momentum(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v);
template <class S>
void evaluate(const Model& tree, const Cluster& cluster, const Parameters<S>& parameters, Workspace<S>& ws, S* q,
              ClusterState<S>& state);

}  // namespace tandem::recursions::closed
