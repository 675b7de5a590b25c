#include <tandem/ocp/answers/phase_hamiltonian.hpp>

#include <tandem/ocp/answers/certificate_checks.hpp>

namespace tandem {

PhaseHamiltonian::PhaseHamiltonian(const Problem& problem, const Solution& solution, int phase)
    : replay_(problem, solution, phase),
      outputs_(replay_.phase()),
      design_(problem.design_numbers()),
      sign_(problem.is_maximised() ? -1.0 : 1.0) {
  function_ = knot_function_of(replay_, design_);
  batch_.resize(function_->inputs(), function_->outputs(), 1);
  for (const Constraint& integral : replay_.phase().integral_constraints) {
    integral_multipliers_.push_back(solution.multiplier(replay_.phase().name + "/integral/" + integral.name));
  }
}

bool PhaseHamiltonian::is_autonomous() const {
  return !function_->jacobian_pattern().col(phase().state_count + phase().control_count).any();
}

Hamiltonian PhaseHamiltonian::at(const Eigen::VectorXd& x, const Eigen::VectorXd& u, double t,
                                 const Eigen::VectorXd& costate, const Eigen::VectorXd& path_multipliers) {
  const int nx = phase().state_count, nu = phase().control_count;
  batch_.inputs.col(0).head(nx + nu + 1) << x, u, t;
  for (int i = 0; i < numbers(); ++i) batch_.inputs(nx + nu + 1 + i, 0) = replay_.numbers()[design_[i]];
  Eigen::VectorXd weights(function_->outputs());
  weights.head(nx) = costate;
  if (outputs_.costs > 0) weights(outputs_.cost_row()) = sign_;
  weights.segment(outputs_.path_row(), paths()) = path_multipliers;
  for (int i = 0; i < outputs_.integrals; ++i) weights(outputs_.integral_row() + i) = integral_multipliers_[i];
  batch_.weights.col(0) = weights;
  function_->evaluate(batch_, 0, 1, Level::hessian);
  const auto jacobian = batch_.jacobian(0);
  Eigen::VectorXd terms = weights.cwiseProduct(batch_.values.col(0));
  terms.segment(outputs_.path_row(), paths()).setZero();
  const Eigen::VectorXd gradient = jacobian.transpose() * weights;
  Hamiltonian h;
  h.value = terms.sum();
  h.largest_term = terms.cwiseAbs().maxCoeff();
  h.by_time = gradient(nx + nu);
  h.by_state = gradient.head(nx);
  h.by_control = gradient.segment(nx, nu);
  h.control_terms = (weights.asDiagonal() * jacobian.middleCols(nx, nu)).cwiseAbs().colwise().maxCoeff().transpose();
  h.control_curvature = batch_.hessian(0).block(nx, nx, nu, nu);
  h.by_numbers = gradient.tail(numbers());
  h.number_terms = (weights.asDiagonal() * jacobian.rightCols(numbers())).cwiseAbs().colwise().sum().transpose();
  h.path_values = batch_.values.col(0).segment(outputs_.path_row(), paths());
  h.path_by_state = jacobian.block(outputs_.path_row(), 0, paths(), nx);
  return h;
}

Eigen::VectorXd PhaseHamiltonian::control_at_knot(int k) const {
  return is_last(k) ? replay_.control(k - 1, 1.0) : replay_.control(k, 0.0);
}

Hamiltonian PhaseHamiltonian::at_knot(int k, const Eigen::VectorXd& u) {
  const Tableau& tableau = replay_.tableau();
  const Eigen::VectorXd path =
      is_last(k) ? path_multipliers(k - 1, tableau.right_point) : path_multipliers(k, tableau.left_point);
  const Eigen::VectorXd costate = is_last(k) ? series().costates_before.col(k) : series().costates.col(k);
  return at(series().states.col(k), u, series().time(k), costate, path);
}

Eigen::VectorXd PhaseHamiltonian::path_multipliers(int k, int point) const {
  if (paths() == 0 || point < 0) return Eigen::VectorXd::Zero(paths());
  return series().path_multipliers.col(k * replay_.tableau().point_count() + point);
}

}  // namespace tandem
