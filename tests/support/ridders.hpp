#pragma once

#include <Eigen/Core>

#include <array>

namespace tandem::test {

/// Derivative of `f` (a vector of a number) at 0 by Ridders' method: central differences with steps that halve,
/// extrapolated to step 0; each entry is taken where two neighbours in the table agree best. For functions of size
/// 1 whose scale of change is 1, its error is about 1e-12 (rounding 2e-16 over the step at which it stops).
/// C. Ridders, Advances in Engineering Software 4 (1982).
template <class Function>
Eigen::VectorXd ridders(const Function& f, double first_step = 0.1) {
  constexpr int kRows = 8;
  std::array<std::array<Eigen::VectorXd, kRows>, kRows> table;
  Eigen::VectorXd best, error;
  double step = first_step;
  for (int i = 0; i < kRows; ++i, step *= 0.5) {
    table[i][0] = (f(step) - f(-step)) / (2.0 * step);
    if (i == 0) {
      best = table[0][0];
      error = Eigen::VectorXd::Constant(best.size(), 1e300);
    }
    double factor = 1.0;
    for (int j = 1; j <= i; ++j) {
      factor *= 4.0;
      table[i][j] = (factor * table[i][j - 1] - table[i - 1][j - 1]) / (factor - 1.0);
      const Eigen::VectorXd spread =
          (table[i][j] - table[i][j - 1]).cwiseAbs().cwiseMax((table[i][j] - table[i - 1][j - 1]).cwiseAbs());
      for (int e = 0; e < best.size(); ++e) {
        if (spread(e) >= error(e)) continue;
        error(e) = spread(e);
        best(e) = table[i][j](e);
      }
    }
  }
  return best;
}

}  // namespace tandem::test
