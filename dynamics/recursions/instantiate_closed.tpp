#pragma once

#include <tandem/dynamics/recursions/closed_kinematics.tpp>

/// The recursions of models with loops for one scalar: a file closed_<scalar>.cpp is a line of this. They call those of
/// trees, of which this brings declarations alone. Write it at global scope.
// clang-format off
#define TANDEM_INSTANTIATE_CLOSED_RECURSIONS(S)                                                                      \
  namespace tandem::recursions::closed {                                                                             \
  template void inverse_dynamics<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, In<S>, Out<S>,  \
                                    ExternalWrenches<S>);                                                            \
  template void bias<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, Out<S>,                     \
                        ExternalWrenches<S>);                                                                        \
  template void gravity_forces<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, Out<S>);                 \
  template void apply_mass<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, Out<S>);              \
  template void joint_wrenches<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, In<S>,            \
                                  std::span<Wrench<S>>, ExternalWrenches<S>);                                        \
  template void hybrid_dynamics<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, const Drive*,    \
                                   In<S>, Out<S>, ExternalWrenches<S>);                                              \
  template void apply_mass_inverse<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, InMatrix<S>,         \
                                      OutMatrix<S>);                                                                 \
  template void mass_matrix<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, OutMatrix<S>);              \
  template void mass_matrix_inverse<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, OutMatrix<S>);      \
  template void integrate<S>(const Model&, In<S>, In<S>, Out<S>);                                                    \
  template void difference<S>(const Model&, In<S>, In<S>, Out<S>);                                                   \
  template void close<S>(const Model&, Out<S>);                                                                      \
  template void coordinate_rates<S>(const Model&, In<S>, In<S>, Out<S>);                                             \
  template void close<S>(const Model&, const Parameters<S>&, Workspace<S>&, Out<S>);                                 \
  template void coordinate_rates<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, Out<S>);        \
  template void span<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, Out<S>, Out<S>);            \
  template void frame_motion<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, In<S>,              \
                                const Frame&, FrameMotion<S>&);                                                      \
  template void frame_jacobian<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, const Frame&,            \
                                  OutMatrix<S>);                                                                     \
  template void body_placements<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>,                         \
                                   std::span<Transform<S>>);                                                         \
  template void operational_inertia_inverse<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>,             \
                                               const Frame&, OutMatrix<S>);                                          \
  template S kinetic_energy<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>);                     \
  template S potential_energy<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>);                          \
  template Wrench<S> momentum<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>);                   \
  template void evaluate<S>(const Model&, const Cluster&, const Parameters<S>&, Workspace<S>&, S*,                   \
                            ClusterState<S>&);                                                                       \
  }
// clang-format on
