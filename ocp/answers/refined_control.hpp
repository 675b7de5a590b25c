#pragma once

#include <tandem/ocp/answers/solution.hpp>

#include <Eigen/Core>

#include <vector>

namespace tandem {

/// The control that minimises H(x_k, u, lambda_k) + mu_k' c(x_k, u) within its bounds at every knot: of the order of
/// states and costates there, where a transcription's own control has a lower one (Hermite-Simpson 4 instead of 2).
/// One matrix a phase, controls x knots. Projected Newton from the answer's control with exact second derivatives; by
/// a control in which H is linear, the bound that the slope points to, or (on a singular arc) the answer's own. Cost:
/// a few evaluations of the knot function a knot.
std::vector<Eigen::MatrixXd> refined_controls(const Problem& problem, const Solution& solution);

}  // namespace tandem
