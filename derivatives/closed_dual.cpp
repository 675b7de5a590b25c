#include <tandem/core/pack.hpp>
#include <tandem/derivatives/dual.hpp>
#include <tandem/dynamics/checks.hpp>
#include <tandem/dynamics/recursions/closed.hpp>

// What sweeps take as slopes of a tree's recursions they do not take of models with loops.
#define TANDEM_REFUSE_CLOSED(S)                                                                                    \
  template <>                                                                                                      \
  void inverse_dynamics<S>(const Model& model, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, In<S>, Out<S>,   \
                           ExternalWrenches<S>) {                                                                  \
    refuse_loops(model, "analytic derivatives");                                                                   \
  }                                                                                                                \
  template <>                                                                                                      \
  void frame_motion<S>(const Model& model, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, In<S>, const Frame&, \
                       FrameMotion<S>&) {                                                                          \
    refuse_loops(model, "analytic derivatives");                                                                   \
  }

namespace tandem::recursions::closed {
TANDEM_REFUSE_CLOSED(Dual<Pack4>)
TANDEM_REFUSE_CLOSED(Dual<Dual<Pack4>>)
}  // namespace tandem::recursions::closed
