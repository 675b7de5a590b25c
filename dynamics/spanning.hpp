#pragma once

#include <tandem/dynamics/arguments.hpp>

namespace tandem {

/// The coordinates and velocities of all joints, those that follow others included, as model.tree() numbers them: for
/// pictures, limits and constraints. The same q and v for a model without loops. O(n).
template <class S>
void span(const Model& model, const Parameters<S>& parameters, Workspace<S>& ws, In<S> q, In<S> v, Out<S> tree_q,
          Out<S> tree_v);

/// The configuration in which independent joints stand as q has them, and loops are closed on the way there from the
/// neutral one: what to start from. q itself without loops. A NumericalError where the way leads through a change
/// point.
Eigen::VectorXd closed_at(const Model& model, In<double> q);

}  // namespace tandem
