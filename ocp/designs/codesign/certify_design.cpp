#include <tandem/ocp/designs/codesign/certify_design.hpp>

#include <tandem/ocp/answers/certificate_lines.hpp>
#include <tandem/ocp/designs/codesign/slope_check.hpp>
#include <tandem/ocp/designs/codesign/structure_certificate.hpp>
#include <tandem/ocp/designs/codesign/weighted_cost.hpp>

#include <cmath>
#include <utility>

namespace tandem {

using codesign::DesignLimits;
using codesign::KktEvidence;
using codesign::KktPoint;
using codesign::MeanSquares;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

NumberWithDerivatives with_derivatives(const NumberJet& jet) { return {jet.value, jet.gradient, jet.hessian}; }

/// Of ln J_s by x = ln p.
double structure_slopes(const Codesign& problem, const VectorXd& x) {
  const auto cost = [&](const VectorXd& at) { return with_derivatives(codesign::log_structure_cost(problem, at)); };
  return codesign::slope_error(cost, x, VectorXd::Ones(x.size()));
}

/// Of the weighted cost: what has no weight may have no digits.
double weighted_slopes(const Codesign& problem, const ParetoPoint& design, const VectorXd& x) {
  const double tau = codesign::log_odds(design.lambda);
  const auto cost = [&](const VectorXd& at) {
    return with_derivatives(codesign::weighted_cost(problem, at, tau).value);
  };
  return codesign::slope_error(cost, x, VectorXd::Ones(x.size()));
}

/// Of psi(x, s), whose maximum over s is what limits a design.
double limit_slopes(const Codesign& problem, const LimitedDesign& design, const VectorXd& x) {
  const auto psi = [&](const VectorXd& y) {
    return with_derivatives(codesign::limit_function(problem, design.limits, y.head(x.size()), y(x.size())));
  };
  VectorXd y(x.size() + 1);
  y << x, std::log(design.price);
  return codesign::slope_error(psi, y, VectorXd::Ones(y.size()));
}

KktPoint kkt_point(const Codesign& problem, const LimitedDesign& design) {
  KktPoint point = codesign::point_of(problem, design.design);
  const VectorXd& x = point.unknowns;
  const NumberJet cost = codesign::log_structure_cost(problem, x);
  const codesign::WorstPrice worst = codesign::worst_price(problem, design.limits, x, std::log(design.price));
  point.at = {cost.value, cost.gradient, VectorXd::Constant(1, worst.phi.value), worst.phi.gradient.transpose()};
  point.multipliers = VectorXd::Constant(1, design.multiplier);
  point.hessian = cost.hessian + design.multiplier * worst.phi.hessian;
  point.row_names = {"effort and response"};
  return point;
}

KktPoint kkt_point(const Codesign& problem, const ParetoPoint& design) {
  KktPoint point = codesign::point_of(problem, design.design);
  const NumberJet cost = codesign::weighted_cost(problem, point.unknowns, codesign::log_odds(design.lambda)).value;
  point.at = {cost.value, cost.gradient, VectorXd(0), MatrixXd(0, point.unknowns.size())};
  point.multipliers = VectorXd(0);
  point.hessian = cost.hessian;
  return point;
}

void see_missed_limit(Worst& feasibility, double value, double limit, const char* name) {
  feasibility.see(value / limit - 1.0, [&] { return std::string("excess of ") + name; });
}

/// With the gain of the price that the design claims.
void look_at_limits(const Codesign& problem, const LimitedDesign& design, KktEvidence& evidence) {
  const MeanSquares squares = problem.mean_squares(design.design, design.price);
  see_missed_limit(evidence.feasibility, squares.effort(), design.limits.effort, "effort");
  see_missed_limit(evidence.feasibility, squares.response(), design.limits.response, "response");
}

Certificate certified(const Codesign& problem, const LimitedDesign& design, const DesignLimits& limits) {
  const KktPoint point = kkt_point(problem, design);
  KktEvidence evidence = examine(point);
  look_at_limits(problem, design, evidence);
  add_claim(evidence, design.structure_cost, std::exp(point.at.objective));
  Worst slopes;
  slopes.see({structure_slopes(problem, point.unknowns), "structure's cost"});
  slopes.see({limit_slopes(problem, design, point.unknowns), "mean squares"});
  Certificate certificate = codesign::structure_certificate();
  add_lines(certificate, evidence, limits);
  add_line(certificate, "derivatives", slopes, limits.derivatives, true);
  return codesign::finished(std::move(certificate), design.is_solved, design.message);
}

Certificate certified(const Codesign& problem, const ParetoPoint& design, const DesignLimits& limits) {
  const KktPoint point = kkt_point(problem, design);
  KktEvidence evidence = examine(point);
  add_claim(evidence, design.objective, (1.0 - design.lambda) * std::exp(point.at.objective));
  const Worst slopes{weighted_slopes(problem, design, point.unknowns), "weighted cost"};
  Certificate certificate = codesign::structure_certificate();
  add_lines(certificate, evidence, limits);
  add_line(certificate, "derivatives", slopes, limits.derivatives, true);
  return codesign::finished(std::move(certificate), true, "");
}

}  // namespace

Certificate certify(const Codesign& problem, const LimitedDesign& design, const DesignLimits& limits) {
  return codesign::certified_or_refused([&] { return certified(problem, design, limits); });
}

Certificate certify(const Codesign& problem, const ParetoPoint& point, const DesignLimits& limits) {
  return codesign::certified_or_refused([&] { return certified(problem, point, limits); });
}

}  // namespace tandem
