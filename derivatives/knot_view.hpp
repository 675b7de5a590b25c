#pragma once

#include <tandem/core/named_number.hpp>
#include <tandem/derivatives/knot_values.hpp>

#include <algorithm>
#include <span>
#include <type_traits>

namespace tandem {

/// What a user's function sees at one instant: states x, controls u, time t and the named numbers, all of one
/// scalar type. `knot[mass]` is the named number `mass`.
template <class Scalar, int kStates, int kControls>
struct Knot {
  KnotValues<Scalar, kStates> x;
  KnotValues<Scalar, kControls> u;
  Scalar t;
  std::span<const Scalar> numbers;

  const Scalar& operator[](Number number) const { return numbers[number.index]; }
};

/// The same without sizes in the type.
template <class Scalar>
struct KnotView {
  KnotSpan<Scalar> x;
  KnotSpan<Scalar> u;
  Scalar t;
  std::span<const Scalar> numbers;

  const Scalar& operator[](Number number) const { return numbers[number.index]; }
};

/// The first of `values`, as many as fit; all of them where that is known at run time only.
template <class Values, class Scalar>
void take_first(std::span<const Scalar> values, Values& taken) {
  if constexpr (std::is_same_v<Values, KnotSpan<Scalar>>) {
    taken = values;
  } else {
    std::copy_n(values.begin(), taken.size(), taken.begin());
  }
}

/// The view as a function of these sizes sees it. What has no sizes looks at the view's own values.
template <int kStates, int kControls, class Scalar>
Knot<Scalar, kStates, kControls> knot_of(const KnotView<Scalar>& view) {
  Knot<Scalar, kStates, kControls> knot;
  take_first(view.x, knot.x);
  take_first(view.u, knot.u);
  knot.t = view.t;
  knot.numbers = view.numbers;
  return knot;
}

}  // namespace tandem
