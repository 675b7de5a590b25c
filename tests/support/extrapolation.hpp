#pragma once

#include <Eigen/Core>

#include <functional>
#include <vector>

namespace tandem::test {

/// x(time) of x' = f(x) by `steps` steps of extrapolated midpoint rules (Gragg; Bulirsch and Stoer): of 2, 4, ..., 16
/// substeps, whose errors are powers of the squared substep.
inline Eigen::VectorXd extrapolated(const std::function<Eigen::VectorXd(const Eigen::VectorXd&)>& f, Eigen::VectorXd x,
                                    double time, int steps) {
  const double H = time / steps;
  for (int step = 0; step < steps; ++step) {
    std::vector<Eigen::VectorXd> row;
    for (int k = 1; k <= 8; ++k) {
      const int n = 2 * k;
      const double h = H / n;
      Eigen::VectorXd before = x, at = x + h * f(x);
      for (int i = 1; i < n; ++i) {
        const Eigen::VectorXd after = before + 2 * h * f(at);
        before = at;
        at = after;
      }
      // Aitken and Neville in h^2: row[j] is extrapolated over the last j + 1 counts of substeps.
      std::vector<Eigen::VectorXd> next{0.5 * (at + before + h * f(at))};
      for (int j = 1; j < k; ++j) {
        const double ratio = static_cast<double>(n) / (2 * (k - j));
        next.push_back(next[j - 1] + (next[j - 1] - row[j - 1]) / (ratio * ratio - 1));
      }
      row = next;
    }
    x = row.back();
  }
  return x;
}

}  // namespace tandem::test
