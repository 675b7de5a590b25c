#pragma once

#include <tandem/core/jet.hpp>
#include <tandem/core/pack.hpp>
#include <tandem/derivatives/knot_view.hpp>

#include <array>
#include <cstddef>
#include <type_traits>

namespace tandem {

/// What a compiled jet kernel reads and writes: one block's function at four knots, with derivatives by some seeds.
/// A seed is any input; inputs that are not seeds are held constant in this pass. Rows of `seeds` are those of [states;
/// controls; time; named numbers], one column a seed: 1 where the input is that seed.
struct JetCall {
  const Pack4* inputs = nullptr;   ///< states, controls, time
  const Pack4* numbers = nullptr;  ///< all named numbers
  const double* seeds = nullptr;
  const char* seeded_numbers = nullptr;  ///< read where numbers are seeds
  const Pack4* weights = nullptr;        ///< of the outputs; read by kernels of second order
  const char* curved = nullptr;          ///< which outputs have second derivatives
  Pack4* values = nullptr;               ///< outputs
  Pack4* jacobian = nullptr;             ///< outputs x seeds, row by row
  Pack4* hessian = nullptr;              ///< sum of weight * Hessian: lower triangle by rows
};

using JetKernel = void (*)(const void* function, const JetCall& call);

/// Which derivatives a kernel gives: by `seeds` seeds, of first or second order, and whether named numbers may be among
/// the seeds (then their constancy is not known to the compiler, which costs a third of the speed).
struct JetShape {
  int seeds;
  int order;
  bool numbers;
};

/// The kernels that exist of every function. More seeds are taken in several passes. A build with sanitizers, which
/// takes five times as long to compile one, has the three that any function can do with: of one template, they differ
/// in size only (docs/notes/compile-budget.md).
#ifdef TANDEM_FEW_KERNELS
inline constexpr std::array<JetShape, 3> kJetShapes{{{4, 2, false}, {4, 2, true}, {4, 1, true}}};
#else
inline constexpr std::array<JetShape, 12> kJetShapes{{{1, 2, false},
                                                      {2, 2, false},
                                                      {3, 2, false},
                                                      {4, 2, false},
                                                      {6, 2, false},
                                                      {8, 2, false},
                                                      {4, 2, true},
                                                      {8, 2, true},
                                                      {2, 1, false},
                                                      {4, 1, false},
                                                      {8, 1, false},
                                                      {4, 1, true}}};
#endif

/// A knot of jets: named numbers are made on demand, constants where they are not seeds.
template <class S, int N, int kOrder, bool kNumbers, int kStates, int kControls>
struct JetKnot {
  using Scalar = Jet<S, N, kOrder>;
  KnotArray<Scalar, kStates> x;
  KnotArray<Scalar, kControls> u;
  Scalar t;
  const JetCall* call;

  Scalar operator[](Number number) const {
    Scalar jet(call->numbers[number.index]);
    if constexpr (kNumbers) {
      if (call->seeded_numbers[number.index]) set_seeds(jet, kStates + kControls + 1 + number.index);
    }
    return jet;
  }

  void load(Scalar& jet, int row) const {
    jet.value = call->inputs[row];
    jet.hessian.fill(S(0.0));
    set_seeds(jet, row);
  }

  void set_seeds(Scalar& jet, int row) const {
    jet.constant = false;
    for (int s = 0; s < N; ++s) jet.gradient[s] = S(call->seeds[row * N + s]);
  }
};

/// Runs the user's function on jets and hands out what the call wants.
template <int N, int kOrder, bool kNumbers, int kStates, int kControls, class Function>
void run_jets(const void* function, const JetCall& call) {
  using Knot = JetKnot<Pack4, N, kOrder, kNumbers, kStates, kControls>;
  using Scalar = typename Knot::Scalar;
  Knot knot;
  knot.call = &call;
  int row = 0;
  for (Scalar& state : knot.x) knot.load(state, row++);
  for (Scalar& control : knot.u) knot.load(control, row++);
  knot.load(knot.t, row);

  std::array<Pack4, Scalar::kEntries> sum;
  sum.fill(Pack4(0.0));
  const auto hand_out = [&](const Scalar& y, int output) {
    call.values[output] = y.value;
    for (int s = 0; s < N; ++s) call.jacobian[output * N + s] = y.gradient[s];
    if constexpr (kOrder == 2) {
      if (!call.curved[output]) return;
      for (int k = 0; k < Scalar::kEntries; ++k) sum[k] += call.weights[output] * y.hessian[k];
    }
  };
  const auto result = (*static_cast<const Function*>(function))(static_cast<const Knot&>(knot));
  if constexpr (std::is_convertible_v<decltype(result), Scalar>) {
    hand_out(result, 0);
  } else {
    for (std::size_t i = 0; i < result.size(); ++i) hand_out(result[i], static_cast<int>(i));
  }
  for (int k = 0; k < Scalar::kEntries; ++k) call.hessian[k] = sum[k];
}

}  // namespace tandem
