#pragma once

#include <tandem/ocp/designs/codesign/codesign.hpp>

#include <optional>
#include <span>

namespace tandem::codesign {

/// tau = ln(lambda / (1 - lambda)); of no weight, as little as makes no difference to any sum.
double log_odds(double lambda);

/// ln J_s by x = ln p.
NumberJet log_structure_cost(const Codesign& problem, const Eigen::VectorXd& x);

/// ln(J_s + e^tau J_c) by x = ln p, with tau = ln(lambda / (1 - lambda)), and the slope of its gradient by tau.
struct WeightedCost {
  NumberJet value;
  Eigen::VectorXd gradient_slope;
};
WeightedCost weighted_cost(const Codesign& problem, const Eigen::VectorXd& x, double tau);

/// The design of least weighted cost within the bounds that any of `starts` leads to, by IPOPT with the exact Hessian;
/// x near enough for Newton's method. Nothing where no start leads to one.
std::optional<Eigen::VectorXd> least_weighted_cost(const Codesign& problem, double tau,
                                                   std::span<const Eigen::VectorXd> starts);

}  // namespace tandem::codesign
