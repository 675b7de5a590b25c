#include <tandem/ocp/answers/accessory_motion.hpp>

#include <tandem/core/eigen_factors.hpp>
#include <tandem/ocp/answers/hermite_cubic.hpp>

#include <algorithm>
#include <cmath>

namespace tandem {

using Eigen::MatrixXd;
using Eigen::VectorXd;

AccessoryMotion::AccessoryMotion(const Problem& problem, const Solution& solution, const Played& played,
                                 const AccessoryStates& states)
    : played_(played), states_(states), outputs_(played.phase()) {
  const Phase& phase = played.phase();
  const std::vector<double> numbers(played.numbers().begin(), played.numbers().end());
  function_ = make_knot_function(blocks_along(phase, numbers, states.numbers), kDefaultPlug);
  function_->require_level(Level::hessian);
  for (const int number : states.numbers) free_numbers_.push_back(numbers[number]);
  constant_weights_ = VectorXd::Zero(function_->outputs());
  if (outputs_.costs > 0) constant_weights_(outputs_.cost_row()) = problem.is_maximised() ? -1.0 : 1.0;
  for (const int i : states.integrals) {
    constant_weights_(outputs_.integral_row() + i) =
        solution.multiplier(phase.name + "/integral/" + phase.integral_constraints[i].name);
  }
  see_knots();
}

/// Slopes of the cubics at both ends of every interval, a pack of intervals at a time.
void AccessoryMotion::see_knots() {
  constexpr int kPack = 32;
  const PhaseSolution& series = played_.series();
  const int count = played_.intervals(), nx = states_.states;
  rates_.resize(nx, 2 * count);
  costate_rates_.resize(nx, 2 * count);
  for (int first = 0; first < count; first += kPack) {
    std::vector<Played::Instant> ends;
    for (int k = first; k < std::min(count, first + kPack); ++k) ends.insert(ends.end(), {{k, 0.0}, {k, 1.0}});
    const int columns = static_cast<int>(ends.size());
    MatrixXd x(nx, columns), costates(nx, columns);
    for (int i = 0; i < columns; i += 2) {
      const int k = ends[i].interval;
      x.middleCols(i, 2) = series.states.middleCols(k, 2);
      costates.col(i) = series.costates.col(k);
      costates.col(i + 1) = series.costates_before.col(k + 1);
    }
    fill(ends, x, costates, answers_controls(ends));
    function_->evaluate(batch_, 0, columns, Level::jacobian);
    rates_.middleCols(2 * first, columns) = batch_.values.topRows(nx);
    for (int i = 0; i < columns; ++i) costate_rates_.col(2 * first + i) = -gradient(i).head(nx);
  }
}

MatrixXd AccessoryMotion::answers_controls(const std::vector<Played::Instant>& instants) const {
  MatrixXd controls(played_.phase().control_count, static_cast<Eigen::Index>(instants.size()));
  for (int i = 0; i < controls.cols(); ++i) {
    controls.col(i) = played_.control_within(instants[i].interval, instants[i].fraction);
  }
  return controls;
}

void AccessoryMotion::fill(const std::vector<Played::Instant>& instants, const MatrixXd& states,
                           const MatrixXd& costates, const MatrixXd& controls) {
  const int nx = states_.states, nu = played_.phase().control_count;
  batch_.resize(function_->inputs(), function_->outputs(), static_cast<int>(instants.size()));
  for (int i = 0; i < batch_.knots(); ++i) {
    auto input = batch_.inputs.col(i);
    input.head(nx) = states.col(i);
    input.segment(nx, nu) = controls.col(i);
    input(nx + nu) = time(instants[i]);
    input.tail(free_numbers_.size()) =
        Eigen::Map<const VectorXd>(free_numbers_.data(), static_cast<Eigen::Index>(free_numbers_.size()));
    batch_.weights.col(i) = constant_weights_;
    batch_.weights.col(i).head(nx) = costates.col(i);
  }
}

void AccessoryMotion::look_at(const std::vector<Played::Instant>& instants) {
  look_at(instants, answers_controls(instants));
}

void AccessoryMotion::look_at(const std::vector<Played::Instant>& instants, const MatrixXd& controls) {
  const PhaseSolution& series = played_.series();
  const auto count = static_cast<Eigen::Index>(instants.size());
  MatrixXd x(states_.states, count), costates(states_.states, count);
  for (Eigen::Index i = 0; i < count; ++i) {
    const auto [k, s] = instants[i];
    const double h = played_.step(k);
    x.col(i) =
        hermite_cubic(series.states.col(k), series.states.col(k + 1), rates_.col(2 * k), rates_.col(2 * k + 1), h, s);
    costates.col(i) = hermite_cubic(series.costates.col(k), series.costates_before.col(k + 1),
                                    costate_rates_.col(2 * k), costate_rates_.col(2 * k + 1), h, s);
  }
  fill(instants, x, costates, controls);
  function_->evaluate(batch_, 0, static_cast<int>(count), Level::hessian);
}

bool AccessoryMotion::is_finite() const {
  return batch_.values.allFinite() && batch_.jacobians.allFinite() && batch_.hessians.allFinite();
}

bool AccessoryMotion::is_linear_in(int control) const {
  const int place = states_.states + control;
  return !function_->hessian_pattern()(place, place);
}

double AccessoryMotion::curvature(int i, int control) const {
  const int place = states_.states + control;
  return batch_.hessian(i)(place, place);
}

double AccessoryMotion::wish(int i, int control) const {
  const int place = states_.states + control;
  const double slope = batch_.jacobian(i).col(place).dot(batch_.weights.col(i)), curved = curvature(i, control);
  if (curved > 0.0) return batch_.inputs(place, i) - slope / curved;
  return slope > 0.0 ? -kInfinity : kInfinity;
}

/// How [x; u; t; numbers] move with the parameters [start time; end time; numbers].
MatrixXd AccessoryMotion::parameter_tangent(double time) const {
  const int time_row = states_.states + played_.phase().control_count;
  const int count = states_.size() - states_.parameter_row(), numbers = static_cast<int>(states_.numbers.size());
  const VectorXd& knots = played_.series().time;
  const double start = knots(0), end = knots(played_.intervals());
  MatrixXd tangent = MatrixXd::Zero(function_->inputs(), count);
  int column = 0;
  if (states_.start_time) tangent(time_row, column++) = (end - time) / (end - start);
  if (states_.end_time) tangent(time_row, column++) = (time - start) / (end - start);
  tangent.bottomRightCorner(numbers, numbers).setIdentity();
  return tangent;
}

/// How the rate of the clock does.
VectorXd AccessoryMotion::stretches() const {
  const VectorXd& knots = played_.series().time;
  const double duration = knots(played_.intervals()) - knots(0);
  VectorXd stretches = VectorXd::Zero(states_.size() - states_.parameter_row());
  int row = 0;
  if (states_.start_time) stretches(row++) = -1.0 / duration;
  if (states_.end_time) stretches(row++) = 1.0 / duration;
  return stretches;
}

VectorXd AccessoryMotion::rates(int i) const {
  VectorXd rates = VectorXd::Zero(states_.size());
  rates.head(states_.states) = batch_.values.col(i).head(states_.states);
  for (int row = states_.states; row < states_.parameter_row(); ++row) {
    rates(row) = batch_.values(outputs_.integral_row() + states_.integrals[row - states_.states], i);
  }
  return rates;
}

/// Of (1 + r'p) H(z + T p) by [x; integrals; p].
VectorXd AccessoryMotion::slopes(int i) const {
  const VectorXd own = gradient(i);
  const double time = batch_.inputs(states_.states + played_.phase().control_count, i);
  VectorXd slopes = VectorXd::Zero(states_.size());
  slopes.head(states_.states) = own.head(states_.states);
  slopes.tail(states_.size() - states_.parameter_row()) =
      parameter_tangent(time).transpose() * own + batch_.values.col(i).dot(batch_.weights.col(i)) * stretches();
  return slopes;
}

/// With parameters p the motion has the rates (1 + r'p) f(z + T p) and the Hamiltonian (1 + r'p) H(z + T p).
JacobiSystem AccessoryMotion::system(int i, const std::vector<int>& free_controls) const {
  const int nx = states_.states, first = states_.parameter_row(), n = states_.size(), count = n - first;
  const int controls = static_cast<int>(free_controls.size());
  const auto jacobian = batch_.jacobian(i), hessian = batch_.hessian(i);
  MatrixXd a = MatrixXd::Zero(n, n), b = MatrixXd::Zero(n, controls), q = MatrixXd::Zero(n, n), s = b;
  MatrixXd curvature(controls, controls);
  const auto copy_row = [&](int row, int output) {
    a.row(row).head(nx) = jacobian.row(output).head(nx);
    for (int j = 0; j < controls; ++j) b(row, j) = jacobian(output, nx + free_controls[j]);
  };
  for (int row = 0; row < nx; ++row) copy_row(row, row);
  for (int row = nx; row < first; ++row) copy_row(row, outputs_.integral_row() + states_.integrals[row - nx]);
  q.topLeftCorner(nx, nx) = hessian.topLeftCorner(nx, nx);
  for (int j = 0; j < controls; ++j) {
    s.col(j).head(nx) = hessian.col(nx + free_controls[j]).head(nx);
    for (int l = 0; l < controls; ++l) curvature(l, j) = hessian(nx + free_controls[l], nx + free_controls[j]);
  }
  if (count > 0) {
    const MatrixXd tangent = parameter_tangent(batch_.inputs(nx + played_.phase().control_count, i));
    const VectorXd r = stretches(), slopes = gradient(i);
    const MatrixXd rates = jacobian * tangent + batch_.values.col(i) * r.transpose();
    const MatrixXd pushes = hessian * tangent + slopes * r.transpose();
    a.topRightCorner(nx, count) = rates.topRows(nx);
    for (int row = nx; row < first; ++row) {
      a.row(row).tail(count) = rates.row(outputs_.integral_row() + states_.integrals[row - nx]);
    }
    q.topRightCorner(nx, count) = pushes.topRows(nx);
    q.bottomLeftCorner(count, nx) = pushes.topRows(nx).transpose();
    q.bottomRightCorner(count, count) = tangent.transpose() * pushes + r * (tangent.transpose() * slopes).transpose();
    for (int j = 0; j < controls; ++j) s.col(j).tail(count) = pushes.row(nx + free_controls[j]).transpose();
  }
  JacobiSystem system{MatrixXd::Zero(2 * n, 2 * n), MatrixXd::Zero(2 * n, 2 * n)};
  system.drift.topLeftCorner(n, n) = a;
  system.drift.bottomLeftCorner(n, n) = -q;
  system.drift.bottomRightCorner(n, n) = -a.transpose();
  if (controls == 0) return system;
  const VectorXd sizes = curvature.diagonal().cwiseAbs().cwiseSqrt();
  const MatrixXd unit = sizes.cwiseInverse().asDiagonal() * curvature * sizes.cwiseInverse().asDiagonal();
  const Eigen::LLT<MatrixXd> factor(unit);
  system.is_convex = factor.info() == Eigen::Success && factor.matrixLLT().diagonal().minCoeff() > 1e-5;
  MatrixXd left(2 * n, controls), right(2 * n, controls);
  left << b * sizes.cwiseInverse().asDiagonal(), -s * sizes.cwiseInverse().asDiagonal();
  right << s * sizes.cwiseInverse().asDiagonal(), b * sizes.cwiseInverse().asDiagonal();
  system.gain = -left * factor.solve(right.transpose());
  return system;
}

}  // namespace tandem
