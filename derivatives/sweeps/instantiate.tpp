#pragma once

#include <tandem/derivatives/sweeps/forward_dynamics.tpp>
#include <tandem/derivatives/sweeps/inverse_dynamics.tpp>
#include <tandem/derivatives/sweeps/kinematics.tpp>

/// All derivative sweeps for one scalar: a file sweeps_<scalar>.cpp is a line of this. Write it at global scope.
// clang-format off
#define TANDEM_INSTANTIATE_SWEEPS(S)                                                                                 \
  namespace tandem {                                                                                                 \
  template void inverse_dynamics_derivatives<S>(const Model&, const Parameters<S>&, DerivativeWorkspace<S>&, In<S>,  \
                                                In<S>, In<S>, OutMatrix<S>, OutMatrix<S>, OutMatrix<S>,              \
                                                ExternalWrenches<S>);                                                \
  template void inverse_dynamics_derivatives<S>(const Model&, const Parameters<S>&, DerivativeWorkspace<S>&, In<S>,  \
                                                In<S>, In<S>, OutMatrix<S>, OutMatrix<S>, OutMatrix<S>,              \
                                                std::span<const ModelNumber>, OutMatrix<S>, ExternalWrenches<S>);    \
  template void joint_wrench_derivatives<S>(const Model&, const Parameters<S>&, DerivativeWorkspace<S>&, In<S>,      \
                                            In<S>, In<S>, OutMatrix<S>, OutMatrix<S>, OutMatrix<S>,                  \
                                            ExternalWrenches<S>);                                                    \
  template void forward_dynamics_derivatives<S>(const Model&, const Parameters<S>&, DerivativeWorkspace<S>&, In<S>,  \
                                                In<S>, In<S>, Out<S>, OutMatrix<S>, OutMatrix<S>, OutMatrix<S>,      \
                                                ExternalWrenches<S>);                                                \
  template void hybrid_dynamics_derivatives<S>(const Model&, const Parameters<S>&, DerivativeWorkspace<S>&, In<S>,   \
                                               In<S>, std::span<const Drive>, In<S>, Out<S>, OutMatrix<S>,           \
                                               OutMatrix<S>, OutMatrix<S>, std::span<const ModelNumber>,             \
                                               OutMatrix<S>, ExternalWrenches<S>);                                   \
  template void hybrid_dynamics_derivatives<S>(const Model&, const Parameters<S>&, DerivativeWorkspace<S>&, In<S>,   \
                                               In<S>, std::span<const Drive>, In<S>, Out<S>, OutMatrix<S>,           \
                                               OutMatrix<S>, OutMatrix<S>, ExternalWrenches<S>);                     \
  template void frame_motion_derivatives<S>(const Model&, const Parameters<S>&, DerivativeWorkspace<S>&, In<S>,      \
                                            In<S>, In<S>, const Frame&, FrameMotionDerivatives<S>&);                 \
  template void frame_jacobian_derivatives<S>(const Model&, const Parameters<S>&, DerivativeWorkspace<S>&, In<S>,    \
                                              const Frame&, OutMatrix<S>);                                           \
  }
// clang-format on
