#include <tandem/ocp/designs/codesign/limits.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::codesign {

using Eigen::VectorXd;

namespace {

constexpr double kLongestStep = 3.0;  // of ln r
constexpr double kSettled = 1e-11;
constexpr int kMostSteps = 60;

}  // namespace

NumberJet limit_function(const Codesign& problem, const Limits& limits, const VectorXd& x, double s) {
  const Eigen::Index n = x.size();
  VectorXd sizes(n + 1);
  sizes << exponentials(x), std::exp(s);
  const NumberJet cost = problem.mean_squares(sizes.head(n), sizes(n)).cost;
  NumberJet psi = log(by_logarithms(cost, sizes));
  const double effort = sizes(n) * limits.effort, share = effort / (limits.response + effort);
  psi.value -= std::log(limits.response + effort);
  psi.gradient(n) -= share;
  psi.hessian(n, n) -= share * (1.0 - share);
  return psi;
}

WorstPrice worst_price(const Codesign& problem, const Limits& limits, const VectorXd& x, double first_log_price) {
  const Eigen::Index n = x.size();
  double s = first_log_price, low = -kInfinity, high = kInfinity;
  WorstPrice worst;
  NumberJet psi;
  for (int step = 0; step < kMostSteps; ++step) {
    psi = limit_function(problem, limits, x, s);
    ++worst.evaluations;
    const double slope = psi.gradient(n), curvature = psi.hessian(n, n);
    if (std::abs(slope) <= kSettled) break;
    (slope > 0.0 ? low : high) = s;
    double change = curvature < 0.0 ? -slope / curvature : std::copysign(kLongestStep, slope);
    change = std::clamp(change, -kLongestStep, kLongestStep);
    if (s + change <= low || s + change >= high) change = 0.5 * (low + high) - s;
    if (!std::isfinite(change) || std::abs(change) <= 1e-14 * std::max(1.0, std::abs(s))) break;
    s += change;
  }
  worst.log_price = s;
  worst.phi = {psi.value, psi.gradient.head(n), psi.hessian.topLeftCorner(n, n)};
  const VectorXd mixed = psi.hessian.col(n).head(n);
  if (psi.hessian(n, n) < 0.0) worst.phi.hessian -= mixed * mixed.transpose() / psi.hessian(n, n);
  return worst;
}

}  // namespace tandem::codesign
