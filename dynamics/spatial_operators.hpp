#pragma once

#include <tandem/dynamics/arguments.hpp>

#include <vector>

namespace tandem {

/// A 6-vector a body, a column each; column 0, the world's, is nil.
using StackedVector = Eigen::Matrix<double, 6, Eigen::Dynamic>;
/// A 6 x 6 matrix a body. Those of bodies that the world carries count as nil, whatever they are.
using BlockDiagonal = std::vector<Eigen::Matrix<double, 6, 6>>;

/// The influence matrix of a tree and a block diagonal matrix A (Concurrent Dynamics, Newton-Euler equations,
/// definitions 1 and 2): Phi_A has A_i where row i meets the column of body i's parent. As operators, O(n) each:
///   Phi_A x:   z_i = A_i x_parent(i)                     Phi_A' x:  z_i = sum over children j of A_j' x_j
StackedVector apply_influence(const Model& model, const BlockDiagonal& A, const StackedVector& x);
StackedVector apply_influence_transposed(const Model& model, const BlockDiagonal& A, const StackedVector& x);

/// Psi_A = (1 - Phi_A)^-1, which no one forms: with z_i = A_i z_parent(i) + x_i outward, and for the transposed
/// z_parent(i) += A_i' z_i inward from z = x (algorithms for Psi_A x and Psi_A' x). O(n).
StackedVector apply_psi(const Model& model, const BlockDiagonal& A, const StackedVector& x);
StackedVector apply_psi_transposed(const Model& model, const BlockDiagonal& A, const StackedVector& x);

/// The mass matrix at a configuration in square factors (Rodriguez, Jain and Kreutz, "Spatial operator algebra
/// framework for multibody system dynamics", (3.4)-(3.6)): with D = S'JS + rotors of articulated inertias J, G = J S
/// D^-1, and K what G gives to the parent,
///
///   M = (1 + H phi K) D (1 + H phi K)',   (1 + H phi K)^-1 = 1 - H psi K,   M^-1 = (1 - H psi K)' D^-1 (1 - H psi K).
///
/// These are the innovations of a Kalman filter along the tree (Rodriguez, "An innovations approach to decoupling of
/// multibody dynamics and control"): eta = (1 + H phi K)' v are velocities in which the kinetic energy is eta'D eta /
/// 2, joint by joint, and e = (1 - H psi K) tau the forces that drive them; `transposed_times` and `transposed_solve`
/// go to eta and back, `solve` and `times` to e and back.
class MassFactors {
 public:
  explicit MassFactors(const Model& model);

  /// Articulated inertias at q, O(n). A joint that carries no inertia along its freedom is a NumericalError.
  void set(const Parameters<double>& parameters, In<double> q);

  // All in place, after set(), one pass over the bodies each: O(n).
  void times(Out<double> x);             ///< x <- (1 + H phi K) x
  void transposed_times(Out<double> x);  ///< x <- (1 + H phi K)' x
  void solve(Out<double> x);             ///< x <- (1 - H psi K) x
  void transposed_solve(Out<double> x);  ///< x <- (1 - H psi K)' x
  void weigh(Out<double> x) const;       ///< x <- D x
  void unweigh(Out<double> x) const;     ///< x <- D^-1 x

 private:
  void check(In<double> x) const;

  const Model& model_;
  Parameters<double> parameters_;
  Workspace<double> ws_;
};

}  // namespace tandem
