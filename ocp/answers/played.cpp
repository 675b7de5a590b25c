#include <tandem/ocp/answers/played.hpp>

#include <tandem/core/error.hpp>
#include <tandem/ocp/answers/hermite_cubic.hpp>
#include <tandem/ocp/answers/integrate.hpp>
#include <tandem/ocp/transcription/collocation.hpp>

#include <algorithm>
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

Eigen::VectorXd stored_control(const PhaseSolution& series, const Tableau& tableau, int interval, double fraction) {
  const int nodes = tableau.node_controls(), stride = nodes - (tableau.control_at_right ? 1 : 0);
  return series.controls.middleCols(interval * stride, nodes) *
         lagrange_basis(tableau.control_times, fraction).transpose();
}

Played::Played(const Problem& problem, const Solution& solution, int phase) {
  require(!solution.phases.empty() && !problem.phases().empty(), "solution of '{}': it has no phase", solution.problem);
  require(solution.phases.size() == problem.phases().size(), "solution of '{}': it has {} phases, the problem {}",
          solution.problem, solution.phases.size(), problem.phases().size());
  phase_ = &problem.phases()[phase];
  series_ = &solution.phases[phase];
  tableau_ = make_tableau(solution.transcription, solution.degree);
  numbers_ = numbers_of(problem, solution);
  control_stride_ = tableau_.node_controls() - (tableau_.control_at_right ? 1 : 0);
  check(solution);
  const int nu = phase_->control_count, nodes = tableau_.node_controls();
  control_lower_.resize(nu);
  control_upper_.resize(nu);
  for (int i = 0; i < nu; ++i) {
    control_lower_(i) = phase_->controls[i].bounds.lower.at(numbers_);
    control_upper_(i) = phase_->controls[i].bounds.upper.at(numbers_);
  }
  denominators_.setOnes(nodes);
  for (int i = 0; i < nodes; ++i) {
    for (int j = 0; j < nodes; ++j) {
      if (j != i) denominators_(i) *= tableau_.control_times(i) - tableau_.control_times(j);
    }
  }
}

void Played::check(const Solution& solution) const {
  const int controls = intervals() * control_stride_ + (tableau_.control_at_right ? 1 : 0);
  require(series_->states.rows() == phase_->state_count && series_->states.cols() == series_->time.size(),
          "solution of '{}': its states do not fit phase '{}'", solution.problem, phase_->name);
  require(series_->integrals.rows() == std::ssize(phase_->integral_constraints) &&
              (series_->integrals.rows() == 0 || series_->integrals.cols() == series_->time.size()),
          "solution of '{}': its integrals do not fit phase '{}'", solution.problem, phase_->name);
  require(series_->controls.rows() == phase_->control_count && series_->controls.cols() == controls,
          "solution of '{}': it has {} control times, '{}' with {} intervals has {}", solution.problem,
          series_->controls.cols(), solution.transcription, intervals(), controls);
  const auto fits = [&](const auto& matrix, Eigen::Index rows, Eigen::Index columns) {
    return rows == 0 || (matrix.rows() == rows && matrix.cols() == columns);
  };
  const Eigen::Index knots = series_->time.size(), n = intervals(), inner = tableau_.interior_states;
  require(
      fits(series_->costates, phase_->state_count, knots) && fits(series_->costates_before, phase_->state_count, knots),
      "solution of '{}': its costates do not fit phase '{}'", solution.problem, phase_->name);
  require(fits(series_->path_multipliers, std::ssize(phase_->path_constraints), n * tableau_.point_count()),
          "solution of '{}': its path multipliers do not fit phase '{}'", solution.problem, phase_->name);
  require(series_->interval_costs.size() == 0 || series_->interval_costs.size() == n,
          "solution of '{}': it has {} interval costs, phase '{}' has {} intervals", solution.problem,
          series_->interval_costs.size(), phase_->name, n);
  require((series_->inner_states.size() == 0 || fits(series_->inner_states, phase_->state_count, n * inner)) &&
              (series_->inner_pushes.size() == 0 || fits(series_->inner_pushes, phase_->state_count, n * inner)),
          "solution of '{}': its inner nodes do not fit phase '{}'", solution.problem, phase_->name);
}

Played::Instant Played::at(double t) const {
  const double* first = series_->time.data();
  const auto after = std::upper_bound(first, first + series_->time.size(), t) - first;
  const int interval = std::clamp(static_cast<int>(after) - 1, 0, intervals() - 1);
  return {interval, step(interval) > 0.0 ? (t - series_->time(interval)) / step(interval) : 0.0};
}

