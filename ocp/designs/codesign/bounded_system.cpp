#include <tandem/ocp/designs/codesign/bounded_system.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/search/homotopy/complementarity.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <utility>

namespace tandem::codesign {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using homotopy::Complementarity;
using homotopy::complementarity;

namespace {

constexpr int kPolishSteps = 20;
constexpr int kIdleSteps = 6;         // without a gain, while a size makes up its mind whether it is at its bound
constexpr double kNearlyZero = 1e-9;  // of the residual: then the first step without a gain is the last

}  // namespace

BoundedSystem::BoundedSystem(Model model, const VectorXd& lower, const VectorXd& upper, int measured)
    : model_(std::move(model)), unknowns_(static_cast<int>(lower.size())), measured_(measured) {
  require(upper.size() == lower.size(), "co-design: {} lower and {} upper bounds", lower.size(), upper.size());
  for (int i = 0; i < unknowns_; ++i) {
    require(lower(i) < upper(i), "co-design: bounds [{}, {}] leave unknown {} no room", lower(i), upper(i), i);
    if (std::isfinite(lower(i))) pairs_.push_back({i, 1.0, lower(i)});
    if (std::isfinite(upper(i))) pairs_.push_back({i, -1.0, upper(i)});
  }
}

const Equations& BoundedSystem::equations(const VectorXd& u, double lambda) {
  if (last_u_.size() == u.size() && last_u_ == u && last_lambda_ == lambda) return last_;
  last_u_ = u;
  last_lambda_ = lambda;
  ++evaluations_;
  try {
    last_ = model_(u, lambda);
  } catch (const Error&) {  // no controller there: the step was too long
    const double nan = std::numeric_limits<double>::quiet_NaN();
    last_ = {VectorXd::Constant(unknowns_, nan), MatrixXd::Constant(unknowns_, unknowns_, nan),
             VectorXd::Constant(unknowns_, nan)};
  }
  return last_;
}

VectorXd BoundedSystem::residual(const VectorXd& y, double lambda) {
  VectorXd f(size());
  f.head(unknowns_) = equations(y.head(unknowns_), lambda).value;
  for (int k = 0; k < std::ssize(pairs_); ++k) {
    const double multiplier = y(unknowns_ + k);
    f(pairs_[k].index) -= pairs_[k].sign * multiplier;
    f(unknowns_ + k) = complementarity(pairs_[k].gap(y), multiplier, kBarrier).value;
  }
  return f;
}

VectorXd BoundedSystem::slope(const VectorXd& y, double lambda) {
  VectorXd f = VectorXd::Zero(size());
  f.head(unknowns_) = equations(y.head(unknowns_), lambda).slope;
  return f;
}

continuation::Factor& BoundedSystem::factorise(const VectorXd& y, double lambda) {
  MatrixXd jacobian = MatrixXd::Zero(size(), size());
  jacobian.topLeftCorner(unknowns_, unknowns_) = equations(y.head(unknowns_), lambda).jacobian;
  for (int k = 0; k < std::ssize(pairs_); ++k) {
    const auto& [i, sign, bound] = pairs_[k];
    const Complementarity pair = complementarity(pairs_[k].gap(y), y(unknowns_ + k), kBarrier);
    jacobian(i, unknowns_ + k) = -sign;
    jacobian(unknowns_ + k, i) = sign * pair.by_a;
    jacobian(unknowns_ + k, unknowns_ + k) = pair.by_b;
  }
  factor_.factorise(std::move(jacobian));
  return factor_;
}

VectorXd BoundedSystem::weights() const {
  VectorXd weights = VectorXd::Zero(size());
  weights.head(measured_).setConstant(1.0 / measured_);
  return weights;
}

VectorXd BoundedSystem::with_multipliers(const VectorXd& u, double lambda) {
  VectorXd y = VectorXd::Zero(size());
  y.head(unknowns_) = u;
  const VectorXd& g = equations(u, lambda).value;
  for (int k = 0; k < std::ssize(pairs_); ++k) {
    const double push = std::max(0.0, pairs_[k].sign * g(pairs_[k].index)), gap = pairs_[k].gap(y);
    if (push > gap) y(unknowns_ + k) = push;
  }
  return y;
}

VectorXd BoundedSystem::unknowns_of(const VectorXd& y) const {
  VectorXd u = y.head(unknowns_);
  for (int k = 0; k < std::ssize(pairs_); ++k) {
    if (y(unknowns_ + k) > pairs_[k].gap(y)) u(pairs_[k].index) = pairs_[k].bound;
  }
  return u;
}

std::vector<int> BoundedSystem::free(const VectorXd& y) const {
  std::vector<bool> is_held(unknowns_, false);
  for (int k = 0; k < std::ssize(pairs_); ++k) {
    if (y(unknowns_ + k) > pairs_[k].gap(y)) is_held[pairs_[k].index] = true;
  }
  std::vector<int> free;
  for (int i = 0; i < measured_; ++i) {
    if (!is_held[i]) free.push_back(i);
  }
  return free;
}

VectorXd BoundedSystem::sharpened(VectorXd y, double lambda, int& iterations) {
  VectorXd f = residual(y, lambda), best = y;
  double least = f.norm();
  for (int step = 0, idle = 0; step < kPolishSteps && idle < (least > kNearlyZero ? kIdleSteps : 1); ++step) {
    y -= factorise(y, lambda).solve(f);
    f = residual(y, lambda);
    if (!f.allFinite()) break;
    ++iterations;
    ++idle;
    if (f.norm() < least) best = y, least = f.norm(), idle = 0;
  }
  return best;
}

}  // namespace tandem::codesign
