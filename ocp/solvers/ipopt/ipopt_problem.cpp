#include <tandem/ocp/solvers/ipopt/ipopt_problem.hpp>

#include <tandem/core/ending.hpp>
#include <tandem/core/stopwatch.hpp>

#include <algorithm>
#include <cmath>
#include <span>

namespace tandem {

template <class Work>
bool IpoptProblem::timed(const Ipopt::Number* x, bool is_new, const Work& work) {
  const TimeAdded added(solution_.evaluation_seconds);
  if (is_new) z_ = Eigen::Map<const Eigen::VectorXd>(x, z_.size());
  work();
  return true;
}

bool IpoptProblem::get_nlp_info(Ipopt::Index& variables, Ipopt::Index& constraints, Ipopt::Index& jacobian_entries,
                                Ipopt::Index& hessian_entries, IndexStyleEnum& style) {
  variables = nlp_.layout().variables();
  constraints = nlp_.layout().constraints();
  jacobian_entries = nlp_.jacobian_entries();
  hessian_entries = nlp_.hessian_entries();
  style = C_STYLE;
  return true;
}

bool IpoptProblem::get_bounds_info(Ipopt::Index n, Ipopt::Number* lower, Ipopt::Number* upper, Ipopt::Index m,
                                   Ipopt::Number* constraint_lower, Ipopt::Number* constraint_upper) {
  Eigen::Map<Eigen::VectorXd>(lower, n) = nlp_.lower();
  Eigen::Map<Eigen::VectorXd>(upper, n) = nlp_.upper();
  Eigen::Map<Eigen::VectorXd>(constraint_lower, m) = nlp_.constraint_lower();
  Eigen::Map<Eigen::VectorXd>(constraint_upper, m) = nlp_.constraint_upper();
  return true;
}

bool IpoptProblem::get_starting_point(Ipopt::Index n, bool, Ipopt::Number* x, bool, Ipopt::Number*, Ipopt::Number*,
                                      Ipopt::Index, bool, Ipopt::Number*) {
  Eigen::Map<Eigen::VectorXd>(x, n) = z_;
  return true;
}

bool IpoptProblem::get_scaling_parameters(Ipopt::Number& objective, bool& scales_x, Ipopt::Index n, Ipopt::Number* x,
                                          bool& scales_g, Ipopt::Index m, Ipopt::Number* g) {
  objective = 1.0 / options_.scaling->objective;
  scales_x = scales_g = true;
  Eigen::Map<Eigen::VectorXd>(x, n) = options_.scaling->unknowns.cwiseInverse();
  Eigen::Map<Eigen::VectorXd>(g, m) = options_.scaling->rows.cwiseInverse();
  return true;
}

bool IpoptProblem::eval_f(Ipopt::Index, const Ipopt::Number* x, bool is_new, Ipopt::Number& value) {
  return timed(x, is_new, [&] { value = nlp_.objective(z_); }) && std::isfinite(value);
}

bool IpoptProblem::eval_grad_f(Ipopt::Index n, const Ipopt::Number* x, bool is_new, Ipopt::Number* gradient) {
  Eigen::Map<Eigen::VectorXd> out(gradient, n);
  return timed(x, is_new, [&] { nlp_.gradient(z_, out); }) && out.allFinite();
}

bool IpoptProblem::eval_g(Ipopt::Index, const Ipopt::Number* x, bool is_new, Ipopt::Index m, Ipopt::Number* values) {
  Eigen::Map<Eigen::VectorXd> out(values, m);
  return timed(x, is_new, [&] { nlp_.constraints(z_, out); }) && out.allFinite();
}

bool IpoptProblem::eval_jac_g(Ipopt::Index, const Ipopt::Number* x, bool is_new, Ipopt::Index, Ipopt::Index entries,
                              Ipopt::Index* rows, Ipopt::Index* cols, Ipopt::Number* values) {
  if (values == nullptr) return copy_pattern(nlp_.jacobian_pattern(), rows, cols);
  const std::span<double> out(values, entries);
  return timed(x, is_new, [&] { nlp_.jacobian(z_, out); });
}

bool IpoptProblem::eval_h(Ipopt::Index, const Ipopt::Number* x, bool is_new, Ipopt::Number objective_factor,
                          Ipopt::Index m, const Ipopt::Number* multipliers, bool, Ipopt::Index entries,
                          Ipopt::Index* rows, Ipopt::Index* cols, Ipopt::Number* values) {
  if (values == nullptr) return copy_pattern(nlp_.hessian_pattern(), rows, cols);
  multipliers_ = Eigen::Map<const Eigen::VectorXd>(multipliers, m);
  const std::span<double> out(values, entries);
  return timed(x, is_new, [&] { nlp_.hessian(z_, objective_factor, multipliers_, out); });
}

bool IpoptProblem::intermediate_callback(Ipopt::AlgorithmMode, Ipopt::Index iteration, Ipopt::Number objective,
                                         Ipopt::Number infeasibility, Ipopt::Number stationarity, Ipopt::Number barrier,
                                         Ipopt::Number, Ipopt::Number regularization, Ipopt::Number, Ipopt::Number step,
                                         Ipopt::Index, const Ipopt::IpoptData*, Ipopt::IpoptCalculatedQuantities*) {
  solution_.last_regularization = regularization;
  solution_.iterations = iteration;
  const double stated = nlp_.problem().is_maximised() ? -objective : objective;
  const bool goes_on =
      !options_.progress || options_.progress({iteration, stated, infeasibility, stationarity, barrier, step});
  return goes_on && !ending::is_due();
}

void IpoptProblem::finalize_solution(Ipopt::SolverReturn, Ipopt::Index n, const Ipopt::Number* x,
                                     const Ipopt::Number* z_lower, const Ipopt::Number* z_upper, Ipopt::Index m,
                                     const Ipopt::Number*, const Ipopt::Number* multipliers, Ipopt::Number objective,
                                     const Ipopt::IpoptData*, Ipopt::IpoptCalculatedQuantities*) {
  using Eigen::Map, Eigen::VectorXd;
  solution_.unknowns = Map<const VectorXd>(x, n);
  solution_.multipliers = Map<const VectorXd>(multipliers, m);
  solution_.bound_multipliers = Map<const VectorXd>(z_upper, n) - Map<const VectorXd>(z_lower, n);
  solution_.objective = objective;
}

bool IpoptProblem::copy_pattern(const Pattern& pattern, Ipopt::Index* rows, Ipopt::Index* cols) {
  std::copy(pattern.rows.begin(), pattern.rows.end(), rows);
  std::copy(pattern.cols.begin(), pattern.cols.end(), cols);
  return true;
}

}  // namespace tandem
