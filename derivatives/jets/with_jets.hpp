#pragma once

#include <tandem/derivatives/jets/jet_kernel.hpp>
#include <tandem/derivatives/knot.hpp>

#include <array>
#include <cstddef>
#include <utility>

namespace tandem {

/// What a function that asks for jets is compiled for besides: packs of four knots, and jets of them in every shape.
struct JetKernels {
  using Packs = void (*)(const void* function, const KnotView<Pack4>& knot, std::span<Pack4> out);

  Packs packs;
  std::array<JetKernel, kJetShapes.size()> jets;  ///< of kJetShapes, or none
};

template <class Function>
struct WithJets {
  Function function;

  template <class K>
  auto operator()(const K& knot) const {
    return function(knot);
  }
};

/// A generic function that is compiled for jets too, so that the plug `jets` can serve it:
///
///   phase.dynamics(with_jets([=](const auto& k) { return rates(k.x[1], k.u[0] / k[mass]); }));
///
/// Cost: two to four seconds of the compiler a function.
template <class Function>
WithJets<Function> with_jets(Function function) {
  return {std::move(function)};
}

/// No kernel has many more seeds than the function has inputs without named numbers.
template <int kStates, int kControls, class Function, std::size_t kShape>
constexpr JetKernel jet_kernel() {
  constexpr JetShape shape = kJetShapes[kShape];
  if constexpr (shape.seeds > 4 && shape.seeds >= 2 * (kStates + kControls + 1)) {
    return nullptr;
  } else {
    return &run_jets<shape.seeds, shape.order, shape.numbers, kStates, kControls, Function>;
  }
}

template <int kStates, int kControls, class Function, std::size_t... kShapes>
constexpr JetKernels jet_kernels(std::index_sequence<kShapes...>) {
  return {&run_generic<Pack4, kStates, kControls, Function>, {jet_kernel<kStates, kControls, Function, kShapes>()...}};
}

template <int kStates, int kControls, class Function>
inline constexpr JetKernels kCompiledJets =
    jet_kernels<kStates, kControls, Function>(std::make_index_sequence<kJetShapes.size()>{});

template <int kStates, int kControls, class Function>
  requires(kStates != kRunTime && kControls != kRunTime)
inline constexpr const JetKernels* kJetKernels<kStates, kControls, WithJets<Function>> =
    &kCompiledJets<kStates, kControls, WithJets<Function>>;

}  // namespace tandem
