#pragma once

#include <tandem/core/matrix_jet.hpp>

#include <Eigen/Core>

#include <optional>

namespace tandem::lq {

/// A structure with sensors, x' = A x + B u + w, y = C x, under white noise w of intensity V; `watched` are the outputs
/// z whose mean square counts. A, B and V depend on design numbers.
struct FeedbackPlant {
  MatrixJet a, b, v;
  Eigen::MatrixXd outputs, watched;
};

/// Mean squares with u = -K y, and their first derivatives by the design numbers and by K.
struct FeedbackSquares {
  double effort = 0.0, response = 0.0;  ///< E[u'u], E[z'z]
  Eigen::VectorXd effort_by_design, response_by_design;
  Eigen::MatrixXd effort_by_gain, response_by_gain;
};

/// With A_c = A - B K C, A_c X + X A_c' + V = 0 and the adjoints A_c'Y + Y A_c + C'K'K C = 0, A_c'Z + Z A_c + W'W = 0:
///     effort = tr(K C X C'K'),   by p_j: tr(Y (A_c,j X + X A_c,j' + V_j)),   by K: 2 (K C - B'Y) X C'
///     response = tr(W X W'),     by p_j with Z,                             by K: -2 B'Z X C'
/// (McLaren and Slater 1989, direct output feedback.) One Schur form and three Lyapunov equations. Nothing where the
/// loop is not stable. Refuses matrices and a gain that do not fit.
std::optional<FeedbackSquares> feedback_squares(const FeedbackPlant& plant, const Eigen::MatrixXd& gain);

/// The Hessian of  effort_factor effort + response_factor response = tr(M X)  by (p, K row by row). With its adjoint,
/// A_c'Y + Y A_c + M = 0, and X_i of A_c X_i + X_i A_c' + A_i X + X A_i' + V_i = 0 for each of them,
///     H_ij = <G_i, X_j> + <G_j, X_i> + <M_ij, X> + 2 <Y A_ij, X> + <Y, V_ij>,   G_i = M_i + Y A_i + A_i'Y.
/// One Schur form and a Lyapunov equation for each unknown. The loop must be stable.
Eigen::MatrixXd feedback_hessian(const FeedbackPlant& plant, const Eigen::MatrixXd& gain, double effort_factor,
                                 double response_factor);

}  // namespace tandem::lq
