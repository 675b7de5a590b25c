#pragma once

#include <tandem/ocp/search/homotopy/kkt_system.hpp>
#include <tandem/ocp/search/solve.hpp>
#include <tandem/problems/registry.hpp>

#include <string>

namespace tandem::homotopy::test {

/// A problem of the registry, transcribed coarsely, with one of its numbers to be followed, and IPOPT's answer to it.
struct Followed {
  Followed(const std::string& name, const std::string& number, double value, int intervals, double barrier = 1e-6)
      : Followed(make_problem(name), number, value, intervals, barrier) {}
  Followed(Problem problem, const std::string& number, double value, int intervals, double barrier = 1e-6)
      : over(number),
        at(value),
        nlp(with_path(problem, number, value), uniform_mesh("hermite-simpson", intervals)),
        answer(solve_with_ipopt(nlp, nlp.unknowns_from(straight_line_guess(nlp.problem())), {})),
        kkt(nlp, number, barrier, 1.0),
        x(kkt.unknowns_from(answer)) {}

  static Problem with_path(Problem problem, const std::string& number, double value) {
    problem.set(number, value);
    problem.set_role(number, Role::path);
    return problem;
  }

  std::string over;
  double at;
  StagedNlp nlp;
  NlpSolution answer;
  KktSystem kkt;
  Eigen::VectorXd x;
};

/// The derivatives of a system's residual by x along v, and by lambda: central differences.
inline Eigen::VectorXd difference_along(continuation::System& system, const Eigen::VectorXd& x, double lambda,
                                        const Eigen::VectorXd& v, double step = 1e-6) {
  return (system.residual(x + step * v, lambda) - system.residual(x - step * v, lambda)) / (2.0 * step);
}

inline Eigen::VectorXd difference_by_lambda(continuation::System& system, const Eigen::VectorXd& x, double lambda,
                                            double step = 1e-6) {
  return (system.residual(x, lambda + step) - system.residual(x, lambda - step)) / (2.0 * step);
}

/// Largest entry.
inline double size_of(const Eigen::VectorXd& v) { return v.lpNorm<Eigen::Infinity>(); }

}  // namespace tandem::homotopy::test
