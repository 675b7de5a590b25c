#pragma once

#include <tandem/dynamics/recursions/configuration.tpp>
#include <tandem/dynamics/recursions/energy.tpp>
#include <tandem/dynamics/recursions/forward_dynamics.tpp>
#include <tandem/dynamics/recursions/inverse_dynamics.tpp>
#include <tandem/dynamics/recursions/kinematics.tpp>
#include <tandem/dynamics/recursions/mass_matrix.tpp>
#include <tandem/dynamics/recursions/mass_matrix_inverse.tpp>

/// All recursions for one scalar: a file recursions_<scalar>.cpp is a line of this. Write it at global scope.
// clang-format off
#define TANDEM_INSTANTIATE_RECURSIONS(S)                                                                             \
  namespace tandem {                                                                                                 \
  template void inverse_dynamics<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, In<S>, Out<S>,  \
                                    ExternalWrenches<S>);                                                            \
  template void bias<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, Out<S>,                     \
                        ExternalWrenches<S>);                                                                        \
  template void gravity_forces<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, Out<S>);                 \
  template void apply_mass<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, Out<S>);              \
  template void joint_wrenches<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, In<S>,            \
                                  std::span<Wrench<S>>, ExternalWrenches<S>);                                        \
  template void forward_dynamics<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, In<S>, Out<S>,  \
                                    ExternalWrenches<S>);                                                            \
  template void hybrid_dynamics<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>,                  \
                                   std::span<const Drive>, In<S>, Out<S>, ExternalWrenches<S>);                      \
  template void apply_mass_inverse<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, InMatrix<S>,         \
                                      OutMatrix<S>);                                                                 \
  template void mass_matrix_inverse<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, OutMatrix<S>);      \
  template void mass_matrix<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, OutMatrix<S>);              \
  template void integrate<S>(const Model&, In<S>, In<S>, Out<S>);                                                    \
  template void difference<S>(const Model&, In<S>, In<S>, Out<S>);                                                   \
  template void coordinate_rates<S>(const Model&, In<S>, In<S>, Out<S>);                                             \
  template void coordinate_rates<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, Out<S>);        \
  template void span<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, Out<S>, Out<S>);            \
  template void normalize<S>(const Model&, const Parameters<S>&, Workspace<S>&, Out<S>);                             \
  template void normalize<S>(const Model&, Out<S>);                                                                  \
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
  template CentreOfMass<S> centre_of_mass<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>);       \
  }
// clang-format on
