#include <tandem/ocp/codesign/pareto.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/codesign/bounded_system.hpp>
#include <tandem/ocp/continuation/follow.hpp>

#include <fmt/core.h>
#include <Eigen/Eigenvalues>

#include <algorithm>
#include <chrono>
#include <cmath>

namespace tandem {

using codesign::BoundedSystem;
using codesign::Equations;
using continuation::FollowOptions;
using continuation::Path;
using continuation::PathEnd;
using continuation::Special;
using continuation::SpecialPoint;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using structures::NumberJet;

namespace {

constexpr double kBeforeFirst = 1.0;  // of tau: the path begins before the first size leaves its bound
constexpr double kSlopeNoise = 1e-5;
constexpr int kPolishSteps = 4;

double logit(double lambda) { return std::log(lambda / (1.0 - lambda)); }
double weight_of(double tau) { return 1.0 / (1.0 + std::exp(-tau)); }

/// Newton's method here is half-smooth where a size leaves its bound: effort rules the steps. The slope of ln J_c has
/// six digits only at the lightest designs, where controls are cheap by nine decades; points that are written down are
/// polished to what they have.
FollowOptions follow_options(const ParetoOptions& wished) {
  FollowOptions options;
  options.corrector = {.tolerance = kSlopeNoise, .error_tolerance = kSlopeNoise, .most_corrections = 12};
  options.steps = {.first = 0.5,
                   .least = 1e-9,
                   .greatest = 4.0,
                   .contraction = 100.0,
                   .deviation = 0.7,
                   .angle = 1.0,
                   .corrections = 5};
  options.most_steps = wished.most_steps;
  if (wished.progress) {
    options.log = [progress = wished.progress](const continuation::StepReport& report) {
      return progress({report.step, weight_of(report.lambda), report.corrections, report.was_accepted});
    };
  }
  return options;
}

/// Walks along the front and writes it down.
class Front {
 public:
  Front(const Codesign& problem, const ParetoOptions& options)
      : problem_(problem),
        wished_(options),
        weights_(options.weights.empty() ? problem.weights() : options.weights),
        system_([this](const VectorXd& x, double tau) { return equations(x, tau); }, logarithms(problem.lower()),
                logarithms(problem.upper()), static_cast<int>(problem.designs().size())) {
    check_weights();
    found_.problem = problem.name();
    for (const NamedNumber& number : problem.designs()) found_.designs.push_back(number.name);
  }

  ParetoFront walk() {
    const auto start = std::chrono::steady_clock::now();
    const double tau = first_weight();
    for (const double lambda : weights_) {
      if (lambda == 0.0 || logit(lambda) <= tau) write_lightest(lambda);
    }
    follow_from(tau);
    found_.evaluations = system_.evaluations();
    found_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return std::move(found_);
  }

 private:
  void check_weights() {
    require(!weights_.empty(), "{}: a front needs weights lambda", problem_.name());
    for (const double lambda : weights_) {
      require(lambda >= 0.0 && lambda < 1.0, "the weight lambda = {} should be at least 0 and below 1", lambda);
    }
    std::sort(weights_.begin(), weights_.end());
    weights_.erase(std::unique(weights_.begin(), weights_.end()), weights_.end());
  }

  /// The gradient of ln(J_s + e^tau J_c) by x, its Jacobian, and its slope by tau.
  Equations equations(const VectorXd& x, double tau) const {
    const VectorXd p = exponentials(x);
    const double w = std::exp(tau);
    const NumberJet control = by_logarithms(problem_.control_cost(p), p);
    const NumberJet sum = by_logarithms(problem_.structure_cost(p), p) + w * control;
    const NumberJet log_sum = log(sum);
    return {log_sum.gradient, log_sum.hessian,
            w / sum.value * (control.gradient - control.value / sum.value * sum.gradient)};
  }

  /// A tau at which all sizes still are at their lower bounds.
  double first_weight() {
    const VectorXd p = problem_.lower();
    const VectorXd mass = problem_.structure_cost(p).gradient, control = problem_.control_cost(p).gradient;
    double ratio = kInfinity;
    for (Eigen::Index i = 0; i < p.size(); ++i) {
      require(mass(i) > 0.0, "{}: the structure's cost does not grow with '{}': there is no lightest design",
              problem_.name(), found_.designs[i]);
      if (control(i) < 0.0) ratio = std::min(ratio, -mass(i) / control(i));
    }
    require(std::isfinite(ratio), "{}: the controller's cost falls with no size: the lightest design is the best",
            problem_.name());
    return std::log(ratio) - kBeforeFirst;
  }

