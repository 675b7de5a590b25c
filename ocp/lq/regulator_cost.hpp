#pragma once

#include <tandem/core/matrix_jet.hpp>
#include <tandem/ocp/lq/riccati.hpp>

namespace tandem::lq {

/// A regulator that depends on design numbers: x' = A x + B u from disturbances of covariance V (an impulse b gives
/// b b', white noise its intensity), the cost the integral (or mean) of x'Q x + u'R u.
struct DesignedRegulator {
  MatrixJet a, b, q, r, v;

  Regulator regulator() const { return {a.value, b.value, q.value, r.value}; }
};

/// What the best gain costs, and its derivatives.
struct RegulatorCost {
  NumberJet cost;  ///< tr(P V)
  RiccatiSolution riccati;
  Eigen::MatrixXd covariance;  ///< Z of A_c Z + Z A_c' + V = 0: the closed loop's
};

/// C = tr(P V) of the optimal regulator with gradient and Hessian by the design numbers, in closed form. With the gain
/// K = R^-1 B'P, the adjoint Z and L_i = A_i - B_i K,
///     C_i  = <P, V_i> + <Z, F_i>,  F_i = P L_i + L_i'P + Q_i + K'R_i K   (Salama et al. 1989, section 3, LQR)
///     A_c'P_i + P_i A_c + F_i = 0,   R K_i = B_i'P + B'P_i - R_i K
///     C_ij = <P, V_ij> + <P_i, V_j> + <P_j, V_i> + <Z, F_ij + P_j L_i + L_i'P_j + P_i L_j + L_j'P_i - 2 K_i'R K_j>
/// with F_ij = 2 P (A_ij - B_ij K) + Q_ij + K'R_ij K. Costs one Riccati equation, one Lyapunov equation for Z and, for
/// the Hessian, one for each design number, all with one Schur form; then contractions.
RegulatorCost regulator_cost(const DesignedRegulator& designed, bool with_hessian = true);

}  // namespace tandem::lq
