#include <tandem/ocp/lq/balance.hpp>

#include <cmath>

namespace tandem::lq {

namespace {

constexpr int kMostSweeps = 30;
constexpr double kWorthwhile = 0.95;  // of row and column together: less of a gain is left alone

}  // namespace

Eigen::VectorXd balance(Eigen::MatrixXd a) {
  const Eigen::Index n = a.rows();
  Eigen::VectorXd d = Eigen::VectorXd::Ones(n);
  bool is_moving = true;
  for (int sweep = 0; is_moving && sweep < kMostSweeps; ++sweep) {
    is_moving = false;
    for (Eigen::Index i = 0; i < n; ++i) {
      const double own = std::abs(a(i, i));
      const double row = a.row(i).cwiseAbs().sum() - own, col = a.col(i).cwiseAbs().sum() - own;
      if (row == 0.0 || col == 0.0) continue;
      const double f = std::exp2(std::round(0.5 * std::log2(row / col)));
      if (row / f + col * f > kWorthwhile * (row + col)) continue;
      a.row(i) /= f;
      a.col(i) *= f;
      d(i) *= f;
      is_moving = true;
    }
  }
  return d;
}

}  // namespace tandem::lq
