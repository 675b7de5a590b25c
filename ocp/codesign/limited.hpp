#pragma once

#include <tandem/ocp/certificate.hpp>
#include <tandem/ocp/codesign/codesign.hpp>
#include <tandem/ocp/codesign/limits.hpp>

#include <string>
#include <vector>

namespace tandem {

/// The lightest design within limits on mean squares, and what says so.
struct LimitedDesign {
  bool is_solved = false;
  std::string message;  ///< a sentence
  codesign::Limits limits;
  Eigen::VectorXd design;
  double price = 0.0;       ///< r of effort against response
  double multiplier = 0.0;  ///< of psi: d ln J_s / d ln of both limits, with the other sign; 0 where neither holds it
  double structure_cost = 0.0, effort = 0.0, response = 0.0;
  Certificate certificate = {};  ///< certify_design.hpp
  int iterations = 0, evaluations = 0;
  double seconds = 0.0;
};

/// What is certified before what is only solved, that before anything else; among the same the lighter.
template <class Design>
bool is_better(const Design& a, const Design& b) {
  const auto rank = [](const Design& one) { return one.certificate.passes() ? 0 : one.is_solved ? 1 : 2; };
  return rank(a) != rank(b) ? rank(a) < rank(b) : a.structure_cost < b.structure_cost;
}

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
