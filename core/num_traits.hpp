#pragma once

#include <Eigen/Core>

#include <limits>

namespace tandem {

/// What Eigen::NumTraits says of a real scalar S whose numbers are of type T: the limits are those of T. A
/// specialisation adds what reading, adding and multiplying cost.
template <class S, class T>
struct RealNumTraits : Eigen::GenericNumTraits<T> {
  using Real = S;
  using NonInteger = S;
  using Nested = S;
  using Literal = S;
  static S epsilon() { return S(std::numeric_limits<T>::epsilon()); }
  static S dummy_precision() { return S(T(1e-12)); }
  static S highest() { return S(std::numeric_limits<T>::max()); }
  static S lowest() { return S(std::numeric_limits<T>::lowest()); }
};

}  // namespace tandem
