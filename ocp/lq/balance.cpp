#include <tandem/ocp/lq/balance.hpp>

#include <cmath>

namespace tandem::lq {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr int kMostSweeps = 100;
constexpr double kWorthwhile = 0.95;  // of the sum: less of a gain is left alone

/// Sizes of what the unit of one state changes: entries that go with 1/f, f, 1/f^2 and f^2.
struct Share {
  double row, col, own_g, own_q;
  double sum(double f) const { return row / f + col * f + own_g / (f * f) + own_q * (f * f); }
  /// With entries on one side only the sum would fall for ever.
  bool is_two_sided() const { return row + own_g > 0.0 && col + own_q > 0.0; }
};

/// The power of two with the least sum, downhill from 1.
double best_factor(const Share& share) {
  double best = 1.0;
  for (const double way : {2.0, 0.5}) {
    for (double f = way; share.sum(f) < share.sum(best); f *= way) best = f;
  }
  return best;
}

}  // namespace

VectorXd balance(const MatrixXd& a) {
  const MatrixXd zero = MatrixXd::Zero(a.rows(), a.cols());
  return balance(a, zero, zero);
}

VectorXd balance(const MatrixXd& a_given, const MatrixXd& g_given, const MatrixXd& q_given) {
  MatrixXd a = a_given.cwiseAbs(), g = g_given.cwiseAbs(), q = q_given.cwiseAbs();
  const Index n = a.rows();
  VectorXd d = VectorXd::Ones(n);
  bool is_moving = true;
  for (int sweep = 0; is_moving && sweep < kMostSweeps; ++sweep) {
    is_moving = false;
    for (Index i = 0; i < n; ++i) {
      const Share share{a.row(i).sum() - a(i, i) + 2.0 * (g.row(i).sum() - g(i, i)),
                        a.col(i).sum() - a(i, i) + 2.0 * (q.row(i).sum() - q(i, i)), g(i, i), q(i, i)};
      if (!share.is_two_sided()) continue;
      const double f = best_factor(share);
      if (share.sum(f) > kWorthwhile * share.sum(1.0)) continue;
      a.row(i) /= f, a.col(i) *= f;
      g.row(i) /= f, g.col(i) /= f;
      q.row(i) *= f, q.col(i) *= f;
      d(i) *= f;
      is_moving = true;
    }
  }
  return d;
}

}  // namespace tandem::lq
