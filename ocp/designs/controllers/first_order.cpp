#include <tandem/ocp/designs/controllers/first_order.hpp>

#include <tandem/ocp/lq/curvature.hpp>

#include <Eigen/LU>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <optional>
#include <vector>

namespace tandem::controllers {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr int kNewtonSteps = 20;
constexpr double kLeastSize = 1e-3;  // of a number, for what its slope is measured by
constexpr double kEnough = 0.25;     // of the gain of one step in that of the last, else it has come to rounding

/// Sizes of the numbers that make the Hessian's diagonal 1.
VectorXd scale_of(const MatrixXd& hessian) {
  const VectorXd diagonal = hessian.diagonal().cwiseAbs();
  return diagonal.cwiseMax(1e-16 * diagonal.maxCoeff() + 1e-300).cwiseSqrt().cwiseInverse();
}

/// W_inf grad h_k as columns, and which condition each is of, as rows of ones.
struct Active {
  MatrixXd slopes, sums;
  VectorXd weights, values;
};

Active active_of(const Objective& objective, const std::vector<LocalPeak>& peaks, Index n) {
  const Index k = std::ssize(peaks), conditions = std::ssize(objective.conditions());
  Active active{MatrixXd(n, k), MatrixXd::Zero(conditions, k), VectorXd(k), VectorXd(k)};
  for (Index i = 0; i < k; ++i) {
    active.weights(i) = objective.conditions()[peaks[i].condition].peak;
    active.slopes.col(i) = active.weights(i) * peaks[i].squared.gradient;
    active.sums(static_cast<Index>(peaks[i].condition), i) = 1.0;
    active.values(i) = peaks[i].squared.value;
  }
  std::vector<Index> used;
  for (Index c = 0; c < conditions; ++c) {
    if (!active.sums.row(c).isZero()) used.push_back(c);
  }
  active.sums = active.sums(used, Eigen::all).eval();
  return active;
}

/// nu of the least |gradient + slopes nu| with sums nu = 1, in the numbers' scale.
VectorXd multipliers_of(const VectorXd& gradient, const Active& active) {
  const Index k = active.slopes.cols(), c = active.sums.rows();
  if (k == 0) return VectorXd(0);
  const double size = std::max(active.slopes.norm(), 1e-300);
  MatrixXd kkt = MatrixXd::Zero(k + c, k + c);
  kkt.topLeftCorner(k, k) = active.slopes.transpose() * active.slopes / (size * size);
  kkt.topRightCorner(k, c) = active.sums.transpose();
  kkt.bottomLeftCorner(c, k) = active.sums;
  VectorXd right(k + c);
  right << -active.slopes.transpose() * gradient / (size * size), VectorXd::Ones(c);
  return kkt.completeOrthogonalDecomposition().solve(right).head(k);
}

/// Peaks of a condition stay equal along directions orthogonal to all differences of their slopes.
MatrixXd differences_of_slopes(const Active& active) {
  const Index n = active.slopes.rows(), k = active.slopes.cols(), c = active.sums.rows();
  MatrixXd differences(n, k - c);
  Index col = 0;
  for (Index row = 0; row < c; ++row) {
    Index first = -1;
    for (Index i = 0; i < k; ++i) {
      if (active.sums(row, i) == 0.0) continue;
      if (first >= 0) differences.col(col++) = active.slopes.col(i) - active.slopes.col(first);
      if (first < 0) first = i;
    }
  }
  return differences;
}

/// The step of Newton's method to a point where the Lagrangian is stationary and peaks are equal:
/// [H, slopes, 0; slopes', 0, -W sums'; 0, sums, 0] (dp, nu, level) = (-gradient, -W h, 1).
VectorXd newton_step(const VectorXd& gradient, const MatrixXd& hessian, const Active& active) {
  const Index n = gradient.size(), k = active.slopes.cols(), c = active.sums.rows();
  const VectorXd scaled = active.weights.cwiseProduct(active.values);
  MatrixXd kkt = MatrixXd::Zero(n + k + c, n + k + c);
  kkt.topLeftCorner(n, n) = hessian;
  kkt.block(0, n, n, k) = active.slopes;
  kkt.block(n, 0, k, n) = active.slopes.transpose();
  kkt.block(n, n + k, k, c) = active.weights.asDiagonal() * (-active.sums.transpose());
  kkt.block(n + k, n, c, k) = active.sums;
  VectorXd right(n + k + c);
  right << -gradient, -scaled, VectorXd::Ones(c);
  return kkt.fullPivLu().solve(right).head(n);
}

/// The sum over conditions of W_inf times their highest peak; and how far below it the other active ones are.
double level_of(const Active& active, double& spread) {
  double sum = 0.0;
  for (Index row = 0; row < active.sums.rows(); ++row) {
    Index one = 0;
    const VectorXd levels = active.sums.row(row).transpose().cwiseProduct(active.values);
    const double highest = levels.maxCoeff(&one);
    for (Index i = 0; i < levels.size(); ++i) {
      if (active.sums(row, i) != 0.0) spread = std::max(spread, 1.0 - levels(i) / highest);
    }
    sum += active.weights(one) * highest;
  }
  return sum;
}

}  // namespace

std::optional<FirstOrder> first_order(const Objective& objective, const VectorXd& p, double active_within) {
  const auto squares = objective.mean_squares(p, true);
  if (!squares) return std::nullopt;
  FirstOrder found;
  found.active = objective.peaks_at(p, 1.0 - active_within, true);
  Active active = active_of(objective, found.active, p.size());
  found.value = squares->value + level_of(active, found.spread);

  const VectorXd size = p.cwiseAbs().cwiseMax(kLeastSize);
  Active sized = active;
  sized.slopes = size.asDiagonal() * active.slopes;
  found.multipliers = multipliers_of(size.cwiseProduct(squares->gradient), sized);
  const VectorXd lagrangian = squares->gradient + active.slopes * found.multipliers;
  Index steepest = 0;
  found.stationarity = size.cwiseProduct(lagrangian).cwiseAbs().maxCoeff(&steepest) / found.value;
  found.steepest = objective.form().numbers()[static_cast<std::size_t>(steepest)].name;

  MatrixXd hessian = squares->hessian;
  for (Index i = 0; i < std::ssize(found.active); ++i)
    hessian += found.multipliers(i) * active.weights(i) * found.active[i].squared.hessian;
  const VectorXd scale = scale_of(hessian);
  hessian = (scale.asDiagonal() * hessian * scale.asDiagonal()).eval();
  active.slopes = (scale.asDiagonal() * active.slopes).eval();
  found.least_curvature = lq::least_curvature_along(hessian, differences_of_slopes(active));
  const VectorXd step = newton_step(scale.cwiseProduct(squares->gradient), hessian, active);
  found.newton_step = scale.cwiseProduct(step);
  found.newton_gain = 0.5 * std::abs(step.dot(hessian * step)) / found.value + found.spread;
  return found;
}

int sharpen(const Objective& objective, VectorXd& p) {
  auto at = first_order(objective, p);
  int steps = 0;
  for (; steps < kNewtonSteps && at; ++steps) {
    const VectorXd next = p + at->newton_step;
    if (!next.allFinite()) break;
    const auto there = first_order(objective, next);
    const bool is_better = there && there->active.size() == at->active.size() &&
                           there->newton_gain < kEnough * at->newton_gain && there->least_curvature > 0.0;
    if (!is_better) break;
    p = next;
    at = there;
  }
  return steps;
}

}  // namespace tandem::controllers
