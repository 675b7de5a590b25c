#pragma once

#include <tandem/ocp/search/continuation/bordered.hpp>
#include <tandem/ocp/search/homotopy/kkt_system.hpp>

#include <optional>

namespace tandem::homotopy {

/// The KKT system with its multipliers normalised, the objective's rho among them (Fritz John's conditions):
///
///     F(x, y; rho, lambda) = 0,   rho^2 + |y|^2 / size^2 = 1.
///
/// Where the feasible set shrinks to nothing multipliers grow without bound, and a path in them never arrives.
/// Normalised ones arrive: rho passes through 0 while lambda turns back, at the least (or greatest) lambda that has a
/// feasible point. What is left of the conditions there, A' y = 0 with y normalised, says that lambda itself is minimal
/// under the constraints (Fritz John, in Courant Anniversary Volume, 1948).
class FritzJohnSystem : public continuation::System {
 public:
  /// The KKT system must outlive this, and is its own from now on. `size` is that of usual multipliers.
  FritzJohnSystem(KktSystem& kkt, double size) : kkt_(kkt), scale_(1.0 / (size * size)) {}

  int size() const override { return kkt_.size() + 1; }
  Eigen::VectorXd residual(const Eigen::VectorXd& x, double lambda) override;
  Eigen::VectorXd slope(const Eigen::VectorXd& x, double lambda) override;
  continuation::Bordered& factorise(const Eigen::VectorXd& x, double lambda) override;
  /// Multipliers count here: near the end it is they that move.
  Eigen::VectorXd weights() const override;
  double parameter_weight() const override { return kkt_.parameter_weight(); }
  double error(const Eigen::VectorXd& f, const Eigen::VectorXd& x) const override;

  double objective_weight(const Eigen::VectorXd& x) const { return x(kkt_.size()); }

  /// A point of the KKT system, normalised, and its barrier with it.
  Eigen::VectorXd normalised(const Eigen::VectorXd& x);

 private:
  KktSystem& kkt_;
  double scale_;
  std::optional<continuation::Bordered> factor_;
};

}  // namespace tandem::homotopy
