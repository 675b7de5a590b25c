#include <tandem/core/pack.hpp>
#include <tandem/derivatives/dual.hpp>
#include <tandem/derivatives/sweeps/kinematics.tpp>

// Motions of frames and their first derivatives: second ones are slopes of these.
#define TANDEM_INSTANTIATE_FRAME_MOTION(S)                                                                             \
  template void frame_motion<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, In<S>, const Frame&,  \
                                FrameMotion<S>&);                                                                      \
  template void frame_motion_derivatives<S>(const Model&, const Parameters<S>&, DerivativeWorkspace<S>&, In<S>, In<S>, \
                                            In<S>, const Frame&, FrameMotionDerivatives<S>&)

namespace tandem {
using DualPack = Dual<Pack4>;
using SecondDualPack = Dual<Dual<Pack4>>;
TANDEM_INSTANTIATE_FRAME_MOTION(DualPack);
template void frame_motion<SecondDualPack>(const Model&, const Parameters<SecondDualPack>&, Workspace<SecondDualPack>&,
                                           In<SecondDualPack>, In<SecondDualPack>, In<SecondDualPack>, const Frame&,
                                           FrameMotion<SecondDualPack>&);
}  // namespace tandem
