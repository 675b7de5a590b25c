#pragma once

#include <tandem/ocp/answers/phase_flow.hpp>

#include <Eigen/Core>

namespace tandem {

/// What the transcription makes of the integral of sign L over each interval, from the answer's states and controls at
/// its nodes: l_k^h = h sum_j w_j L(x_j, u_j). What another tool states of its
/// intervals stands as it is. Empty where the answer claims none (no interval costs) or has no inner
/// states that its transcription needs. Cost: an evaluation of values at each point.
Eigen::VectorXd transcribed_costs(PhaseFlow& flow);

}  // namespace tandem
