#include <tandem/ocp/designs/codesign/weighted_cost.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/designs/codesign/dense_nlp.hpp>

#include <cmath>

namespace tandem::codesign {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr double kTolerance = 1e-8;

DenseNlp weighted_nlp(const Codesign& problem, double tau) {
  DenseNlp nlp;
  nlp.lower = logarithms(problem.lower());
  nlp.upper = logarithms(problem.upper());
  nlp.evaluate = [&problem, tau](const VectorXd& x) -> std::optional<DensePoint> {
    try {
      const NumberJet cost = weighted_cost(problem, x, tau).value;
      return DensePoint{cost.value, cost.gradient, VectorXd(0), MatrixXd(0, x.size())};
    } catch (const Error&) {  // no controller there
      return std::nullopt;
    }
  };
  nlp.hessian = [&problem, tau](const VectorXd& x, double factor, const VectorXd&) {
    return MatrixXd(factor * weighted_cost(problem, x, tau).value.hessian);
  };
  return nlp;
}

}  // namespace

double log_odds(double lambda) { return lambda > 0.0 ? std::log(lambda / (1.0 - lambda)) : -750.0; }

NumberJet log_structure_cost(const Codesign& problem, const VectorXd& x) {
  const VectorXd p = exponentials(x);
  return log(by_logarithms(problem.structure_cost(p), p));
}

WeightedCost weighted_cost(const Codesign& problem, const VectorXd& x, double tau) {
  const VectorXd p = exponentials(x);
  const double w = std::exp(tau);
  const NumberJet control = by_logarithms(problem.control_cost(p), p);
  const NumberJet sum = by_logarithms(problem.structure_cost(p), p) + w * control;
  return {log(sum), w / sum.value * (control.gradient - control.value / sum.value * sum.gradient)};
}

std::optional<VectorXd> least_weighted_cost(const Codesign& problem, double tau, std::span<const VectorXd> starts) {
  const DenseNlp nlp = weighted_nlp(problem, tau);
  std::optional<VectorXd> best;
  double least = kInfinity;
  for (const VectorXd& start : starts) {
    if (!nlp.evaluate(start)) continue;
    const DenseSolution found = solve_dense(nlp, start, {.tolerance = kTolerance});
    if (!found.is_solved || !(found.objective < least)) continue;
    least = found.objective;
    best = found.unknowns;
  }
  return best;
}

}  // namespace tandem::codesign
