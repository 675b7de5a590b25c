#pragma once

#include <tandem/ocp/designs/controllers/mean_square.hpp>

#include <optional>

namespace tandem::controllers {

/// E[z'z] at the time `horizon` of a loop that was at rest at 0, tr(c X c') with
///
///     X = integral over t of e^(a t) b b' e^(a't),  t from 0 to the horizon,
///
/// and its derivatives. It has a value for loops that are not stable, and rises with the horizon to the stationary one
/// of those that are: a lower bound (Ly 1989, equation 4.b; as an integral over time of z'z after random initial states
/// of covariance b b', his 4.a). With a + alpha in place of a it is the one weighted by e^(2 alpha t).
///
/// Taylor's series of e^(a h) and X(h) at |a| h <= 1/2 to rounding, then doubling, X(2h) = X(h) + Phi X(h) Phi', and
/// the adjoint of both: unlike the exponential of Van Loan's block matrix [-a, bb'; 0, a'] it never forms e^(-a t),
/// which overflows where a loop has fast modes. Some 10 + log2(|a| horizon) products of matrices.
struct FiniteSquare {
  double value = 0.0;
  LoopSlopes slopes;
};

/// Nothing where the value overflows. Refuses a horizon that is not positive and finite.
std::optional<FiniteSquare> finite_square(const Loop& loop, double horizon);

}  // namespace tandem::controllers
