#pragma once

#include <tandem/ocp/search/continuation/factors.hpp>
#include <tandem/ocp/search/continuation/system.hpp>

#include <functional>
#include <vector>

namespace tandem::codesign {

/// Equations in unknowns u and a parameter, with their derivatives.
struct Equations {
  Eigen::VectorXd value;
  Eigen::MatrixXd jacobian;
  Eigen::VectorXd slope;  ///< by the parameter
};

/// Stationarity within bounds, as a system that can be followed:
///
///     G(u, lambda) = z_lower - z_upper,   0 <= u - lower  _|_  z_lower >= 0,   0 <= upper - u  _|_  z_upper >= 0,
///
/// complementarity by Fischer and Burmeister's function, smoothed by kBarrier. G is the gradient of something by the
/// unknowns that have bounds, or any equation of one that has none. Unknowns are (u, multipliers of finite bounds).
class BoundedSystem : public continuation::System {
 public:
  using Model = std::function<Equations(const Eigen::VectorXd& u, double lambda)>;
  static constexpr double kBarrier = 1e-12;

  /// Lengths along a path are measured by the first `measured` of u.
  BoundedSystem(Model model, const Eigen::VectorXd& lower, const Eigen::VectorXd& upper, int measured);

  int size() const override { return unknowns_ + static_cast<int>(pairs_.size()); }
  Eigen::VectorXd residual(const Eigen::VectorXd& y, double lambda) override;
  Eigen::VectorXd slope(const Eigen::VectorXd& y, double lambda) override;
  continuation::Factor& factorise(const Eigen::VectorXd& y, double lambda) override;
  Eigen::VectorXd weights() const override;

  /// u with the multipliers that its gradient asks for where it is at a bound.
  Eigen::VectorXd with_multipliers(const Eigen::VectorXd& u, double lambda);
  /// u of y, exactly at a bound where its multiplier says that it is there.
  Eigen::VectorXd unknowns_of(const Eigen::VectorXd& y) const;
  /// Those of the measured unknowns that are at no bound.
  std::vector<int> free(const Eigen::VectorXd& y) const;
  /// The best point of Newton's method at this lambda, from y as long as it gains; adds its steps to `iterations`.
  Eigen::VectorXd sharpened(Eigen::VectorXd y, double lambda, int& iterations);
  /// G and its derivatives at u; not finite where the model refuses.
  const Equations& equations(const Eigen::VectorXd& u, double lambda);
  int evaluations() const { return evaluations_; }

 private:
  /// A finite bound: gap = sign (u_i - bound).
  struct Pair {
    int index;
    double sign, bound;
    double gap(const Eigen::VectorXd& y) const { return sign * (y(index) - bound); }
  };

  Model model_;
  int unknowns_, measured_;
  std::vector<Pair> pairs_;
  continuation::DenseFactor factor_;
  Equations last_;
  Eigen::VectorXd last_u_;
  double last_lambda_ = 0.0;
  int evaluations_ = 0;
};

}  // namespace tandem::codesign
