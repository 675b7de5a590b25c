#pragma once

#include <Eigen/Core>

#include <vector>

namespace tandem {

/// Multipliers y, and z of those unknowns that have a sign, that leave the least
///
///   |g + A'y - z|^2 / 2 + delta |y|^2 / 2,   z_i of the sign's side, 0 where there is none; y_r <= 0 (>= 0) of rows
///   with sign + (-).
///
/// It is the dual of the steepest descent within the cone of allowed steps,
///
///   minimise  g's + |s|^2 / 2   subject to  A s = 0 (rows with sign: >= 0, <= 0),  sign_i s_i >= 0.
///
/// Rows and unknowns stand in stages that couple only to the next one and to a border (label: `stages`).
struct ConeProblem {
  int stages = 0;
  std::vector<int> stage_of_unknown, stage_of_row;
  std::vector<int> rows, cols;  ///< of A
  std::vector<double> values;
  Eigen::VectorXd gradient;
  std::vector<int> signs, row_signs;  ///< +1, -1 or 0
};

/// The multipliers of the rows, by Mehrotra's predictor and corrector (SIAM J. Optimization 2(4), 1992) on the sweep;
/// one linear system where nothing has a sign. NaN where the numbers are not finite. O(stages) a step, some 15 steps.
Eigen::VectorXd cone_least_squares(const ConeProblem& problem);

}  // namespace tandem
