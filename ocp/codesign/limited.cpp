#include <tandem/ocp/codesign/limited.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/codesign/bounded_system.hpp>
#include <tandem/ocp/codesign/dense_nlp.hpp>
#include <tandem/ocp/continuation/follow.hpp>

#include <fmt/core.h>
#include <Eigen/Eigenvalues>
#include <Eigen/QR>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <random>

namespace tandem {

using codesign::BoundedSystem;
using codesign::DenseNlp;
using codesign::DensePoint;
using codesign::DenseSolution;
using codesign::Equations;
using codesign::Limits;
using codesign::WorstPrice;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using structures::NumberJet;

namespace {

constexpr int kPolishSteps = 12;
constexpr double kNearBarrier = 1e-4;  // of IPOPT's first barrier: starts of a reduced problem are not far
constexpr double kSameDesign = 1e-5;

NumberJet log_structure_cost(const Codesign& problem, const VectorXd& x) {
  const VectorXd p = exponentials(x);
  return log(by_logarithms(problem.structure_cost(p), p));
}

/// The price at which effort and response of a typical gain weigh alike.
double first_log_price(const Limits& limits) { return std::log(limits.response / limits.effort); }

/// The limits at a fraction of the way.
Limits between(const Limits& from, const Limits& to, double t) {
  return {from.effort * std::pow(to.effort / from.effort, t), from.response * std::pow(to.response / from.response, t)};
}

// ---- conditions of first order
// ----------------------------------------------------------------------------------------

/// In u = (x, s, nu):  d/dx (ln J_s + nu psi) = z,  psi_s = 0,  psi = 0.
class Conditions {
 public:
  Conditions(const Codesign& problem, const Limits& from, const Limits& to)
      : problem_(problem),
        from_(from),
        to_(to),
        n_(static_cast<int>(problem.designs().size())),
        system_([this](const VectorXd& u, double t) { return equations(u, t); }, with_free(problem.lower(), -kInfinity),
                with_free(problem.upper(), kInfinity), n_) {}

  BoundedSystem& system() { return system_; }

  /// Unknowns from a design and its price, the multiplier by least squares over sizes off their bounds.
  VectorXd start(const VectorXd& x, double s) {
    const VectorXd slope = log_structure_cost(problem_, x).gradient;
    const VectorXd psi = codesign::limit_function(problem_, from_, x, s).gradient.head(n_);
    double top = 0.0, bottom = 0.0;
    for (int i = 0; i < n_; ++i) {
      const bool is_free = x(i) > std::log(problem_.lower()(i)) + 1e-3;
      if (is_free) top -= slope(i) * psi(i), bottom += psi(i) * psi(i);
    }
    VectorXd u(n_ + 2);
    u << x, s, bottom > 0.0 ? top / bottom : 0.0;
    return system_.with_multipliers(u, 0.0);
  }

  /// Newton's method as long as it gains.
  VectorXd polished(VectorXd y, double t, int& iterations) {
    VectorXd f = system_.residual(y, t);
    for (int step = 0; step < kPolishSteps; ++step) {
      const VectorXd next = y - system_.factorise(y, t).solve(f), next_f = system_.residual(next, t);
      if (!(next_f.norm() < f.norm())) break;
      y = next, f = next_f;
      ++iterations;
    }
    return y;
  }

  /// The design at unknowns y, looked at.
  LimitedDesign design_at(const VectorXd& y, double t) {
    const VectorXd u = system_.unknowns_of(y);
    const std::vector<bool> at_bound = system_.at_bound(y);
    LimitedDesign found;
    found.limits = between(from_, to_, t);
    found.design = problem_.sizes_at(u.head(n_));
    found.price = std::exp(u(n_));
    found.multiplier = u(n_ + 1);
    found.structure_cost = problem_.structure_cost(found.design).value;
    const codesign::MeanSquares squares = problem_.mean_squares(found.design, found.price);
    found.effort = squares.effort();
    found.response = squares.response();
    found.violation =
        std::max({0.0, found.effort / found.limits.effort - 1.0, found.response / found.limits.response - 1.0});
    look_at_optimality(system_.equations(u, t), at_bound, found);
    found.is_solved = found.violation <= 1e-6;
    return found;
  }

 private:
  static VectorXd with_free(const VectorXd& bounds, double free) {
    VectorXd all(bounds.size() + 2);
    all << logarithms(bounds), free, free;
    return all;
  }

  Equations equations(const VectorXd& u, double t) const {
    const Limits limits = between(from_, to_, t);
    const VectorXd x = u.head(n_);
    const double s = u(n_), nu = u(n_ + 1);
    const NumberJet cost = log_structure_cost(problem_, x);
    const NumberJet psi = codesign::limit_function(problem_, limits, x, s);
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

  /// The reduced Hessian: d2(ln J_s + nu phi) on the null space of phi_x, over sizes that are free.
  void look_at_optimality(const Equations& at, const std::vector<bool>& at_bound, LimitedDesign& found) const {
    std::vector<int> free;
    for (int i = 0; i < n_; ++i) {
      if (!at_bound[i]) free.push_back(i);
    }
    found.stationarity = std::abs(at.value(n_));
    found.least_curvature = kInfinity;
    for (const int i : free) found.stationarity = std::max(found.stationarity, std::abs(at.value(i)));
    if (free.size() < 2) return;
    const VectorXd mixed = at.jacobian.row(n_)(free), normal = at.jacobian.row(n_ + 1)(free);
    const MatrixXd hessian =
        at.jacobian(free, free) - found.multiplier * mixed * mixed.transpose() / at.jacobian(n_, n_);
    const MatrixXd q = Eigen::HouseholderQR<MatrixXd>(normal).householderQ();
    const MatrixXd along = q.rightCols(q.cols() - 1);
    found.least_curvature =
        Eigen::SelfAdjointEigenSolver<MatrixXd>(along.transpose() * hessian * along, Eigen::EigenvaluesOnly)
            .eigenvalues()(0);
  }

  const Codesign& problem_;
  Limits from_, to_;
  int n_;
  BoundedSystem system_;
};

// ---- the reduced problem
// ---------------------------------------------------------------------------------------------

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
  double log_price() const { return log_price_; }
  int evaluations() const { return evaluations_; }

