#pragma once

#include <tandem/dynamics/recursions/inverse_dynamics.hpp>

/// All recursions for one scalar: each file recursions_<scalar>.cpp is one line of this.
// clang-format off
#define TANDEM_INSTANTIATE_RECURSIONS(S)                                                                              \
  template void tandem::inverse_dynamics<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, In<S>,   \
                                            Out<S>, ExternalWrenches<S>);                                             \
  template void tandem::bias<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, Out<S>,              \
                                ExternalWrenches<S>);                                                                 \
  template void tandem::gravity_forces<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, Out<S>);          \
  template void tandem::apply_mass<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, Out<S>);       \
  template void tandem::joint_wrenches<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, In<S>,     \
                                          std::span<Wrench<S>>, ExternalWrenches<S>);
// clang-format on
