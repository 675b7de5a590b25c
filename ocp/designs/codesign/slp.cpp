#include <tandem/ocp/designs/codesign/slp.hpp>

#include <tandem/core/ending.hpp>
#include <tandem/core/error.hpp>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace tandem::codesign {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kPrice = 1e3;  // of a violation that a linear program cannot avoid
constexpr int kMostBisections = 40;
constexpr int kLastTimes = 3;  // as many programs for the last gamma: their limits shrink to nothing

/// minimise gradient' d + kPrice sum of s  subject to  rows + jacobian d - s <= 0, s >= 0, lower <= d <= upper. By
/// IPOPT.
VectorXd linear_step(const DensePoint& at, const VectorXd& rows, const VectorXd& lower, const VectorXd& upper) {
  const Index n = lower.size(), m = rows.size();
  VectorXd cost(n + m);
  cost << at.gradient, VectorXd::Constant(m, kPrice);
  MatrixXd jacobian(m, n + m);
  jacobian << at.jacobian, -MatrixXd::Identity(m, m);
  DenseNlp program;
  program.lower.resize(n + m), program.upper.resize(n + m);
  program.lower << lower, VectorXd::Zero(m);
  program.upper << upper, VectorXd::Constant(m, 1e20);
  program.rows = static_cast<int>(m);
  program.evaluate = [&](const VectorXd& d) -> std::optional<DensePoint> {
    return DensePoint{cost.dot(d), cost, rows + jacobian * d, jacobian};
  };
  program.hessian = [&](const VectorXd& d, double, const VectorXd&) {
    return MatrixXd(MatrixXd::Zero(d.size(), d.size()));
  };
  VectorXd start = VectorXd::Zero(n + m);
  start.tail(m) = rows.cwiseMax(0.0);
  return solve_dense(program, start, {.tolerance = 1e-8, .max_iterations = 100}).unknowns.head(n);
}

/// The problem at one gamma after the other.
class Slp {
 public:
  Slp(const DenseNlp& nlp, const VectorXd& start, const SlpOptions& options) : nlp_(nlp), options_(options), x_(start) {
    point_ = evaluate(x_);
    require(point_.has_value(), "constraint continuation: the functions have no value at the start");
    first_rows_ = point_->rows.cwiseMax(0.0);
  }

  SlpSolution run(const std::vector<double>& gammas) {
    for (const double gamma : gammas) {
      if (!settle(gamma)) break;
    }
    found_.unknowns = x_;
    found_.objective = point_->objective;
    found_.violation = std::max(0.0, point_->rows.size() > 0 ? point_->rows.maxCoeff() : 0.0);
    found_.is_feasible = found_.violation <= 10.0 * options_.tolerance;
    return std::move(found_);
  }

 private:
  std::optional<DensePoint> evaluate(const VectorXd& x) {
    ++found_.evaluations;
    std::optional<DensePoint> point = nlp_.evaluate(x);
    if (point && !(std::isfinite(point->objective) && point->rows.allFinite())) return std::nullopt;
    return point;
  }

  VectorXd loosened(double gamma) const { return point_->rows - (1.0 - gamma) * first_rows_; }
  double violation(double gamma) const {
    return std::max(0.0, loosened(gamma).size() > 0 ? loosened(gamma).maxCoeff() : 0.0);
  }

  /// Linear programs until nothing changes. False where the caller stops.
  bool settle(double gamma) {
    SlpStep step{gamma};
    double move = options_.first_move;
    const int most = options_.most_programs * (gamma == 1.0 ? kLastTimes : 1);
    for (; step.programs < most; move *= options_.shrink) {
      const double before = point_->objective;
      take_step(gamma, move, step);
      ++step.programs;
      if (ending::is_due()) break;
      const bool is_still =
          std::abs(point_->objective - before) <= options_.tolerance * std::max(1.0, std::abs(before));
      if (is_still && violation(gamma) <= options_.tolerance) break;
    }
    step.objective = point_->objective;
    step.violation = violation(gamma);
    found_.programs += step.programs;
    found_.bisections += step.bisections;
    found_.path.push_back(step);
    return (!options_.progress || options_.progress(step)) && !ending::is_due();
  }

  /// A step to where there is no value is halved.
  void take_step(double gamma, double move, SlpStep& step) {
    const VectorXd lower = (nlp_.lower - x_).cwiseMax(-move).cwiseMin(0.0);
    const VectorXd upper = (nlp_.upper - x_).cwiseMin(move).cwiseMax(0.0);
    VectorXd d = linear_step(*point_, loosened(gamma), lower, upper);
    for (int k = 0; k < kMostBisections; ++k, d *= 0.5, ++step.bisections) {
      const VectorXd next = (x_ + d).cwiseMax(nlp_.lower).cwiseMin(nlp_.upper);
      auto point = evaluate(next);
      if (!point) continue;
      x_ = next, point_ = std::move(point);
      return;
    }
  }

  const DenseNlp& nlp_;
  const SlpOptions& options_;
  VectorXd x_;
  std::optional<DensePoint> point_;
  VectorXd first_rows_;
  SlpSolution found_;
};

}  // namespace

std::vector<double> slater_schedule() {
  std::vector<double> gammas;
  for (int k = 1; k <= 50; ++k) gammas.push_back(0.01 * k);
  for (int k = 1; k <= 25; ++k) gammas.push_back(0.5 + 0.02 * k);
  return gammas;
}

SlpSolution solve_by_slp(const DenseNlp& nlp, const VectorXd& start, const std::vector<double>& gammas,
                         const SlpOptions& options) {
  require(nlp.lower.size() == start.size() && nlp.upper.size() == start.size(),
          "constraint continuation: a start of {} unknowns, {} lower and {} upper bounds", start.size(),
          nlp.lower.size(), nlp.upper.size());
  require(
      !gammas.empty() && gammas.front() >= 0.0 && gammas.back() == 1.0 && std::is_sorted(gammas.begin(), gammas.end()),
      "constraint continuation: gammas should rise within [0, 1] and end at 1");
  require(options.first_move > 0.0 && options.shrink > 0.0 && options.shrink <= 1.0 && options.most_programs >= 1,
          "constraint continuation: a step of {} that shrinks by {}, {} times, makes no sense", options.first_move,
          options.shrink, options.most_programs);
  return Slp(nlp, start, options).run(gammas);
}

}  // namespace tandem::codesign
