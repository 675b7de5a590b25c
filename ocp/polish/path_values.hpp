#pragma once

#include <tandem/ocp/played.hpp>

#include <vector>

namespace tandem {

/// A path constraint at knot k of an answer, with these controls.
double path_value(const Played& replay, const Constraint& constraint, int k, const Eigen::VectorXd& u);

/// Whether the control moves the path constraint at some knot.
bool depends_on(const Played& replay, const Constraint& constraint, int control);

/// Which controls stand in a path constraint (other than the equation of implicit dynamics): where it pushes, their
/// dH/du says nothing about their own bounds.
std::vector<bool> tied_controls(const Played& replay);

}  // namespace tandem
