#include <tandem/ocp/designs/codesign/limited.hpp>

#include <tandem/core/dice.hpp>
#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/stopwatch.hpp>
#include <tandem/ocp/answers/certificate_lines.hpp>
#include <tandem/ocp/designs/codesign/certify_design.hpp>
#include <tandem/ocp/designs/codesign/dense_nlp.hpp>
#include <tandem/ocp/designs/codesign/limit_conditions.hpp>
#include <tandem/ocp/designs/codesign/weighted_cost.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tandem {

using codesign::DenseNlp;
using codesign::DensePoint;
using codesign::DenseSolution;
using codesign::LimitConditions;
using codesign::Limits;
using codesign::WorstPrice;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kNearBarrier = 1e-4;  // of IPOPT's first barrier: starts of a reduced problem are not far
constexpr double kSameDesign = 1e-5;

/// The price at which effort and response of a typical gain weigh alike.
double first_log_price(const Limits& limits) { return std::log(limits.response / limits.effort); }

/// minimise ln J_s subject to phi <= 0. The last price is where the next search begins.
class Reduced {
 public:
  Reduced(const Codesign& problem, const Limits& limits)
      : problem_(problem), limits_(limits), log_price_(first_log_price(limits)) {}

  DenseNlp nlp() {
    DenseNlp nlp;
    nlp.lower = logarithms(problem_.lower());
    nlp.upper = logarithms(problem_.upper());
    nlp.rows = 1;
    nlp.evaluate = [this](const VectorXd& x) { return evaluate(x); };
    nlp.hessian = [this](const VectorXd& x, double factor, const VectorXd& multipliers) {
      evaluate(x);
      return MatrixXd(factor * cost_.hessian + multipliers(0) * worst_.phi.hessian);
    };
    return nlp;
  }
  /// Refuses a design without a controller in the words of its Riccati equation.
  void look_at(const VectorXd& x) {
    if (at_.size() == x.size() && at_ == x) return;
    cost_ = codesign::log_structure_cost(problem_, x);
    worst_ = codesign::worst_price(problem_, limits_, x, log_price_);
    at_ = x;
    log_price_ = worst_.log_price;
    evaluations_ += worst_.evaluations;
  }
  double log_price() const { return log_price_; }
  int evaluations() const { return evaluations_; }

 private:
  std::optional<DensePoint> evaluate(const VectorXd& x) {
    try {
      look_at(x);
    } catch (const Error&) {  // no controller there
      return std::nullopt;
    }
    return DensePoint{cost_.value, cost_.gradient, VectorXd::Constant(1, worst_.phi.value),
                      worst_.phi.gradient.transpose()};
  }

  const Codesign& problem_;
  Limits limits_;
  VectorXd at_;
  NumberJet cost_;
  WorstPrice worst_;
  double log_price_;
  int evaluations_ = 0;
};

Limits limits_of(const Codesign& problem) {
  require(problem.has_limits(), "{} has no limits on mean squares: its designs are a front ('tandem pareto')",
          problem.name());
  return {problem.effort_limit(), problem.response_limit()};
}

VectorXd checked_start(const Codesign& problem, const VectorXd& start) {
  problem.structure_cost(start);  // refuses sizes by name
  return start.cwiseMax(problem.lower()).cwiseMin(problem.upper());
}

/// The design at all lower bounds, where it meets the limits and no size makes the structure lighter: no limit holds
/// it.
std::optional<LimitedDesign> unlimited(const Codesign& problem, LimitConditions& conditions) {
  const VectorXd lower = logarithms(problem.lower());
  const Limits limits = conditions.limits_at(0.0);
  try {
    if (codesign::log_structure_cost(problem, lower).gradient.minCoeff() <= 0.0) return std::nullopt;
    const WorstPrice worst = codesign::worst_price(problem, limits, lower, first_log_price(limits));
    if (worst.phi.value > 0.0) return std::nullopt;
    LimitedDesign found = conditions.design_at(conditions.start(lower, worst.log_price), 0.0);
    found.evaluations = worst.evaluations;
    return found;
  } catch (const Error&) {  // too light for a controller
    return std::nullopt;
  }
}

/// IPOPT from x, then Newton's method.
LimitedDesign searched(const Codesign& problem, const Limits& limits, const VectorXd& x, LimitConditions& conditions) {
  Reduced reduced(problem, limits);
  reduced.look_at(x);
  const DenseSolution near =
      codesign::solve_dense(reduced.nlp(), x, {.tolerance = 1e-8, .first_barrier = kNearBarrier});
  LimitedDesign found;
  found.limits = limits;
  int sharpening = 0;
  try {
    const double s = codesign::worst_price(problem, limits, near.unknowns, reduced.log_price()).log_price;
    const VectorXd guess = conditions.start(near.unknowns, s);
    found = conditions.design_at(conditions.system().sharpened(guess, 0.0, sharpening), 0.0);
  } catch (const Error& refusal) {  // no controller where IPOPT gave up
    found.design = problem.sizes_at(near.unknowns);
    found.message = refusal.what();
    found.certificate = certify(problem, found);
  }
  if (!near.is_solved) {
    found.message = near.message;
    found.certificate.reasons.insert(found.certificate.reasons.begin(), did_not_finish(near.message));
  }
  found.is_solved = found.is_solved && near.is_solved;
  found.iterations = near.iterations + sharpening;
  found.evaluations = reduced.evaluations() + conditions.system().evaluations();
  return found;
}

}  // namespace

LimitedDesign lightest_design(const Codesign& problem, const VectorXd& start) {
  return lightest_design(problem, limits_of(problem), start);
}

LimitedDesign lightest_design(const Codesign& problem, const Limits& limits, const VectorXd& start) {
  const Stopwatch watch;
  limits_of(problem);  // refuses a problem without
  const VectorXd x = logarithms(checked_start(problem, start));
  LimitConditions conditions(problem, limits, limits);
  auto at_bounds = unlimited(problem, conditions);
  LimitedDesign found = at_bounds ? std::move(*at_bounds) : searched(problem, limits, x, conditions);
  found.seconds = watch.seconds();
  return found;
}

std::vector<VectorXd> random_starts(const Codesign& problem, const VectorXd& start, int count, unsigned seed,
                                    double spread) {
  require(count >= 1, "{} starts are none", count);
  require(spread > 1.0 && std::isfinite(spread), "the spread of random starts, {}, should be a factor above 1", spread);
  const double middle = logarithms(checked_start(problem, start)).mean();
  std::vector<VectorXd> starts(count, start);
  for (int k = 1; k < count; ++k) {
    Dice dice(seed, k);
    for (double& size : starts[k]) size = std::exp(middle + std::log(spread) * dice.sign_and_size());
  }
  return starts;
}

std::vector<LimitedDesign> lightest_designs(const Codesign& problem, const VectorXd& start, int count, unsigned seed,
                                            double spread) {
  std::vector<LimitedDesign> found;
  for (const VectorXd& from : random_starts(problem, start, count, seed, spread)) {
    LimitedDesign one;
    try {
      one = lightest_design(problem, from);
    } catch (const NumericalError&) {  // a start whose controller has no digits
      continue;
    }
    const bool is_new = std::none_of(found.begin(), found.end(), [&](const LimitedDesign& other) {
      return other.is_solved && (one.design - other.design).norm() <= kSameDesign * other.design.norm();
    });
    if (one.is_solved && is_new) found.push_back(std::move(one));
    if (ending::is_due()) break;
  }
  std::sort(found.begin(), found.end(), is_better<LimitedDesign>);
  return found;
}

}  // namespace tandem
