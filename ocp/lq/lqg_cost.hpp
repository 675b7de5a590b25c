#pragma once

#include <tandem/core/matrix_jet.hpp>
#include <tandem/ocp/lq/lqg.hpp>

namespace tandem::lq {

/// A number that depends on design numbers, with its gradient by them.
struct SlopedNumber {
  double value = 0.0;
  Eigen::VectorXd gradient;
};

/// Regulator and observation that depend on design numbers: x' = A x + B u + w, y = C x + v, white noises w and v of
/// the intensities `process` and `sensors`, weights Q and R.
struct DesignedLqg {
  MatrixJet a, b, q, r, c, process, sensors;

  Regulator regulator() const { return {a.value, b.value, q.value, r.value}; }
  Observation observation() const { return {c.value, process.value, sensors.value}; }
};

/// What the best controller costs, J = tr(P V) + tr(F K'R K) with P and the gain K of the regulator, F and the gain L
/// of the estimator, and its gradient in closed form (Salama et al. 1989, proposition 3.1). With A_k = A - B K and
/// A_l = A - L C,
///
///     A_k Z + Z A_k' + V + B K F + F K'B' = 0,   A_l'Y + Y A_l + K'R K = 0,
///     J_i = <P + Y, V_i> + <F, P B_i K + K'B_i'P - K'R_i K> + <Z, P (A_i - B_i K) + (A_i - B_i K)'P + Q_i + K'R_i K>
///         + <Y, (A_i - L C_i) F + F (A_i - L C_i)' + L W_i L'>
///
/// for V of the process and W of the sensors. Costs two Riccati and two Lyapunov equations, then contractions.
SlopedNumber lqg_cost(const DesignedLqg& designed);

/// The H2 norm |T| of x' = A x + B w, z = C x and its gradient: with X of the covariance and its adjoint Y,
///     |T| |T|_i = <Y, A_i X + B_i B'> + <C_i, C X>.
SlopedNumber h2_norm(const MatrixJet& a, const MatrixJet& b, const MatrixJet& c);

}  // namespace tandem::lq
