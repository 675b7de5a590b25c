#include <tandem/ocp/played.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/collocation.hpp>
#include <tandem/ocp/integrate.hpp>

#include <limits>
#include <vector>

namespace tandem {

std::vector<double> numbers_of(const Problem& problem, const Solution& solution) {
  std::vector<double> numbers;
  for (const NamedNumber& number : problem.numbers()) {
    const auto found = solution.numbers.find(number.name);
    require(found != solution.numbers.end(), "solution of '{}': it has no number '{}'", solution.problem, number.name);
    numbers.push_back(found->second);
  }
  return numbers;
}

Played::Played(const Problem& problem, const Solution& solution, int phase) {
  require(!solution.phases.empty() && !problem.phases().empty(), "solution of '{}': it has no phase", solution.problem);
  require(solution.phases.size() == problem.phases().size(), "solution of '{}': it has {} phases, the problem {}",
          solution.problem, solution.phases.size(), problem.phases().size());
  phase_ = &problem.phases()[phase];
  series_ = &solution.phases[phase];
  tableau_ = make_tableau(solution.transcription, solution.degree);
  numbers_ = numbers_of(problem, solution);
  const int nodes = tableau_.node_controls() - (tableau_.control_at_right ? 1 : 0);
  const int controls = intervals() * nodes + (tableau_.control_at_right ? 1 : 0);
  require(series_->states.rows() == phase_->state_count && series_->states.cols() == series_->time.size(),
          "solution of '{}': its states do not fit phase '{}'", solution.problem, phase_->name);
  require(series_->integrals.rows() == std::ssize(phase_->integral_constraints) &&
              (series_->integrals.rows() == 0 || series_->integrals.cols() == series_->time.size()),
          "solution of '{}': its integrals do not fit phase '{}'", solution.problem, phase_->name);
  require(series_->controls.rows() == phase_->control_count && series_->controls.cols() == controls,
          "solution of '{}': it has {} control times, '{}' with {} intervals has {}", solution.problem,
          series_->controls.cols(), solution.transcription, intervals(), controls);
}

Eigen::VectorXd Played::control(int interval, double fraction) const {
  const int nodes = tableau_.node_controls();
  const int stride = nodes - (tableau_.control_at_right ? 1 : 0);
  return series_->controls.middleCols(interval * stride, nodes) *
         lagrange_basis(tableau_.control_times, fraction).transpose();
}

void Played::evaluate_rates(const KnotView<double>& knot, std::span<double> rates) const {
  phase_->dynamics(knot, rates);
  if (phase_->implicit_rates) phase_->implicit_rates(knot, rates);  // from what the answer says of them
}

Eigen::VectorXd Played::rates(const Eigen::VectorXd& x, const Eigen::VectorXd& u, double t) const {
  Eigen::VectorXd rates(phase_->state_count);
  const KnotView<double> knot{
      {x.data(), static_cast<std::size_t>(x.size())}, {u.data(), static_cast<std::size_t>(u.size())}, t, numbers_};
  evaluate_rates(knot, std::span<double>(rates.data(), static_cast<std::size_t>(rates.size())));
  return rates;
}

Eigen::VectorXd Played::integrands(const Eigen::VectorXd& x, const Eigen::VectorXd& u, double t) const {
  Eigen::VectorXd values(std::ssize(phase_->integral_constraints));
  const KnotView<double> knot{
      {x.data(), static_cast<std::size_t>(x.size())}, {u.data(), static_cast<std::size_t>(u.size())}, t, numbers_};
  for (int i = 0; i < values.size(); ++i) {
    phase_->integral_constraints[i].function(knot, std::span<double>(&values(i), 1));
  }
  return values;
}

Eigen::MatrixXd Played::integrate(int interval, Eigen::VectorXd start, const Eigen::VectorXd& fractions) const {
  const RateLaw law = [&](const std::vector<double>& x, std::vector<double>& rate, double fraction) {
    const KnotView<double> knot{x, {}, time(interval, fraction), numbers_};
    const Eigen::VectorXd u = control(interval, fraction);
    evaluate_rates({knot.x, {u.data(), static_cast<std::size_t>(u.size())}, knot.t, knot.numbers}, rate);
    for (double& r : rate) r *= step(interval);
  };
  Eigen::MatrixXd states =
      Eigen::MatrixXd::Constant(start.size(), fractions.size(), std::numeric_limits<double>::quiet_NaN());
  std::vector<double> x(start.data(), start.data() + start.size());
  double at = 0.0;
  for (int i = 0; i < fractions.size(); ++i) {
    if (!integrate_to(law, x, at, fractions(i))) break;
    states.col(i) = Eigen::Map<const Eigen::VectorXd>(x.data(), start.size());
  }
  return states;
}

Eigen::VectorXd Played::open_loop_end() const {
  Eigen::VectorXd x = series_->states.col(0);
  for (int k = 0; k < intervals() && x.allFinite(); ++k) x = integrate(k, x, Eigen::VectorXd::Ones(1));
  return x;
}

Eigen::VectorXd Played::state_scales() const {
  return (series_->states.rowwise().maxCoeff() - series_->states.rowwise().minCoeff()).cwiseMax(1.0);
}

}  // namespace tandem
