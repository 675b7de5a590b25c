#pragma once

#include <tandem/dynamics/forward_dynamics.hpp>
#include <tandem/dynamics/kinematics.hpp>

/// The recursions of a model with loops, in recursions/closed_dynamics.tpp and closed_kinematics.tpp. Everything but
/// forward dynamics is the tree's own recursion at the closed state, between G and G'. None is inlined into the
/// function of trees that calls it, whose code stays as it is without loops.
namespace tandem::recursions::closed {

template <class S>
[[gnu::noinline]] void inverse_dynamics(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                                        In<S> v, In<S> a, Out<S> tau, ExternalWrenches<S> wrenches);
template <class S>
[[gnu::noinline]] void bias(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v,
                            Out<S> tau, ExternalWrenches<S> wrenches);
template <class S>
[[gnu::noinline]] void gravity_forces(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                                      Out<S> tau);
template <class S>
[[gnu::noinline]] void apply_mass(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                                  In<S> x, Out<S> y);
template <class S>
[[gnu::noinline]] void joint_wrenches(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                                      In<S> v, In<S> a, std::span<Wrench<S>> wrenches_out,
                                      ExternalWrenches<S> wrenches);
template <class S>
[[gnu::noinline]] void hybrid_dynamics(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                                       In<S> v, const Drive* drives, In<S> known, Out<S> wanted,
                                       ExternalWrenches<S> wrenches);
template <class S>
[[gnu::noinline]] void apply_mass_inverse(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws,
                                          In<S> q, InMatrix<S> x, OutMatrix<S> y);
template <class S>
[[gnu::noinline]] void mass_matrix(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                                   OutMatrix<S> mass);
template <class S>
[[gnu::noinline]] void mass_matrix_inverse(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws,
                                           In<S> q, OutMatrix<S> inverse);
template <class S>
[[gnu::noinline]] void integrate(const Model& model, In<S> q, In<S> v, Out<S> result);
template <class S>
[[gnu::noinline]] void difference(const Model& model, In<S> from, In<S> to, Out<S> v);
template <class S>
[[gnu::noinline]] void close(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, Out<S> q);
template <class S>
[[gnu::noinline]] void coordinate_rates(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                                        In<S> v, Out<S> rates);
template <class S>
[[gnu::noinline]] void frame_motion(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                                    In<S> v, In<S> a, const Frame& frame, FrameMotion<S>& motion);
template <class S>
[[gnu::noinline]] void frame_jacobian(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                                      const Frame& frame, OutMatrix<S> jacobian);
template <class S>
[[gnu::noinline]] void body_placements(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                                       std::span<Transform<S>> placements);
template <class S>
[[gnu::noinline]] void operational_inertia_inverse(const Model& model, const Parameters<S>& parameters,
                                                   Workspace<S>& ws, In<S> q, const Frame& frame, OutMatrix<S> inverse);
template <class S>
[[gnu::noinline]] S kinetic_energy(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                                   In<S> v);
template <class S>
[[gnu::noinline]] S potential_energy(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q);
template <class S>
[[gnu::noinline]] Wrench<S> momentum(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q,
                                     In<S> v);

}  // namespace tandem::recursions::closed
