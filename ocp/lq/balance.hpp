#pragma once

#include <Eigen/Core>

namespace tandem::lq {

/// Powers of two d so that rows and columns of D^-1 A D are of one size (Osborne 1960; Parlett and Reinsch 1969): the
/// units in which displacements and velocities, or fast and slow parts, of a system weigh alike.
Eigen::VectorXd balance(const Eigen::MatrixXd& a);

/// The same for the Hamiltonian matrix [A, -G; -Q, -A'] with the scaling that keeps it one: A <- D^-1 A D,
/// G <- D^-1 G D^-1, Q <- D Q D (Benner, "Symplectic balancing of Hamiltonian matrices", SIAM J. Sci. Comput. 22,
/// 2001). The sum of sizes of all entries falls with each change.
Eigen::VectorXd balance(const Eigen::MatrixXd& a, const Eigen::MatrixXd& g, const Eigen::MatrixXd& q);

}  // namespace tandem::lq
