#include <tandem/ocp/lq/doubling.hpp>

#include <Eigen/LU>

#include <algorithm>

namespace tandem::lq {

using Eigen::MatrixXd;

namespace {

constexpr int kMostSteps = 60;
constexpr double kStill = 1e-15;  // change of H by a step, of its size

}  // namespace

bool double_until_still(Doubling& pencil) {
  auto& [a, g, h, steps] = pencil;
  const Eigen::Index n = a.rows();
  for (steps = 1; steps <= kMostSteps; ++steps) {
    const Eigen::PartialPivLU<MatrixXd> w(MatrixXd::Identity(n, n) + g * h);
    const MatrixXd wa = w.solve(a), wg = w.solve(g);  // W^-1 A, W^-1 G
    const MatrixXd change = a.transpose() * h * wa;
    g += (a * wg * a.transpose()).eval();
    h += 0.5 * (change + change.transpose());
    g = 0.5 * (g + g.transpose()).eval();
    a = (a * wa).eval();
    if (!a.allFinite() || !h.allFinite() || !g.allFinite()) return false;
    if (change.norm() <= kStill * h.norm()) return true;
  }
  return false;
}

}  // namespace tandem::lq
