#pragma once

#include <tandem/ocp/answers/solution.hpp>

namespace tandem {

/// The objective with running costs integrated anew: 32 Gauss points an interval, on states from the
/// certificate's integrator. A transcription's own quadrature is exact for polynomials of a low degree only, and a
/// control that nothing but the cost holds still (a singular one) can bend states until it lies: on such an arc an
/// objective may be better than the truth while every interval's states are exact.
double replayed_objective(const Problem& problem, const Solution& solution);

}  // namespace tandem
