#pragma once

#include <tandem/ocp/answers/played.hpp>
#include <tandem/ocp/search/polish/arcs.hpp>

#include <vector>

namespace tandem {

/// Tied controls in which H is linear stand at a vertex of what path constraints and bounds leave them. Along an arc
/// that has one vertex, as many path constraints become equations as are independent in these controls, others at their
/// bounds are not looked at, and controls at bounds of their own are held until nothing is left free. An arc without a
/// vertex stays as it is. Means of the controls are those of the answer's intervals.
void hold_vertex(const Played& replay, const Eigen::MatrixXd& means, const std::vector<bool>& tied, Arc& arc);

}  // namespace tandem
