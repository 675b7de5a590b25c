#pragma once

#include <tandem/core/named_number.hpp>

#include <array>
#include <span>

namespace tandem {

/// What a user's function sees at one instant: states x, controls u, time t and the named numbers, all of one
/// scalar type; sizes are known when it is compiled. `knot[mass]` is the named number `mass`.
template <class Scalar, int kStates, int kControls>
struct Knot {
  std::array<Scalar, kStates> x;
  std::array<Scalar, kControls> u;
  Scalar t;
  std::span<const Scalar> numbers;

  const Scalar& operator[](Number number) const { return numbers[number.index]; }
};

/// The same without sizes in the type.
template <class Scalar>
struct KnotView {
  std::span<const Scalar> x;
  std::span<const Scalar> u;
  Scalar t;
  std::span<const Scalar> numbers;

  const Scalar& operator[](Number number) const { return numbers[number.index]; }
};

}  // namespace tandem
