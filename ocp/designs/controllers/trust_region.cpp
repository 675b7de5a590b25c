#include <tandem/ocp/designs/controllers/trust_region.hpp>

#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace tandem::controllers {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kGood = 0.75, kPoor = 0.25;  // shares of the promised gain
constexpr double kLeastRadius = 1e-14, kGreatestRadius = 1e3;

/// ln f.
Value logarithm(const Value& f) {
  const VectorXd slope = f.gradient / f.value;
  return {std::log(f.value), slope, f.hessian / f.value - slope * slope.transpose()};
}

/// The least of g'd + d'H d / 2 with |d| <= radius: d = -(H + s)^-1 g with the least s >= 0 that makes H + s positive
/// and d short enough, found by bisection of ln s.
VectorXd model_step(const VectorXd& gradient, const MatrixXd& hessian, double radius) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> eigen(hessian);
  const VectorXd g = eigen.eigenvectors().transpose() * gradient, &h = eigen.eigenvalues();
  const auto step = [&](double s) -> VectorXd { return -g.cwiseQuotient((h.array() + s).matrix()); };
  const double floor = 1e-15 * h.cwiseAbs().maxCoeff();
  if (h(0) > floor) {
    const VectorXd newton = step(0.0);
    if (newton.norm() <= radius) return eigen.eigenvectors() * newton;
  }
  double low = std::max(0.0, -h(0)), high = low + g.norm() / radius + floor;
  for (int k = 0; k < 100; ++k) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (step(middle).norm() > radius ? low : high) = middle;
  }
  VectorXd d = step(high);
  if (d.norm() < 0.5 * radius && h(0) < 0.0) d(0) += (g(0) > 0.0 ? -1.0 : 1.0) * radius;  // the hard case
  return eigen.eigenvectors() * d;
}

}  // namespace

TrustResult minimise(const Function& function, const VectorXd& start, const TrustOptions& options) {
  TrustResult found{start, false, 0, 1};
  auto raw = function(start, true);
  require(raw && raw->value > 0.0, "controller: the objective has no value at the start of a minimisation");
  Value at = logarithm(*raw);
  double radius = options.first_radius;
  VectorXd sizes = VectorXd::Zero(start.size());
  while (found.iterations < options.max_iterations && radius > kLeastRadius && !ending::is_due()) {
    ++found.iterations;
    const VectorXd curvature = at.hessian.diagonal().cwiseAbs();
    sizes = curvature.cwiseMax(1e-12 * curvature.maxCoeff() + 1e-300).cwiseSqrt().cwiseInverse();
    const VectorXd g = sizes.cwiseProduct(at.gradient);
    const MatrixXd h = sizes.asDiagonal() * at.hessian * sizes.asDiagonal();
    const VectorXd d = model_step(g, h, radius);
    const double promised = -(g.dot(d) + 0.5 * d.dot(h * d));
    if (promised <= options.tolerance) {
      found.is_converged = true;
      break;
    }
    const VectorXd next = found.numbers + sizes.cwiseProduct(d);
    ++found.evaluations;
    const auto there = function(next, true);
    const double gain = there && there->value > 0.0 ? at.value - std::log(there->value) : -1.0;
    if (gain < kPoor * promised) radius = 0.25 * std::min(radius, d.norm());
    if (gain > kGood * promised) radius = std::min(kGreatestRadius, std::max(radius, 2.0 * d.norm()));
    if (!(gain > 0.0)) continue;
    found.numbers = next;
    at = logarithm(*there);
  }
  return found;
}

}  // namespace tandem::controllers
