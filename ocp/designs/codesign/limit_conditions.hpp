#pragma once

#include <tandem/ocp/designs/codesign/bounded_system.hpp>
#include <tandem/ocp/designs/codesign/codesign.hpp>
#include <tandem/ocp/designs/codesign/found_designs.hpp>

namespace tandem::codesign {

/// The conditions of first order of the lightest design while limits go from one pair to another, t from 0 to 1, both
/// in their logarithms. In u = (x, s, nu) with the price's logarithm s:
///
///     d/dx (ln J_s + nu psi) = z,   psi_s = 0,   psi = 0,   z of bounds as BoundedSystem has it.
class LimitConditions {
 public:
  /// `problem` must outlive it.
  LimitConditions(const Codesign& problem, const Limits& from, const Limits& to);

  BoundedSystem& system() { return system_; }
  Limits limits_at(double t) const;

  /// Unknowns at t from a design and its price, the multiplier by least squares over sizes off their bounds.
  Eigen::VectorXd start(const Eigen::VectorXd& x, double log_price, double t = 0.0);
  /// The design at unknowns y, looked at.
  LimitedDesign design_at(const Eigen::VectorXd& y, double t);

 private:
  Equations equations(const Eigen::VectorXd& u, double t) const;

  const Codesign& problem_;
  Limits from_, to_;
  int n_;
  BoundedSystem system_;
};

}  // namespace tandem::codesign
