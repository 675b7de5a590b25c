#pragma once

#include <tandem/ocp/played.hpp>

#include <Eigen/Core>

namespace tandem {

/// What the transcription makes of the running cost of each interval, as stated: h sum_j weights(j) L_j at its own
/// points (equations in tableau.hpp), from the answer's states and controls and nothing else that it says. Where they
/// are not all there (inner nodes of an older file) or a step reads the velocity of its end, what the answer says.
/// Cost: an evaluation of the running cost a point, and of the dynamics where a point's state needs them.
Eigen::VectorXd transcribed_costs(const Played& answer);

}  // namespace tandem
