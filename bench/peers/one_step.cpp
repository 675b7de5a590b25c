#include <tandem/core/error.hpp>

#include "one_step.hpp"

#include <algorithm>

namespace tandem::bench {
namespace {

/// Refuses what a step alone does not have.
const Problem& checked(const Problem& problem) {
  const Phase& phase = problem.phases().front();
  const bool fits = problem.phases().size() == 1 && phase.running_cost && !phase.end_cost &&
                    phase.path_constraints.empty() && phase.integral_constraints.empty() &&
                    phase.end_constraints.empty();
  require(fits, "problem '{}' has more than a running cost, states and controls", problem.name());
  return problem;
}

}  // namespace

OneStep::OneStep(const Problem& problem, const std::string& transcription, int steps)
    : states_(problem.phases().front().state_count),
      controls_(problem.phases().front().control_count),
      nlp_(checked(problem), uniform_mesh(transcription, 1)),
      z_(Eigen::VectorXd::Zero(nlp_.layout().variables())),
      g_(nlp_.layout().constraints()),
      gradient_(z_.size()),
      by_(nlp_.jacobian_pattern()),
      twice_(nlp_.hessian_pattern()),
      jacobian_(nlp_.jacobian_entries()),
      hessian_(nlp_.hessian_entries()) {
  require(z_.size() == 2 * states_ + controls_ && g_.size() == states_, "{} holds no controls over its steps",
          transcription);
  nlp_.set_number("duration", problem.numbers()[problem.index_of_number("duration")].value / steps);
}

void OneStep::place(const double* x, const double* u) {
  std::copy_n(x, states_, z_.data());
  std::copy_n(u, controls_, z_.data() + states_);
}

/// The step's equation is x+ - F(x, u) = 0.
double OneStep::value(const double* x, const double* u, double* next) {
  place(x, u);
  nlp_.constraints(z_, g_);
  for (int i = 0; i < states_; ++i) next[i] = -g_(i);
  return nlp_.objective(z_);
}

void OneStep::slopes(const double* x, const double* u, const StepSlopes& out) {
  place(x, u);
  nlp_.jacobian(z_, jacobian_);
  nlp_.gradient(z_, gradient_);
  nlp_.hessian(z_, 1.0, Eigen::VectorXd::Zero(states_), hessian_);
  const int nx = states_, nu = controls_;
  std::fill_n(out.Fx, nx * nx, 0.0);
  std::fill_n(out.Fu, nx * nu, 0.0);
  for (int i = 0; i < by_.size(); ++i) {
    const int row = by_.rows[i], col = by_.cols[i];
    if (col < nx) out.Fx[col * nx + row] -= jacobian_[i];
    if (col >= nx && col < nx + nu) out.Fu[(col - nx) * nx + row] -= jacobian_[i];
  }
  std::copy_n(gradient_.data(), nx, out.Lx);
  std::copy_n(gradient_.data() + nx, nu, out.Lu);
  std::fill_n(out.Lxx, nx * nx, 0.0);
  std::fill_n(out.Lxu, nx * nu, 0.0);
  std::fill_n(out.Luu, nu * nu, 0.0);
  for (int i = 0; i < twice_.size(); ++i) {  // the lower triangle
    const int row = twice_.rows[i], col = twice_.cols[i];
    if (row >= nx + nu) continue;
    const double value = hessian_[i];
    if (row < nx) {
      out.Lxx[col * nx + row] += value;
      if (row != col) out.Lxx[row * nx + col] += value;
    } else if (col < nx) {
      out.Lxu[(row - nx) * nx + col] += value;
    } else {
      out.Luu[(col - nx) * nu + row - nx] += value;
      if (row != col) out.Luu[(row - nx) * nu + col - nx] += value;
    }
  }
}

}  // namespace tandem::bench
