#include <tandem/ocp/designs/codesign/pareto.hpp>

#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>
#include <tandem/core/stopwatch.hpp>
#include <tandem/ocp/designs/codesign/bounded_system.hpp>
#include <tandem/ocp/designs/codesign/certify_design.hpp>
#include <tandem/ocp/designs/codesign/design_path.hpp>
#include <tandem/ocp/designs/codesign/weighted_cost.hpp>

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <utility>

namespace tandem {

using codesign::BoundedSystem;
using codesign::Equations;
using codesign::log_odds;
using continuation::Curve;
using continuation::CurveEnd;
using continuation::FollowOptions;
using continuation::Special;
using continuation::SpecialPoint;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kBeforeFirst = 1.0;  // of tau: the path begins before the first size leaves its bound
constexpr double kSlopeNoise = 1e-5;  // of ln J_c's slope at the lightest designs, where controls are cheap
constexpr int kRaySteps = 4;

double weight_of(double tau) { return 1.0 / (1.0 + std::exp(-tau)); }

Equations equations(const Codesign& problem, const VectorXd& x, double tau) {
  const codesign::WeightedCost cost = codesign::weighted_cost(problem, x, tau);
  return {cost.value.gradient, cost.value.hessian, cost.gradient_slope};
}

/// Walks along the front and writes it down. Points are sharpened to what digits they have.
class Front {
 public:
  Front(const Codesign& problem, const ParetoOptions& options)
      : problem_(problem),
        wished_(options),
        weights_(options.weights.empty() ? problem.weights() : options.weights),
        steps_left_(options.most_steps),
        system_([&problem](const VectorXd& x, double tau) { return equations(problem, x, tau); },
                logarithms(problem.lower()), logarithms(problem.upper()), static_cast<int>(problem.designs().size())) {
    check_weights();
    found_ = front_over("lambda", weights_, problem.name(), problem.numbers());
    for (const NamedNumber& number : problem.designs()) found_.designs.push_back(number.name);
  }

