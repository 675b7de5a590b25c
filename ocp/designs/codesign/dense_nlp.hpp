#pragma once

#include <Eigen/Core>

#include <functional>
#include <optional>
#include <string>

namespace tandem::codesign {

/// Values and derivatives at one point of a small dense problem.
struct DensePoint {
  double objective = 0.0;
  Eigen::VectorXd gradient;
  Eigen::VectorXd rows;      ///< g
  Eigen::MatrixXd jacobian;  ///< rows x unknowns
};

/// minimise f(x) subject to g(x) <= 0, lower <= x <= upper: a few dozen unknowns, and functions that cost
/// milliseconds (a Riccati equation) and come with all their derivatives at once.
struct DenseNlp {
  Eigen::VectorXd lower, upper;
  int rows = 0;
  /// Nothing where there is no value (no controller stabilises): the step is tried again shorter.
  std::function<std::optional<DensePoint>(const Eigen::VectorXd&)> evaluate;
  /// The Hessian of objective_factor f + multipliers' g; without it, BFGS's.
  std::function<Eigen::MatrixXd(const Eigen::VectorXd&, double, const Eigen::VectorXd&)> hessian = {};
};

struct DenseOptions {
  double tolerance = 1e-9;
  int max_iterations = 300;
  double first_barrier = 0.1;  ///< small where the start is all but the answer
};

struct DenseSolution {
  bool is_solved = false;
  bool is_near = false;  ///< solved, or stalled by rounding with little left: for callers that measure what is left
  std::string message;
  Eigen::VectorXd unknowns;
  Eigen::VectorXd multipliers;
  double objective = 0.0;
  int iterations = 0;
};

/// By IPOPT.
DenseSolution solve_dense(const DenseNlp& nlp, const Eigen::VectorXd& start, const DenseOptions& options = {});

}  // namespace tandem::codesign
