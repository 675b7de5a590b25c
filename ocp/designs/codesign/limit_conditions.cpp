#include <tandem/ocp/designs/codesign/limit_conditions.hpp>

#include <tandem/ocp/answers/certificate_lines.hpp>
#include <tandem/ocp/designs/codesign/certify_design.hpp>
#include <tandem/ocp/designs/codesign/weighted_cost.hpp>

#include <cmath>

namespace tandem::codesign {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kOffBound = 1e-3;  // of ln p: nearer sizes may be held by their bound

VectorXd with_free(const VectorXd& bounds, double free) {
  VectorXd all(bounds.size() + 2);
  all << logarithms(bounds), free, free;
  return all;
}

}  // namespace

LimitConditions::LimitConditions(const Codesign& problem, const Limits& from, const Limits& to)
    : problem_(problem),
      from_(from),
      to_(to),
      n_(static_cast<int>(problem.designs().size())),
      system_([this](const VectorXd& u, double t) { return equations(u, t); }, with_free(problem.lower(), -kInfinity),
              with_free(problem.upper(), kInfinity), n_) {}

Limits LimitConditions::limits_at(double t) const {
  return {from_.effort * std::pow(to_.effort / from_.effort, t),
          from_.response * std::pow(to_.response / from_.response, t)};
}

VectorXd LimitConditions::start(const VectorXd& x, double s, double t) {
  const VectorXd slope = log_structure_cost(problem_, x).gradient;
  const VectorXd psi = limit_function(problem_, limits_at(t), x, s).gradient.head(n_);
  const VectorXd lower = logarithms(problem_.lower()), upper = logarithms(problem_.upper());
  double top = 0.0, bottom = 0.0;
  for (int i = 0; i < n_; ++i) {
    const bool is_free = x(i) > lower(i) + kOffBound && x(i) < upper(i) - kOffBound;
    if (is_free) top -= slope(i) * psi(i), bottom += psi(i) * psi(i);
  }
  VectorXd u(n_ + 2);
  u << x, s, bottom > 0.0 ? top / bottom : 0.0;
  return system_.with_multipliers(u, t);
}

LimitedDesign LimitConditions::design_at(const VectorXd& y, double t) {
  const VectorXd u = system_.unknowns_of(y);
  LimitedDesign found;
  found.limits = limits_at(t);
  found.design = problem_.sizes_at(u.head(n_));
  found.price = std::exp(u(n_));
  found.multiplier = u(n_ + 1);
  found.structure_cost = problem_.structure_cost(found.design).value;
  const MeanSquares squares = problem_.mean_squares(found.design, found.price);
  found.effort = squares.effort();
  found.response = squares.response();
  found.is_solved = true;
  found.message = "solved";
  found.certificate = certify(problem_, found);
  found.is_solved = holds(found.certificate, "feasibility");
  if (!found.is_solved) found.message = "off its limits";
  return found;
}

Equations LimitConditions::equations(const VectorXd& u, double t) const {
  const Limits limits = limits_at(t);
  const VectorXd x = u.head(n_);
  const double s = u(n_), nu = u(n_ + 1);
  const NumberJet cost = log_structure_cost(problem_, x);
  const NumberJet psi = limit_function(problem_, limits, x, s);
  Equations at{VectorXd(n_ + 2), MatrixXd::Zero(n_ + 2, n_ + 2), VectorXd::Zero(n_ + 2)};
  at.value << cost.gradient + nu * psi.gradient.head(n_), psi.gradient(n_), psi.value;
  at.jacobian.topLeftCorner(n_, n_) = cost.hessian + nu * psi.hessian.topLeftCorner(n_, n_);
  at.jacobian.col(n_).head(n_) = nu * psi.hessian.col(n_).head(n_);
  at.jacobian.col(n_ + 1).head(n_) = psi.gradient.head(n_);
  at.jacobian.row(n_).head(n_ + 1) = psi.hessian.row(n_);
  at.jacobian.row(n_ + 1).head(n_ + 1) = psi.gradient.transpose();
  // d psi / dt by way of -ln(response + r effort)
  const double effort = std::exp(s) * limits.effort, share = effort / (limits.response + effort);
  const double by_effort = std::log(to_.effort / from_.effort), by_response = std::log(to_.response / from_.response);
  at.slope(n_) = -share * (1.0 - share) * (by_effort - by_response);
  at.slope(n_ + 1) = -share * by_effort - (1.0 - share) * by_response;
  return at;
}

}  // namespace tandem::codesign
