#pragma once

#include <tandem/ocp/search/continuation/curve.hpp>
#include <tandem/ocp/search/continuation/follow_options.hpp>

namespace tandem::continuation {

/// Follows F(x, lambda) = 0 from a point on it. Folds are found where dlambda/ds changes sign, simple branch points
/// where the determinant of [F_x F_lambda; tangent'] does (and are passed), and both are located, as are events and
/// targets, by a search along the step in which they lie. Refuses a start that is not on the curve, and sizes or values
/// that make no sense. Cost of a step: a factorisation and a few solves for each Newton step, and once more for the
/// tangent.
Curve follow(System& system, const Eigen::VectorXd& x, double lambda, const FollowOptions& options = {});

/// Goes on with a curve that stopped, with the same points as if it had not.
void go_on(System& system, Curve& curve, const FollowOptions& options = {});

}  // namespace tandem::continuation