  void follow_from(double tau) {
    const double last = weights_.back() > 0.0 ? logit(weights_.back()) : tau;
    if (last <= tau) return finish();
    FollowOptions options = follow_options(wished_);
    for (const double lambda : weights_) {
      if (lambda > 0.0 && logit(lambda) > tau) options.targets.push_back(logit(lambda));
    }
    options.goal = last;
    const VectorXd start = system_.with_multipliers(logarithms(problem_.lower()), tau);
    const Path path = follow(system_, start, tau, options);
    found_.rejected_steps = path.rejected;
    found_.iterations = path.corrections;
    for (const SpecialPoint& special : path.specials) {
      if (special.kind == Special::target) write(special.point.x, special.point.lambda);
    }
    const bool has_last = !found_.points.empty() && found_.points.back().lambda == weights_.back();
    if (path.end == PathEnd::reached && !has_last) write(path.points.back().x, last);
    if (path.end == PathEnd::reached) return finish();
    found_.reason = fmt::format("stopped at lambda = {:.6g}: {}", weight_of(path.points.back().lambda), path.reason);
  }

  void finish() {
    found_.is_complete = found_.points.size() == weights_.size();
    const auto minima = std::count_if(found_.points.begin(), found_.points.end(),
                                      [](const ParetoPoint& point) { return point.is_minimum(); });
    found_.reason =
        fmt::format("{} of {} points found, {} of them minima", found_.points.size(), weights_.size(), minima);
  }

  void write_lightest(double lambda) {
    const double tau = lambda > 0.0 ? logit(lambda) : -700.0;
    write(system_.with_multipliers(logarithms(problem_.lower()), tau), tau);
  }

  void write(const VectorXd& y, double tau) {
    // The weight as it was asked for, not by way of tau.
    const double lambda = *std::min_element(weights_.begin(), weights_.end(), [&](double a, double b) {
      return std::abs(a - weight_of(tau)) < std::abs(b - weight_of(tau));
    });
    const VectorXd polished = this->polished(y, tau), x = system_.unknowns_of(polished);
    const std::vector<bool> at_bound = system_.at_bound(polished);
    ParetoPoint point;
    point.lambda = lambda;
    point.design = problem_.sizes_at(x);
    point.structure_cost = problem_.structure_cost(point.design).value;
    point.control_cost = problem_.control_cost(point.design).value;
    point.objective = (1.0 - lambda) * point.structure_cost + lambda * point.control_cost;
    look_at_optimality(system_.equations(x, tau), at_bound, point);
    if (!found_.points.empty() && found_.points.back().lambda == lambda) return;
    found_.points.push_back(std::move(point));
  }

  /// Newton's method as long as it gains.
  VectorXd polished(VectorXd y, double tau) {
    VectorXd f = system_.residual(y, tau);
    for (int step = 0; step < kPolishSteps; ++step) {
      const VectorXd next = y - system_.factorise(y, tau).solve(f), next_f = system_.residual(next, tau);
      if (!(next_f.norm() < f.norm())) return y;
      y = next, f = next_f;
    }
    return y;
  }

  static void look_at_optimality(const Equations& at, const std::vector<bool>& at_bound, ParetoPoint& point) {
    std::vector<int> free;
    for (int i = 0; i < at.value.size(); ++i) {
      if (!at_bound[i]) free.push_back(i);
    }
    point.least_curvature = kInfinity;
    if (free.empty()) return;
    point.stationarity = at.value(free).lpNorm<Eigen::Infinity>();
    const MatrixXd hessian = at.jacobian(free, free);
    point.least_curvature = Eigen::SelfAdjointEigenSolver<MatrixXd>(hessian, Eigen::EigenvaluesOnly).eigenvalues()(0);
  }

  const Codesign& problem_;
  const ParetoOptions& wished_;
  std::vector<double> weights_;
  BoundedSystem system_;
  ParetoFront found_;
};

}  // namespace

ParetoFront pareto_front(const Codesign& problem, const ParetoOptions& options) {
  return Front(problem, options).walk();
}

}  // namespace tandem
