#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <type_traits>

namespace tandem {

// The elementary functions under one roof, so that a function that is generic over the scalar writes sin(x):
// doubles find these, other scalars bring their own by argument-dependent lookup.
using std::abs;
using std::acos;
using std::asin;
using std::atan;
using std::atan2;
using std::cos;
using std::cosh;
using std::exp;
using std::log;
using std::pow;
using std::sin;
using std::sinh;
using std::sqrt;
using std::tan;
using std::tanh;

/// The values side by side, in the widest of their types: rates(v, u) where v is a jet and u a double.
template <class... Values>
auto rates(const Values&... values) {
  using Scalar = std::common_type_t<Values...>;
  return std::array<Scalar, sizeof...(Values)>{Scalar(values)...};
}

template <class Scalar>
Scalar square(const Scalar& x) {
  return x * x;
}

/// The sum of the squares of an array, a vector or a span that is not empty.
template <class Values>
auto sum_of_squares(const Values& values) {
  auto sum = square(values[0]);
  for (std::size_t i = 1; i < values.size(); ++i) sum = sum + square(values[i]);
  return sum;
}

}  // namespace tandem
