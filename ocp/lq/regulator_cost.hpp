#pragma once

#include <tandem/dynamics/structures/jets.hpp>
#include <tandem/ocp/lq/riccati.hpp>

namespace tandem::lq {

/// A regulator that depends on design numbers: x' = A x + B u from disturbances of covariance V (an impulse b gives
/// b b', white noise its intensity), the cost the integral (or mean) of x'Q x + u'R u.
struct DesignedRegulator {
  structures::MatrixJet a, b, q, r, v;

  Regulator regulator() const { return {a.value, b.value, q.value, r.value}; }
};

/// What the best gain costs, and its derivatives.
struct RegulatorCost {
  structures::NumberJet cost;  ///< tr(P V)
  RiccatiSolution riccati;
  Eigen::MatrixXd covariance;  ///< Z of A_c Z + Z A_c' + V = 0: the closed loop's
};

/// C = tr(P V) of the optimal regulator with gradient and Hessian by the design numbers, in closed form. With
/// S = B R^-1 B', F(P) = A'P + P A + Q - P S P = 0 and its adjoint Z,
///     C_i  = <P, V_i> + <Z, F_i>,  F_i = A_i'P + P A_i + Q_i - P S_i P
///     A_c'P_i + P_i A_c + F_i = 0
///     C_ij = <P, V_ij> + <P_i, V_j> + <P_j, V_i> + <Z, F_ij + F_iP(P_j) + F_jP(P_i) - P_i S P_j - P_j S P_i>
/// (the first line is Salama et al. 1989, section 3, LQR; the second order follows by the Lagrangian's). Costs one
/// Riccati equation, one Lyapunov equation for Z and, for the Hessian, one for each design number, all with one Schur
/// form; then n^2 contractions.
RegulatorCost regulator_cost(const DesignedRegulator& designed, bool with_hessian = true);

}  // namespace tandem::lq
