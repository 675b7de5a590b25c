#pragma once

#include <Eigen/Core>

#include <array>
#include <string>
#include <vector>

namespace tandem {

/// A stretch of time on which the same controls are free: the Jacobi system z' = (drift + nu gain) z of z = [y; lambda]
/// at the two Gauss points of [start, start + length], with nu = 1 / (1 - ratio) of the shifted form:
///
///   drift = [A 0; -Q -A'],   gain = -[B; -S] H_uu^-1 [S' B'].
struct AccessoryPanel {
  double start = 0.0, length = 0.0;
  std::array<Eigen::MatrixXd, 2> drift, gain;
};

/// The second variation along an answer as a problem of its own, Jacobi's accessory problem:
///
///   minimise  1/2 y' M y (tf) + 1/2 integral of y'Q y + 2 y'S v + v'H_uu v,   y' = A y + B v,
///   rows y(tf) = 0,   y_i(t0) = 0 unless free,
///
/// with v the variations of the controls that no bound holds and y = [states; integrals that a constraint holds; free
/// times and design numbers], the last of which are states of rate 0 and free at the start. A free time stretches the
/// motion linearly. Bryson and Ho, Applied Optimal Control, chapter 6.
struct AccessoryProblem {
  std::string why_not;  ///< empty; or a sentence why there is no such problem, and nothing else is filled
  int size = 0;
  std::vector<AccessoryPanel> panels;  ///< in the order of time
  Eigen::MatrixXd end_rows;
  Eigen::MatrixXd end_curvature;
  std::vector<bool> free_at_start;
};

}  // namespace tandem
