#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <type_traits>

namespace tandem {

/// In place of a number of states or controls: it is known when the problem is stated, not when it is compiled.
inline constexpr int kRunTime = -1;

/// "a function asks for [4] of 4 states or controls: they count from 0".
[[noreturn]] void refuse_index(std::size_t index, std::size_t count);

/// States or controls whose number the compiler knows: a std::array whose [] refuses an index that there is not, in
/// every build (statements run when they are recorded; the compiler takes the test of a constant away).
/// Structured bindings and std::get are held to the number by the compiler.
template <class Scalar, int kCount>
struct KnotArray : std::array<Scalar, kCount> {
  constexpr const Scalar& operator[](std::size_t index) const {
    if (index >= kCount) refuse_index(index, kCount);
    return std::array<Scalar, kCount>::operator[](index);
  }
  constexpr Scalar& operator[](std::size_t index) {
    if (index >= kCount) refuse_index(index, kCount);
    return std::array<Scalar, kCount>::operator[](index);
  }
};

/// None of them, as an end has no controls.
template <class Scalar>
struct KnotArray<Scalar, 0> : std::array<Scalar, 0> {
  template <class Index>
  const Scalar& operator[](Index /*index*/) const {
    static_assert(!std::is_integral_v<Index>,
                  "there are none here: a phase without controls has no k.u, nor has a cost or a constraint at an end");
    return std::array<Scalar, 0>::front();
  }
};

/// States or controls whose number is known at run time; [] refuses an index that there is not.
template <class Scalar>
struct KnotSpan : std::span<const Scalar> {
  using std::span<const Scalar>::span;
  constexpr KnotSpan(std::span<const Scalar> values)  // NOLINT(google-explicit-constructor)
      : std::span<const Scalar>(values) {}

  constexpr const Scalar& operator[](std::size_t index) const {
    if (index >= this->size()) refuse_index(index, this->size());
    return std::span<const Scalar>::operator[](index);
  }
};

template <class Scalar, int kCount>
struct KnotValuesOf {
  using Type = KnotArray<Scalar, kCount>;
};
template <class Scalar>
struct KnotValuesOf<Scalar, kRunTime> {
  using Type = KnotSpan<Scalar>;
};
template <class Scalar, int kCount>
using KnotValues = typename KnotValuesOf<Scalar, kCount>::Type;

}  // namespace tandem

template <class Scalar, int kCount>
struct std::tuple_size<tandem::KnotArray<Scalar, kCount>> : std::integral_constant<std::size_t, kCount> {};
template <std::size_t kIndex, class Scalar, int kCount>
struct std::tuple_element<kIndex, tandem::KnotArray<Scalar, kCount>> {
  static_assert(kIndex < kCount, "there are fewer states or controls than names for them");
  using type = Scalar;
};
