#pragma once

#include <tandem/core/matrix_jet.hpp>

namespace tandem::structures {

/// Frequencies (rad/s, rising) and shapes with Phi' M Phi = 1, Phi' K Phi = diag(omega^2). A mode whose omega^2 is
/// below rounding, 1e-13 of the largest, is a rigid one and has 0. Refuses matrices that are not symmetric, and a mass
/// that is not positive definite. O(n^3).
struct Modes {
  Eigen::VectorXd frequencies;
  Eigen::MatrixXd shapes;
};
Modes modes(const Eigen::MatrixXd& mass, const Eigen::MatrixXd& stiffness);

/// Rayleigh's damping, by_mass M + by_stiffness K: mode i has the ratio (by_mass / omega + by_stiffness omega) / 2.
MatrixJet rayleigh_damping(const MatrixJet& mass, const MatrixJet& stiffness, double by_mass, double by_stiffness);

/// Modal damping with a ratio a mode: D = M Phi diag(2 zeta omega) Phi' M.
Eigen::MatrixXd modal_damping(const Modes& modes, const Eigen::MatrixXd& mass, const Eigen::VectorXd& ratios);

/// Modal damping with one ratio for all flexible modes, and its derivatives. D is the root of D M^-1 D = 4 zeta^2 K,
/// which is smooth where frequencies meet; in modal coordinates a derivative of that equation is solved entry by entry,
/// by the sum of two modes' 2 zeta omega. Where both are rigid D stays zero: rigid modes are the same for all designs.
MatrixJet modal_damping(const MatrixJet& mass, const MatrixJet& stiffness, double ratio);

}  // namespace tandem::structures
