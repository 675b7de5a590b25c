#pragma once

#include <tandem/ocp/answers/solution.hpp>

#include <Eigen/Core>

namespace tandem {

/// The integrals of the running cost over the intervals of a phase, as stated: each played from its left knot within
/// the bounds of the controls, as the certificate does it (played_phase.hpp). NaN where that fails.
Eigen::VectorXd played_costs(const Problem& problem, const Solution& solution, int phase);

}  // namespace tandem
