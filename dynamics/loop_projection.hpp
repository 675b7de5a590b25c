#pragma once

#include <tandem/dynamics/arguments.hpp>

#include <Eigen/Core>

namespace tandem {

/// A state of all joints of a model, as model.tree() numbers them, that keeps every coupling and loop.
struct ProjectedState {
  Eigen::VectorXd q, v;
  int steps;  ///< of Newton's method
};

/// The state of all joints next to a guess: from q by Newton's method of least steps,
///   dq = -A^+ gap(q)   to 1e-12,   v - A^+ A v
/// (A of LoopEquations; a consistent start, as Haug's DADS finds it), each with the gap's curvature along it taken off
/// where that brings the loops nearer (Chebyshev's method), or shortened or damped where a straight one does not. Any
/// guess will do: from random ones linkages of one loop take 5 to 6 steps, ten at most. A NumericalError that names
/// loop and amount where they cannot be closed. A model without loops gets q with quaternions of unit length, and v.
ProjectedState project(const Model& model, const Parameters<double>& parameters, In<double> tree_q, In<double> tree_v);

/// With the model's own parameters.
ProjectedState project(const Model& model, In<double> tree_q, In<double> tree_v);

/// Refuses a state of all joints at which a loop is open or velocities break it, by more than `tolerance`.
void check_consistent(const Model& model, const Parameters<double>& parameters, In<double> tree_q, In<double> tree_v,
                      double tolerance = 1e-9);

/// What a model keeps of a state of all its joints: the inverse of span() where the state keeps its loops.
Eigen::VectorXd own_coordinates(const Model& model, In<double> tree_q);
Eigen::VectorXd own_velocities(const Model& model, In<double> tree_v);
/// Forces of the model's own freedoms as those of all joints: nothing drives what follows.
Eigen::VectorXd on_all_joints(const Model& model, In<double> tau);

}  // namespace tandem
