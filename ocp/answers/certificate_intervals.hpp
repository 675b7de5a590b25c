#pragma once

#include <tandem/ocp/answers/played_phase.hpp>
#include <tandem/ocp/answers/worst.hpp>

namespace tandem {

/// The transcription's polynomial as it is stored: where each interval ends under the unclipped control, and its
/// integrals, against the answer's, over their ranges; and rates that are unknowns, against those that the residual of
/// implicit dynamics determines. Guards states without a price.
Worst examine_intervals(const Played& answer, const PlayedPhase& played);

}  // namespace tandem
