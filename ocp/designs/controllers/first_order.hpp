#pragma once

#include <tandem/ocp/designs/controllers/objective.hpp>

#include <optional>
#include <string>
#include <vector>

namespace tandem::controllers {

/// The conditions of first and second order at p. With peaks h_k that are the highest of their conditions (to kActive)
/// there are multipliers nu_k, whose sum over a condition's peaks is 1, so that
///
///     grad of W_2 |T|_2^2  +  sum of W_inf nu_k grad h_k = 0,   nu_k >= 0,   all h_k of a condition are equal,
///
/// and the Lagrangian curves up along directions that keep them equal. Without peaks that is a zero gradient and a
/// positive definite Hessian.
struct FirstOrder {
  double value = 0.0;
  std::vector<LocalPeak> active;
  Eigen::VectorXd multipliers;   ///< nu, of the active peaks
  double stationarity = 0.0;     ///< the largest |p_i| times the Lagrangian's slope by p_i, relative to J
  std::string steepest;          ///< the number of that slope
  double least_curvature = 0.0;  ///< of the Lagrangian along the peaks, numbers scaled to a unit diagonal
  double spread = 0.0;           ///< of the active peaks of a condition, relative to the highest
  double newton_gain = 0.0;      ///< by which the next Newton step would change J, relative
  Eigen::VectorXd newton_step;   ///< of p
};

/// Nothing where a loop is not stable. Peaks within `active` of the highest count as active.
inline constexpr double kActive = 1e-5;
std::optional<FirstOrder> first_order(const Objective& objective, const Eigen::VectorXd& p, double active = kActive);

/// Newton's method on these conditions, as long as it gains. Returns the steps taken.
int sharpen(const Objective& objective, Eigen::VectorXd& p);

}  // namespace tandem::controllers
