#include <tandem/ocp/search/continuation/corrector.hpp>

#include <tandem/core/dice.hpp>
#include <tandem/ocp/search/continuation/bordered.hpp>

#include <cmath>

namespace tandem::continuation {
namespace {

/// [F_x F_lambda; row'], factorised at y.
Bordered bordered_at(System& system, const Eigen::VectorXd& y, const Eigen::VectorXd& row) {
  const Eigen::Index n = system.size();
  const Eigen::VectorXd x = y.head(n);
  Factor& factor = system.factorise(x, y(n));
  return Bordered(factor, system.slope(x, y(n)), row.head(n), row(n));
}

/// Any vector that is not special to the system; the same one each time.
Eigen::VectorXd some_vector(Eigen::Index size, unsigned seed) {
  Dice dice(seed);
  return Eigen::VectorXd::NullaryExpr(size, [&] { return dice.sign_and_size(); });
}

}  // namespace

Metric::Metric(const System& system) : weights_(joined(system.weights(), system.parameter_weight())) {}

Eigen::VectorXd joined(const Eigen::VectorXd& x, double lambda) {
  Eigen::VectorXd y(x.size() + 1);
  y << x, lambda;
  return y;
}

Eigen::VectorXd parameter_row(int size) { return Eigen::VectorXd::Unit(size + 1, size); }

Correction correct(System& system, const Metric& metric, const Eigen::VectorXd& predicted, const Eigen::VectorXd& row,
                   const CorrectorOptions& options) {
  const Eigen::Index n = system.size();
  Correction correction;
  Eigen::VectorXd& y = correction.y;
  y = predicted;
  double step_length = kInfinity;
  while (true) {
    const Eigen::VectorXd x = y.head(n), f = system.residual(x, y(n));
    if (!f.allFinite()) return correction;
    const bool is_still = step_length <= options.tolerance * (1.0 + metric.norm(y));
    if (is_still && system.error(f, x) <= options.error_tolerance) {
      correction.converged = true;
      return correction;
    }
    if (correction.iterations == options.most_corrections) return correction;
    Bordered matrix = bordered_at(system, y, row);
    const Eigen::VectorXd step = solve_refined(matrix, joined(-f, row.dot(predicted - y)));
    if (!step.allFinite()) return correction;
    y += step;
    const double before = step_length;
    step_length = metric.norm(step);
    ++correction.iterations;
    if (correction.iterations == 1) correction.first_step = step_length;
    if (correction.iterations == 2 && before > 0.0) correction.contraction = step_length / before;
  }
}

/// The bordered matrix M is singular at a simple branch point, where det M changes sign. With any vectors p and q the
/// number 1 / (q' M^-1 p) is det M times something smooth, and so tells where.
CurvePoint survey(System& system, const Metric& metric, const Eigen::VectorXd& y, const Eigen::VectorXd& row) {
  const Eigen::Index n = system.size();
  CurvePoint point;
  point.x = y.head(n);
  point.lambda = y(n);
  Bordered matrix = bordered_at(system, y, row);
  point.tangent = solve_refined(matrix, parameter_row(system.size()));
  point.tangent /= metric.norm(point.tangent);
  point.determinant_sign = matrix.determinant_sign();
  const double response = some_vector(n + 1, 2).dot(matrix.solve(some_vector(n + 1, 1)));
  point.branch_distance = point.determinant_sign / std::abs(response);
  return point;
}

}  // namespace tandem::continuation
