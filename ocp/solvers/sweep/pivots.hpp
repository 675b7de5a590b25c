#pragma once

#include <tandem/ocp/solvers/sweep/dense_frontal.hpp>

#include <cmath>

namespace tandem::sweep {

/// What is left of a sum after cancellation is rounding when it is below this part of its terms.
inline constexpr double kRounding = 2e-14;

/// The pivot [a b; b c] and its inverse.
struct Pivot2 {
  Pivot2(double first, double off, double second) : a(first), b(off), c(second), determinant(a * c - b * b) {
    inverse_a = c / determinant;
    inverse_c = a / determinant;
    beside = -b / determinant;
  }

  /// |P^-1| (most_1, most_2)' <= 1 / threshold, with a determinant that is not rounding.
  bool passes(double most_1, double most_2, double threshold) const {
    const double size = std::abs(determinant), limit = size / threshold;
    return size > kRounding * (std::abs(a * c) + b * b) && std::isfinite(size) &&
           std::abs(c) * most_1 + std::abs(b) * most_2 <= limit && std::abs(b) * most_1 + std::abs(a) * most_2 <= limit;
  }

  void count(Inertia& inertia) const {
    if (determinant < 0.0) {
      ++inertia.positive;
      ++inertia.negative;
    } else {
      (a > 0.0 ? inertia.positive : inertia.negative) += 2;
    }
  }

  double a, b, c, determinant;
  double inverse_a, inverse_c, beside;
};

/// Exchanges rows and columns i < j of a frontal, of which `done` columns are those of L already (w: those of L D).
void exchange(DenseFrontal& frontal, double* w, int done, int i, int j);

/// Adds to the noise of rows [begin, end) what columns [from, to) of L and w brought: sum |l w|.
void add_noise(DenseFrontal& frontal, const double* w, int from, int to, int begin, int end);

}  // namespace tandem::sweep
