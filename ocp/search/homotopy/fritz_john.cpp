#include <tandem/ocp/search/homotopy/fritz_john.hpp>

#include <tandem/ocp/search/continuation/corrector.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::homotopy {

using continuation::joined;

Eigen::VectorXd FritzJohnSystem::residual(const Eigen::VectorXd& x, double lambda) {
  const double rho = objective_weight(x);
  const Eigen::VectorXd inner = x.head(kkt_.size());
  kkt_.set_objective_weight(rho);
  const double length = rho * rho + scale_ * kkt_.multipliers(inner).squaredNorm();
  return joined(kkt_.residual(inner, lambda), 0.5 * (length - 1.0));
}

Eigen::VectorXd FritzJohnSystem::slope(const Eigen::VectorXd& x, double lambda) {
  return joined(kkt_.slope(x.head(kkt_.size()), lambda), 0.0);
}

///     [F_x  grad f]
///     [n'   rho   ],  n the normal of the multipliers' sphere
continuation::Bordered& FritzJohnSystem::factorise(const Eigen::VectorXd& x, double lambda) {
  const Eigen::VectorXd inner = x.head(kkt_.size());
  kkt_.set_objective_weight(objective_weight(x));
  Eigen::VectorXd normal = Eigen::VectorXd::Zero(kkt_.size());
  normal.segment(kkt_.layout().primal(), kkt_.layout().rows()) = scale_ * kkt_.multipliers(inner);
  KktFactor& factor = kkt_.factorise(inner, lambda);
  factor_.emplace(factor, kkt_.objective_column(inner, lambda), normal, objective_weight(x));
  return *factor_;
}

Eigen::VectorXd FritzJohnSystem::weights() const {
  Eigen::VectorXd weights = kkt_.weights();
  weights.segment(kkt_.layout().primal(), kkt_.layout().rows()).setConstant(scale_);
  return joined(weights, 1.0);
}

double FritzJohnSystem::error(const Eigen::VectorXd& f, const Eigen::VectorXd& x) const {
  return std::max(kkt_.error(f.head(kkt_.size()), x.head(kkt_.size())), std::abs(f(kkt_.size())));
}

Eigen::VectorXd FritzJohnSystem::normalised(const Eigen::VectorXd& x) {
  const double rho = 1.0 / std::sqrt(1.0 + scale_ * kkt_.multipliers(x).squaredNorm());
  Eigen::VectorXd scaled = x;
  scaled.tail(x.size() - kkt_.layout().primal()) *= rho;
  kkt_.set_barrier(rho * kkt_.barrier());
  return joined(scaled, rho);
}

}  // namespace tandem::homotopy
