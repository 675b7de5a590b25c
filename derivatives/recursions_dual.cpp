#include <tandem/core/pack.hpp>
#include <tandem/derivatives/dual.hpp>
#include <tandem/dynamics/recursions/inverse_dynamics.tpp>

// Inverse dynamics alone: derivatives by numbers of a model are slopes of it.
#define TANDEM_INSTANTIATE_INVERSE_DYNAMICS(S)                                                                      \
  template void inverse_dynamics<S>(const Model&, const Parameters<S>&, Workspace<S>&, In<S>, In<S>, In<S>, Out<S>, \
                                    ExternalWrenches<S>)

namespace tandem {
using DualPack = Dual<Pack4>;
using SecondDualPack = Dual<Dual<Pack4>>;
TANDEM_INSTANTIATE_INVERSE_DYNAMICS(DualPack);
TANDEM_INSTANTIATE_INVERSE_DYNAMICS(SecondDualPack);
}  // namespace tandem
