#pragma once

#include <tandem/ocp/answers/series/series.hpp>

#include <string>
#include <vector>

namespace tandem {

/// A series whose knots and controls stand as a transcription has them: knots, and the controls at its nodes.
struct ArrangedSeries {
  std::string transcription;  ///< midpoint (held), trapezoid (linear), hermite-simpson (quadratic), or the steps'
  int degree = 0;
  std::vector<PhaseSeries> phases;
};

/// Finds how the controls stand to the states' times. Where the series does not say, controls at knots and midpoints
/// are quadratic; one in each interval but none at the end, held; at knots, the first and the last among them, linear.
/// Held and linear ones need not be given at every knot. Quadratic ones given at the states' own times make every
/// second of these a midpoint. Refuses, by phase and time, what fits none of these.
ArrangedSeries arranged_series(const Problem& problem, const Series& series);

}  // namespace tandem
