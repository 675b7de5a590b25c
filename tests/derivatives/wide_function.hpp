#pragma once

#include <tandem/derivatives/jets/with_jets.hpp>
#include <tandem/derivatives/knot_function.hpp>

#include <algorithm>

namespace tandem::test {

/// A function of many inputs, each meeting the next two and all numbers: more seeds than any jet kernel has.
template <int kStates, int kControls, int kNumbers>
struct WideFunction {
  template <class K>
  auto operator()(const K& k) const {
    using S = std::decay_t<decltype(k.x[0])>;
    std::array<S, kStates + kControls> in;
    std::copy(k.u.begin(), k.u.end(), std::copy(k.x.begin(), k.x.end(), in.begin()));
    const int n = kStates + kControls;
    S chain = 0.0, sum = 0.0;
    for (int i = 0; i < n; ++i) chain += sin(in[i] * in[(i + 1) % n]) * exp(in[(i + 2) % n]);
    for (int i = 0; i < kNumbers; ++i) sum += square(k[Number{i}]) * cos(in[i % n] + k.t);
    return rates(chain, sum * chain, in[0] - 2.0 * in[1]);
  }
};

template <int kStates, int kControls, int kNumbers>
KnotBlocks wide_blocks(int free_numbers) {
  KnotBlocks blocks{kStates, kControls, {}, {}, {}};
  using Function = WideFunction<kStates, kControls, kNumbers>;
  blocks.blocks.emplace_back(GenericFunction::of<kStates, kControls>(with_jets(Function{}), 3), "wide");
  for (int i = 0; i < kNumbers; ++i) blocks.numbers.push_back(0.3 + 0.1 * i);
  for (int i = 0; i < free_numbers; ++i) blocks.free_numbers.push_back(kNumbers - 1 - i);
  return blocks;
}

}  // namespace tandem::test
