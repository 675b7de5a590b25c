#pragma once

#include <tandem/core/matrix_jet.hpp>

#include <Eigen/Core>

namespace tandem::codesign {

/// The steady-state mean squares of a structure under white noise, with the best gain for a price r > 0 of effort:
///
///     c(p, r) = min over gains of  response + r effort,   response = E[y'y],  effort = E[u'u].
///
/// `cost` is c with derivatives by (p, r): that is all there is to know. The gain is the best, so that
///
///     effort = dc/dr,   response = c - r dc/dr,
///
/// and their first derivatives are the second ones of c.
struct MeanSquares {
  NumberJet cost;
  double price = 1.0;

  double effort() const { return cost.gradient(designs()); }
  double response() const { return cost.value - price * effort(); }
  /// By (p, r); the second derivatives of effort and response would be third ones of c.
  Eigen::VectorXd effort_gradient() const { return cost.hessian.col(designs()); }
  Eigen::VectorXd response_gradient() const;
  int designs() const { return cost.seeds() - 1; }
};

}  // namespace tandem::codesign