 private:
  std::optional<DensePoint> evaluate(const VectorXd& x) {
    try {
      if (at_.size() != x.size() || at_ != x) {
        cost_ = log_structure_cost(problem_, x);
        worst_ = codesign::worst_price(problem_, limits_, x, log_price_);
        at_ = x;
        log_price_ = worst_.log_price;
        evaluations_ += worst_.evaluations;
      }
    } catch (const Error&) {
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

}  // namespace

LimitedDesign lightest_design(const Codesign& problem, const VectorXd& start) {
  const auto begin = std::chrono::steady_clock::now();
  const Limits limits = limits_of(problem);
  const VectorXd x = logarithms(checked_start(problem, start));
  Reduced reduced(problem, limits);
  const DenseSolution near =
      codesign::solve_dense(reduced.nlp(), x, {.tolerance = 1e-8, .first_barrier = kNearBarrier});
  Conditions conditions(problem, limits, limits);
  LimitedDesign found;
  int polishing = 0;
  try {
    const double s = codesign::worst_price(problem, limits, near.unknowns, reduced.log_price()).log_price;
    found = conditions.design_at(conditions.polished(conditions.start(near.unknowns, s), 0.0, polishing), 0.0);
  } catch (const NumericalError& error) {
    found.design = start;
    found.message = error.what();
  }
  found.message = near.message;
  found.is_solved = found.is_solved && near.is_solved;
  found.iterations = near.iterations + polishing;
  found.evaluations = reduced.evaluations() + conditions.system().evaluations();
  found.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return found;
}

std::vector<LimitedDesign> lightest_designs(const Codesign& problem, const VectorXd& start, int count, unsigned seed,
                                            double spread) {
  require(count >= 1, "{} starts are none", count);
  require(spread > 1.0 && std::isfinite(spread), "the spread of random starts, {}, should be a factor above 1", spread);
  const double middle = logarithms(checked_start(problem, start)).mean();
  std::vector<LimitedDesign> found;
  for (int k = 0; k < count; ++k) {
    std::mt19937 random(seed * 1000003U + static_cast<unsigned>(k));
    VectorXd from = start;
    for (Eigen::Index i = 0; k > 0 && i < from.size(); ++i) {
      const double unit = static_cast<double>(random()) / 4294967296.0;  // the same on every machine
      from(i) = std::exp(middle + std::log(spread) * (2.0 * unit - 1.0));
    }
    LimitedDesign one = lightest_design(problem, from);
    const bool is_new = std::none_of(found.begin(), found.end(), [&](const LimitedDesign& other) {
      return other.is_solved && (one.design - other.design).norm() <= kSameDesign * other.design.norm();
    });
    if (one.is_solved && is_new) found.push_back(std::move(one));
  }
  std::sort(found.begin(), found.end(),
            [](const LimitedDesign& a, const LimitedDesign& b) { return a.structure_cost < b.structure_cost; });
  return found;
}

LimitedPath follow_limits(const Codesign& problem, const LimitedDesign& from, const Limits& to,
                          const std::vector<double>& fractions) {
  require(to.effort > 0.0 && to.response > 0.0, "limits of {} and {} should be positive", to.effort, to.response);
  require(from.is_solved, "a path of designs needs one that meets its limits to begin with");
  require(!fractions.empty() && fractions.front() > 0.0 && fractions.back() == 1.0 &&
              std::is_sorted(fractions.begin(), fractions.end()),
          "fractions of a path should rise from above 0 to 1");
  Conditions conditions(problem, from.limits, to);
  int polishing = 0;
  const VectorXd start =
      conditions.polished(conditions.start(logarithms(from.design), std::log(from.price)), 0.0, polishing);
  continuation::FollowOptions options;
  options.corrector = {.tolerance = 1e-9, .error_tolerance = 1e-9, .most_corrections = 12};
  options.steps = {.first = 0.05,
                   .least = 1e-8,
                   .greatest = 1.0,
                   .contraction = 100.0,
                   .deviation = 0.7,
                   .angle = 1.0,
                   .corrections = 5};
  options.targets.assign(fractions.begin(), fractions.end() - 1);
  options.goal = 1.0;
  const continuation::Path path = continuation::follow(conditions.system(), start, 0.0, options);
  LimitedPath found;
  for (const continuation::SpecialPoint& special : path.specials) {
    if (special.kind != continuation::Special::target) continue;
    found.points.push_back(conditions.design_at(conditions.polished(special.point.x, special.point.lambda, polishing),
                                                special.point.lambda));
  }
  found.is_complete = path.end == continuation::PathEnd::reached;
  if (found.is_complete) {
    found.points.push_back(conditions.design_at(conditions.polished(path.points.back().x, 1.0, polishing), 1.0));
  }
  found.reason = path.reason;
  found.rejected_steps = path.rejected;
  found.iterations = path.corrections + polishing;
  found.evaluations = conditions.system().evaluations();
  return found;
}

}  // namespace tandem