  Path walk() {
    const Stopwatch watch;
    begin_at_the_lightest();
    while (!is_ended_ && !ending::is_due() && next_ < weights_.size()) begin_anew(weights_[next_]);
    summarise();
    found_.evaluations = system_.evaluations();
    found_.seconds = watch.seconds();
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

  /// The path of Salama et al.: from where no size has left its lower bound.
  void begin_at_the_lightest() {
    const VectorXd mass = problem_.structure_cost(problem_.lower()).gradient;
    for (Eigen::Index i = 0; i < mass.size(); ++i) {
      require(mass(i) > 0.0, "{}: the structure's cost does not grow with '{}': there is no lightest design",
              problem_.name(), found_.designs[i]);
    }
    VectorXd control;
    try {
      control = problem_.control_cost(problem_.lower()).gradient;
    } catch (const Error& refusal) {
      refusal_ = refusal.what();
      stopped_ = "no controller was found for the lightest design: " + refusal_;
      return;
    }
    const double tau = first_weight(mass, control);
    for (const double lambda : weights_) {
      if (log_odds(lambda) <= tau || lambda == 0.0) write_lightest(lambda);
    }
    if (next_ < weights_.size()) follow_from(system_.with_multipliers(logarithms(problem_.lower()), tau), tau);
  }

  /// A tau at which all sizes still are at their lower bounds.
  double first_weight(const VectorXd& mass, const VectorXd& control) const {
    double ratio = kInfinity;
    for (Eigen::Index i = 0; i < mass.size(); ++i) {
      if (control(i) < 0.0) ratio = std::min(ratio, -mass(i) / control(i));
    }
    require(std::isfinite(ratio), "{}: the controller's cost falls with no size: the lightest design is the best",
            problem_.name());
    return std::log(ratio) - kBeforeFirst;
  }

  /// The least cost of the next weight that is found from heavier designs; then the path from there. A weight without
  /// one is left out, as 0 is: the lightest design has no controller then.
  void begin_anew(double lambda) {
    if (lambda == 0.0) return void(++next_);
    std::vector<VectorXd> starts{logarithms(problem_.start())};
    if (!found_.points.empty()) starts.push_back(logarithms(found_.points.back().designs));
    const VectorXd lightest = logarithms(problem_.lower()), ray = starts.front() - lightest;
    for (int k = 0; k < kRaySteps; ++k) starts.emplace_back(lightest + k * ray / kRaySteps);
    const double tau = log_odds(lambda);
    const auto x = codesign::least_weighted_cost(problem_, tau, starts);
    if (!x) {
      stopped_ = fmt::format("no minimum was found at lambda = {:.6g}", lambda);
      return void(++next_);
    }
    found_.marks.push_back({Mark::restart, lambda});
    const VectorXd y = system_.sharpened(system_.with_multipliers(*x, tau), tau, found_.iterations);
    write(y, tau);
    if (next_ < weights_.size()) follow_from(y, tau);
  }

  void follow_from(const VectorXd& y, double tau) {
    FollowOptions options = path_options();
    for (const double lambda : weights_) {
      if (lambda > 0.0 && log_odds(lambda) > tau) options.targets.push_back(log_odds(lambda));
    }
    options.goal = log_odds(weights_.back());
    Curve curve;
    try {
      curve = follow(system_, y, tau, options);
    } catch (const Error&) {
      stopped_ = fmt::format("no path begins at lambda = {:.6g}: Newton's method fails there", weight_of(tau));
      return;
    }
    found_.rejected_steps += curve.rejected;
    found_.iterations += curve.corrections;
    steps_left_ -= static_cast<int>(curve.points.size()) - 1;
    for (const SpecialPoint& special : curve.specials) {
      if (special.kind == Special::target) write(special.point.x, special.point.lambda);
    }
    if (curve.end == CurveEnd::reached) return write(curve.points.back().x, *options.goal);
    end_ = curve.end;
    is_ended_ = curve.end == CurveEnd::stopped || curve.end == CurveEnd::step_limit;
    stopped_ = fmt::format("stopped at lambda = {:.6g}: {}", weight_of(curve.points.back().lambda),
                           codesign::why_it_ended(curve));
  }

  FollowOptions path_options() const {
    FollowOptions options = codesign::design_path_options(0.5, 4.0, kSlopeNoise);
    options.most_steps = steps_left_;
    if (wished_.progress) {
      options.log = [this](const continuation::StepReport& report) {
        return wished_.progress({wished_.most_steps - steps_left_ + report.step, weight_of(report.lambda),
                                 report.corrections, report.was_accepted});
      };
    }
    return options;
  }

  /// A problem that has a controller nowhere is refused as its lightest design was.
  void summarise() {
    require(!found_.points.empty() || refusal_.empty(), "{}", refusal_);
    sum_up(found_, weights_.size(), is_ended_ ? continuation::path_status(end_) : PathStatus::failed);
    if (!stopped_.empty()) found_.reason += "; " + stopped_;
    if (!found_.marks.empty()) found_.reason += " (begun anew from heavier designs)";
  }

  void write_lightest(double lambda) {
    const double tau = log_odds(lambda);
    write(system_.with_multipliers(logarithms(problem_.lower()), tau), tau);
  }

  void write(const VectorXd& y, double tau) {
    // The weight as it was asked for, not by way of tau; those before it have been dealt with.
    const auto begin = weights_.begin() + static_cast<std::ptrdiff_t>(next_);
    const auto at = std::min_element(begin, weights_.end(), [&](double a, double b) {
      return std::abs(log_odds(a) - tau) < std::abs(log_odds(b) - tau);
    });
    if (at == weights_.end()) return;
    const double lambda = *at;
    next_ = static_cast<std::size_t>(at - weights_.begin()) + 1;
    try {
      found_.points.push_back(on_front(point_at(y, tau, lambda)));
    } catch (const Error& failure) {
      stopped_ = fmt::format("no costs at lambda = {:.6g}: {}", lambda, failure.what());
    }
  }

  ParetoPoint point_at(const VectorXd& y, double tau, double lambda) {
    ParetoPoint point;
    point.lambda = lambda;
    point.design = problem_.sizes_at(system_.unknowns_of(system_.sharpened(y, tau, found_.iterations)));
    point.structure_cost = problem_.structure_cost(point.design).value;
    point.control_cost = problem_.control_cost(point.design).value;
    point.objective = (1.0 - lambda) * point.structure_cost + lambda * point.control_cost;
    point.certificate = certify(problem_, point);
    return point;
  }

  const Codesign& problem_;
  const ParetoOptions& wished_;
  std::vector<double> weights_;
  int steps_left_;
  std::size_t next_ = 0;  ///< the first weight that is no point and was not left out
  BoundedSystem system_;
  Path found_;
  bool is_ended_ = false;          ///< by the caller or the step limit
  CurveEnd end_ = CurveEnd::open;  ///< of the last path
  std::string refusal_;            ///< of a controller for the lightest design
  std::string stopped_;            ///< where and why the last path that did not arrive stopped
};

}  // namespace

Path pareto_front(const Codesign& problem, const ParetoOptions& options) { return Front(problem, options).walk(); }

}  // namespace tandem
