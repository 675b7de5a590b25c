#pragma once

#include <tandem/ocp/designs/codesign/codesign.hpp>

namespace tandem::codesign {

/// The limits on mean squares, and how far a design is from meeting them.
struct Limits {
  double effort = 1.0, response = 1.0;
};

/// psi(x, s) = ln c(x, r) - ln(response + r effort) with x = ln p, s = ln r, and its derivatives by (x, s).
///
/// A design meets both limits with some gain if and only if psi <= 0 for every price r > 0: effort and response of all
/// gains form a convex set (as functions of covariances), and c(x, r) = response + r effort of the best one supports
/// it.
NumberJet limit_function(const Codesign& problem, const Limits& limits, const Eigen::VectorXd& x, double s);

/// The price at which psi(x, .) is greatest, and psi there as a function of x alone,
///     phi(x) = max over s of psi(x, s),  phi_x = psi_x,  phi_xx = psi_xx - psi_xs psi_ss^-1 psi_sx.
/// psi is unimodal in s (a concave function by a linear one): Newton's method within a bracket.
struct WorstPrice {
  double log_price = 0.0;
  NumberJet phi;
  int evaluations = 0;
};
WorstPrice worst_price(const Codesign& problem, const Limits& limits, const Eigen::VectorXd& x, double first_log_price);

}  // namespace tandem::codesign
