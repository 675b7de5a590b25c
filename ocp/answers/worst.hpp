#pragma once

#include <cmath>
#include <string>
#include <utility>

namespace tandem {

/// The largest of many measured values and the place where it was found; a NaN is worse than any number.
struct Worst {
  double value = 0.0;
  std::string where;

  /// `place` is only called for a new worst value.
  template <class Place>
  void see(double measured, const Place& place) {
    if (std::isnan(value) || measured <= value) return;
    value = measured;
    where = place();
  }

  /// The worst of a part, its place behind `prefix`.
  void see(const Worst& part, const std::string& prefix = {}) {
    see(part.value, [&] { return prefix + part.where; });
  }
};

}  // namespace tandem
