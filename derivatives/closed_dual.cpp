#include <tandem/core/pack.hpp>
#include <tandem/derivatives/dual.hpp>
#include <tandem/dynamics/checks.hpp>
#include <tandem/dynamics/recursions/closed.hpp>

// What sweeps take as slopes of a tree's recursions they do not take of models with loops.
namespace tandem::recursions::closed {

template <class S>
void inverse_dynamics(const Model& model, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, In<S>, Out<S>,
                      ExternalWrenches<S>) {
  refuse_loops(model, "analytic derivatives");
}

template <class S>
void frame_motion(const Model& model, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, In<S>, const Frame&,
                  FrameMotion<S>&) {
  refuse_loops(model, "analytic derivatives");
}

#define TANDEM_INSTANTIATE_CLOSED_DUAL(S)                                                                             \
  template void inverse_dynamics<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, In<S>, Out<S>,   \
                                    ExternalWrenches<S>);                                                             \
  template void frame_motion<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, In<S>, const Frame&, \
                                FrameMotion<S>&)

using DualPack = Dual<Pack4>;
using SecondDualPack = Dual<Dual<Pack4>>;
TANDEM_INSTANTIATE_CLOSED_DUAL(DualPack);
TANDEM_INSTANTIATE_CLOSED_DUAL(SecondDualPack);

}  // namespace tandem::recursions::closed
