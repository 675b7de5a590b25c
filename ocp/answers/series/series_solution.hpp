#pragma once

#include <tandem/ocp/answers/certify.hpp>
#include <tandem/ocp/answers/series/series.hpp>
#include <tandem/ocp/answers/solution.hpp>

namespace tandem {

/// A series as an answer that the certificate can test: knots and controls as given, by the transcription that has such
/// controls (arranged_series). Multipliers of bounds, constraints and linkages are fitted (fitted_multipliers), and so
/// are costates where the series has none; then `costates_fitted` says so. Of given costates, what jumps at knots where
/// a state bound pushes is fitted. The fit is along the motion itself (flow_tableau), or, where there are path
/// constraints or steps of a finite problem, of the transcription's own equations.
///
/// Whether it is a minimum is asked of the fit's own second derivatives (missing_curvature).
///
/// The cost of each interval is what it costs when played within the bounds of the controls, or by the transcription's
/// own quadrature where that is nearer to an objective that the series gives; what neither explains is left for the
/// certificate to find. Refuses what check_series and arranged_series refuse.
Solution solution_from(const Problem& problem, const Series& series);

/// The problem with the series' own values of its numbers.
Problem with_numbers(const Problem& problem, const Series& series);

/// Tests a series as the answer that it is.
Certificate certify(const Problem& problem, const Series& series, const CertificateLimits& limits = {});

}  // namespace tandem