/// l_i(s) = prod_{j != i} (s - c_j) / (c_i - c_j).
double Played::control_basis(int node, double fraction) const {
  double product = 1.0 / denominators_(node);
  for (int j = 0; j < denominators_.size(); ++j) {
    if (j != node) product *= fraction - tableau_.control_times(j);
  }
  return product;
}

Eigen::VectorXd Played::control(int interval, double fraction) const {
  Eigen::VectorXd u(phase_->control_count);
  control_into(interval, fraction, false, u);
  return u;
}

Eigen::VectorXd Played::control_within(int interval, double fraction) const {
  Eigen::VectorXd u(phase_->control_count);
  control_into(interval, fraction, true, u);
  return u;
}

Eigen::VectorXd Played::state(int interval, double fraction) const {
  const Eigen::VectorXd x0 = series_->states.col(interval), x1 = series_->states.col(interval + 1);
  const int inner = tableau_.interior_states;
  if (inner > 1 && series_->inner_states.cols() == intervals() * inner) {
    Eigen::VectorXd nodes(inner + 1);
    nodes << 0.0, tableau_.interior_state_times;
    const Eigen::RowVectorXd basis = lagrange_basis(nodes, fraction);
    return basis(0) * x0 + series_->inner_states.middleCols(interval * inner, inner) * basis.tail(inner).transpose();
  }
  const Eigen::VectorXd slope0 = rates(x0, control(interval, 0.0), time(interval, 0.0));
  const Eigen::VectorXd slope1 = rates(x1, control(interval, 1.0), time(interval, 1.0));
  return hermite_cubic(x0, x1, slope0, slope1, step(interval), fraction);
}

Eigen::VectorXd Played::node_state(int interval, double fraction) const {
  if (fraction == 0.0) return series_->states.col(interval);
  return fraction == 1.0 ? series_->states.col(interval + 1) : state(interval, fraction);
}

Eigen::VectorXd Played::costate(int interval, double fraction) const {
  return (1.0 - fraction) * series_->costates.col(interval) + fraction * series_->costates_before.col(interval + 1);
}

void Played::evaluate_rates(const KnotView<double>& knot, std::span<double> rates) const {
  phase_->dynamics(knot, rates);
  if (phase_->implicit_rates) phase_->implicit_rates(knot, rates);  // from what the answer says of them
}

Eigen::VectorXd Played::rates(const Eigen::VectorXd& x, const Eigen::VectorXd& u, double t) const {
  Eigen::VectorXd rates(phase_->state_count);
  rates_into(x.data(), u, t, rates.data());
  return rates;
}

void Played::rates_into(const double* x, const Eigen::VectorXd& u, double t, double* out) const {
  const auto states = static_cast<std::size_t>(phase_->state_count);
  evaluate_rates({{x, states}, {u.data(), static_cast<std::size_t>(u.size())}, t, numbers_}, {out, states});
}

double Played::value(const GenericFunction& function, const Eigen::VectorXd& x, const Eigen::VectorXd& u,
                     double t) const {
  double value = 0.0;
  const KnotView<double> knot{
      {x.data(), static_cast<std::size_t>(x.size())}, {u.data(), static_cast<std::size_t>(u.size())}, t, numbers_};
  function(knot, std::span<double>(&value, 1));
  return value;
}

Eigen::VectorXd Played::integrands(const Eigen::VectorXd& x, const Eigen::VectorXd& u, double t) const {
  Eigen::VectorXd values(std::ssize(phase_->integral_constraints));
  for (int i = 0; i < values.size(); ++i) values(i) = value(phase_->integral_constraints[i].function, x, u, t);
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

Eigen::VectorXd Played::ranges_or_one() const {
  return (series_->states.rowwise().maxCoeff() - series_->states.rowwise().minCoeff()).cwiseMax(1.0);
}

Eigen::VectorXd Played::state_scales() const {
  Eigen::VectorXd scales(series_->states.rows());
  for (int i = 0; i < scales.size(); ++i) {
    const auto x = series_->states.row(i);
    const double range = x.maxCoeff() - x.minCoeff(), size = x.cwiseAbs().maxCoeff();
    scales(i) = range > 1e-9 * size ? range : size;
  }
  const double most = scales.size() > 0 ? scales.maxCoeff() : 0.0;
  return scales.cwiseMax(std::max(1e-6 * most, 1e-300));
}

}  // namespace tandem
