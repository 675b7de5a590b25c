#pragma once

#include <tandem/ocp/answers/solution.hpp>

#include <vector>

namespace tandem {

/// How far two answers to one problem are apart, on whatever meshes: the largest difference of a state at 201 fractions
/// of its phase relative to the state's range in both, and of an end of a phase or a number relative to the larger of
/// the two. A range below that of `least_ranges` (one vector a phase, one entry a state) counts as that. Controls are
/// not compared: where they are singular, they chatter.
double trajectory_distance(const Solution& a, const Solution& b, const std::vector<Eigen::VectorXd>& least_ranges);

}  // namespace tandem
