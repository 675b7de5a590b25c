#pragma once

#include <tandem/ocp/transcription/phase_nlp.hpp>

#include <ocp/support/full_matrix.hpp>

#include <random>
#include <string>
#include <utility>
#include <vector>

namespace tandem::test {

/// The first phase of a problem as a PhaseNlp, at random unknowns and multipliers, with its derivatives as full
/// matrices.
struct LonePhase {
  LonePhase(Problem stated, const Mesh& mesh, int most_in_window = kMostInWindow)
      : problem(std::move(stated)),
        meshes{mesh},
        layout(problem, meshes, static_cast<int>(problem.design_numbers().size())),
        nlp(problem, 0, mesh, layout.phase(0), problem.design_numbers(), "tape", most_in_window) {
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(-1.0, 1.0);
    z.resize(layout.variables());
    multipliers.resize(layout.constraints());
    for (double& entry : z) entry = uniform(random);
    for (double& entry : multipliers) entry = uniform(random);
    if (phase().start_time() >= 0) z(phase().start_time()) = 0.3;
    if (phase().end_time() >= 0) z(phase().end_time()) = 1.7;
    for (int i = 0; i < phase().free_numbers(); ++i) z(phase().free_number(i)) = 0.9;
  }

  const PhaseLayout& phase() const { return layout.phase(0); }

  Eigen::VectorXd objective(const Eigen::VectorXd& at) {
    nlp.evaluate(at, Level::values);
    return Eigen::VectorXd::Constant(1, nlp.objective());
  }
  Eigen::VectorXd constraints(const Eigen::VectorXd& at) {
    Eigen::VectorXd out = Eigen::VectorXd::Zero(layout.constraints());
    nlp.evaluate(at, Level::values);
    nlp.constraints(out);
    return out;
  }
  Eigen::VectorXd gradient(const Eigen::VectorXd& at) {
    Eigen::VectorXd out = Eigen::VectorXd::Zero(layout.variables());
    nlp.evaluate(at, Level::jacobian);
    nlp.add_gradient(out);
    return out;
  }
  Eigen::MatrixXd jacobian(const Eigen::VectorXd& at) {
    Pattern pattern;
    nlp.append_jacobian_pattern(pattern);
    std::vector<double> values(pattern.size());
    nlp.evaluate(at, Level::jacobian);
    nlp.jacobian(values);
    return full_matrix(pattern, values, layout.constraints(), layout.variables());
  }
  /// Of factor * objective + multipliers' constraints.
  Eigen::MatrixXd hessian(double factor, const Eigen::VectorXd& its_multipliers) {
    Pattern pattern;
    nlp.append_hessian_pattern(pattern);
    std::vector<double> values(pattern.size());
    nlp.evaluate(z, Level::jacobian);
    nlp.hessian(z, factor, its_multipliers, values);
    const Eigen::MatrixXd full = full_matrix(pattern, values, layout.variables(), layout.variables());
    return full.selfadjointView<Eigen::Lower>();
  }

  Problem problem;
  std::vector<Mesh> meshes;
  NlpLayout layout;
  PhaseNlp nlp;
  Eigen::VectorXd z, multipliers;
};

/// minimise the integral of u^2 over two seconds with x' = u; the integral of x u is bounded.
inline Problem two_seconds() {
  Problem problem("two-seconds");
  auto phase = problem.phase<1, 1>("only");
  phase.time({.start = 1.0, .end = 3.0});
  phase.state("x", {}).control("u", {});
  phase.dynamics([](const auto& k) { return rates(k.u[0]); });
  phase.running_cost([](const auto& k) { return square(k.u[0]); });
  phase.end_cost([](const auto& k) { return k.x[0] * k.t; });
  phase.integral_constraint("work", {0.0, 9.0}, [](const auto& k) { return k.x[0] * k.u[0]; });
  return problem;
}

}  // namespace tandem::test
