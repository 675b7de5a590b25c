#pragma once

#include <Eigen/Core>

namespace tandem::lq {

/// The symplectic pencil that structured doubling squares: of the discrete Riccati equation
/// X = A'X (1 + G X)^-1 A + H.
struct Doubling {
  Eigen::MatrixXd a, g, h;
  int steps = 0;
};

/// Squares until A vanishes:
///     W = 1 + G H,  A <- A W^-1 A,  G <- G + A W^-1 G A',  H <- H + A' H W^-1 A.
/// H tends to the stabilising solution, quadratically in the closed loop's eigenvalues. False where it does not
/// converge, as where there is no such solution.
bool double_until_still(Doubling& pencil);

}  // namespace tandem::lq
