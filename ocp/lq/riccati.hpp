#pragma once

#include <tandem/ocp/lq/lyapunov.hpp>
#include <tandem/ocp/lq/regulator.hpp>

#include <Eigen/Core>

#include <optional>

namespace tandem::lq {

struct RiccatiSolution {
  Eigen::MatrixXd p;                    ///< symmetric, A - B R^-1 B'P is stable
  Eigen::MatrixXd gain;                 ///< u = -gain x
  std::optional<Lyapunov> closed_loop;  ///< of A - B gain; of discrete equations, none
  double residual = 0.0;                ///< relative to the equation's largest terms
  int newton_steps = 0;
};

/// The stabilising solution of A'P + P A - P B R^-1 B'P + Q = 0.
///
/// Scaled first: states by balancing the Hamiltonian, time by its size, and P by s = sqrt(|Q| / |G|), G = B R^-1 B', so
/// that G s and Q / s are of one size; unscaled, a solution of slow structures (1e-3 rad/s) with dear or cheap controls
/// has no correct digit. Then the Hamiltonian's Schur form with its stable eigenvalues first (Laub 1979), and Newton's
/// method with the closed loop's, which gradients need anyway, down to rounding. O(n^3), some 25 (2n)^3.
///
/// Refuses weights that are not symmetric, Q >= 0 and R > 0, and says which mode cannot be stabilised by the controls
/// or is not seen by the weights where there is no solution.
RiccatiSolution solve_riccati(const Regulator& regulator, const RiccatiWords& words = {});

/// The stabilising solution of P = A'P A - A'P B (R + B'P B)^-1 B'P A + Q, gain = (R + B'P B)^-1 B'P A, by structured
/// doubling. That leaves unstable modes alone that Q does not see: then Newton's method (Hewer, IEEE Trans. AC 16,
/// 1971) from the gain that a Q which sees everything asks for. Refuses as solve_riccati does.
RiccatiSolution solve_discrete_riccati(const Regulator& regulator);

}  // namespace tandem::lq
