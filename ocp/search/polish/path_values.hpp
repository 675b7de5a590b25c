#pragma once

#include <tandem/ocp/answers/played.hpp>

#include <optional>
#include <span>
#include <vector>

namespace tandem {

/// A path constraint at knot k of an answer, with these controls.
double path_value(const Played& replay, const Constraint& constraint, int k, const Eigen::VectorXd& u);

/// The state that a path constraint is, where it is nothing but one: found at random instants.
std::optional<int> state_of(const Phase& phase, const Constraint& constraint, std::span<const double> numbers);

/// Whether the control moves the path constraint at some knot.
bool depends_on(const Played& replay, const Constraint& constraint, int control);

/// Which controls stand in a path constraint (other than the equation of implicit dynamics): where it pushes, their
/// dH/du says nothing about their own bounds.
std::vector<bool> tied_controls(const Played& replay);

}  // namespace tandem
