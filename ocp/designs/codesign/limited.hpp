#pragma once

#include <tandem/ocp/designs/codesign/codesign.hpp>
#include <tandem/ocp/designs/codesign/found_designs.hpp>

#include <vector>

namespace tandem {

/// minimise J_s(p) subject to effort and response within the problem's limits, from a start: IPOPT on the reduced
/// problem
///     minimise ln J_s  over x = ln p  subject to  phi(x) <= 0
/// with its exact Hessian (a constraint that is a maximum over the price keeps second derivatives where third ones of
/// the Riccati solution would be needed), then Newton's method on the conditions of first order, to rounding. Where the
/// lightest design of all, at its lower bounds, meets the limits, it is that. Refuses a start that has no controller.
LimitedDesign lightest_design(const Codesign& problem, const Eigen::VectorXd& start);
/// The same within other limits than the problem's own.
LimitedDesign lightest_design(const Codesign& problem, const codesign::Limits& limits, const Eigen::VectorXd& start);

/// `start` itself and count - 1 random designs, sizes log-uniform within a factor of `spread` of the geometric mean of
/// `start`. Depend on the seed only.
std::vector<Eigen::VectorXd> random_starts(const Codesign& problem, const Eigen::VectorXd& start, int count,
                                           unsigned seed, double spread);

/// From all of these starts, but for those whose controller has no digits; each answer once, minima first and the
/// lightest of them.
std::vector<LimitedDesign> lightest_designs(const Codesign& problem, const Eigen::VectorXd& start, int count,
                                            unsigned seed, double spread = 10.0);

}  // namespace tandem
