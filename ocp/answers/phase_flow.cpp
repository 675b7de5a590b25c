#include <tandem/ocp/answers/phase_flow.hpp>

#include <tandem/core/eigen_factors.hpp>
#include <tandem/ocp/transcription/collocation.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace tandem {
namespace {

constexpr int kMostNewtonSteps = 12;

}  // namespace

PhaseFlow::PhaseFlow(const Played& played, KnotFunction& function, std::vector<int> free_numbers, double sign,
                     std::vector<double> integral_multipliers)
    : played_(played),
      function_(function),
      free_numbers_(std::move(free_numbers)),
      outputs_(played.phase()),
      sign_(sign),
      integral_multipliers_(std::move(integral_multipliers)),
      is_implicit_(static_cast<bool>(played.phase().implicit_rates)) {
  classify_paths();
  batch_.resize(function.inputs(), function.outputs(), kMostLanes);
  gradients_.setZero(function.inputs(), kMostLanes);
  for (int i = 0; i < numbers(); ++i) {
    batch_.inputs.row(states() + controls() + 1 + i).setConstant(played.numbers()[free_numbers_[i]]);
  }
}

void PhaseFlow::classify_paths() {
  const auto by_controls = function_.jacobian_pattern().middleCols(states(), controls());
  for (int row = 0; row < outputs_.paths; ++row) {
    const bool residual = phase().path_constraints[row].is_residual;
    if (residual && first_residual_ < 0) first_residual_ = row;
    const bool mixed = !residual && by_controls.row(outputs_.path_row() + row).any();
    has_mixed_paths_ = has_mixed_paths_ || mixed;
    path_kinds_.push_back(residual ? PathKind::residual : (mixed ? PathKind::mixed : PathKind::of_states));
  }
}

void PhaseFlow::choose(std::span<const int> intervals) { intervals_.assign(intervals.begin(), intervals.end()); }

void PhaseFlow::place(const Eigen::MatrixXd& x, const Eigen::ArrayXd& fractions, bool within) {
  fractions_ = fractions;
  batch_.inputs.topRows(states()).leftCols(lanes()) = x;
  for (int lane = 0; lane < lanes(); ++lane) {
    auto u = batch_.inputs.col(lane).segment(states(), controls());
    played_.control_into(intervals_[lane], fractions(lane), within, u);
    batch_.inputs(states() + controls(), lane) = played_.time(intervals_[lane], fractions(lane));
  }
}

void PhaseFlow::replace_controls(const Eigen::MatrixXd& u) {
  batch_.inputs.middleRows(states(), true_controls()).leftCols(lanes()) = u;
}

void PhaseFlow::evaluate(Level level) {
  if (is_implicit_) return solve_rates();
  function_.evaluate(batch_, 0, lanes(), level);
}

/// Newton's method on 0 = F(x, r, u): the rates r are the last controls. Jacobians are there at the end.
void PhaseFlow::solve_rates() {
  const int nx = states(), first = nx + true_controls(), rows = outputs_.path_row() + first_residual_;
  for (int step = 0; step < kMostNewtonSteps; ++step) {
    function_.evaluate(batch_, 0, lanes(), Level::jacobian);
    bool moved = false;
    for (int lane = 0; lane < lanes(); ++lane) {
      auto r = batch_.inputs.col(lane).segment(first, nx);
      const Eigen::MatrixXd by_rates = batch_.jacobian(lane).block(rows, first, nx, nx);
      const Eigen::VectorXd dr = -by_rates.partialPivLu().solve(batch_.values.col(lane).segment(rows, nx));
      moved = moved || !(dr.cwiseAbs().maxCoeff() <= 1e-14 * r.cwiseAbs().maxCoeff());
      r += dr;
    }
    if (!moved) return;
  }
  function_.evaluate(batch_, 0, lanes(), Level::jacobian);
}

double PhaseFlow::integrals_cost(int lane) const {
  double sum = 0.0;
  for (int i = 0; i < outputs_.integrals; ++i) sum += integral_multipliers_[i] * integrand(lane, i);
  return sum;
}

/// Where all points of an interval are its own, or controls stand in the constraint, the polynomial through the points;
/// else knots are not this interval's, and what its own points hold is spread over it.
double PhaseFlow::path_multiplier(int interval, double fraction, int row) const {
  const Tableau& tableau = played_.tableau();
  const int points = tableau.point_count();
  const auto own = played_.series().path_multipliers.row(row).segment(interval * points, points);
  const bool all_own = tableau.left_point < 0 && tableau.right_point < 0;
  if (!tableau.discrete && (all_own || path_kinds_[row] != PathKind::of_states)) {
    return lagrange_basis(tableau.points, fraction).dot(own);
  }
  double sum = 0.0;
  for (int j = 0; j < points; ++j) {
    if (!tableau.is_shared(j) && tableau.holds_paths(j)) sum += tableau.weights(j) * own(j);
  }
  return sum;
}

void PhaseFlow::weigh(const Eigen::MatrixXd& costates) {
  auto weights = batch_.weights.leftCols(lanes());
  weights.topRows(states()) = costates;
  if (outputs_.costs > 0) weights.row(outputs_.cost_row()).setConstant(sign_);
  for (int i = 0; i < outputs_.integrals; ++i) {
    weights.row(outputs_.integral_row() + i).setConstant(integral_multipliers_[i]);
  }
  for (int lane = 0; lane < lanes(); ++lane) {
    for (int row = 0; row < outputs_.paths; ++row) {
      weights(outputs_.path_row() + row, lane) =
          path_kinds_[row] == PathKind::residual ? 0.0 : path_multiplier(intervals_[lane], fractions_(lane), row);
    }
    if (is_implicit_) eliminate_residuals(lane);
    gradients_.col(lane).noalias() = batch_.jacobian(lane).transpose() * weights.col(lane);
  }
}

/// mu of the residuals from dH/dr = 0: F_r' mu = -(lambda + L_r + ...).
void PhaseFlow::eliminate_residuals(int lane) {
  const int nx = states(), first = nx + true_controls(), rows = outputs_.path_row() + first_residual_;
  const auto jacobian = batch_.jacobian(lane);
  const Eigen::VectorXd push = jacobian.middleCols(first, nx).transpose() * batch_.weights.col(lane);
  const Eigen::MatrixXd by_rates = jacobian.block(rows, first, nx, nx).transpose();
  batch_.weights.col(lane).segment(rows, nx) = -by_rates.partialPivLu().solve(push);
}

double PhaseFlow::hamiltonian(int lane) const {
  double sum = cost(lane);
  for (int i = 0; i < states(); ++i) sum += batch_.weights(i, lane) * batch_.values(i, lane);
  return sum;
}

double PhaseFlow::largest_term(int lane) const {
  double most = std::abs(running_cost(lane));
  for (int i = 0; i < states(); ++i) most = std::max(most, std::abs(batch_.weights(i, lane) * batch_.values(i, lane)));
  for (int i = 0; i < outputs_.integrals; ++i) {
    most = std::max(most, std::abs(integral_multipliers_[i] * integrand(lane, i)));
  }
  return most;
}

/// With implicit dynamics rates follow states: -F_r^-1 F_x.
Eigen::MatrixXd PhaseFlow::rates_by_state(int lane) const {
  const int nx = states();
  const auto jacobian = batch_.jacobian(lane);
  if (!is_implicit_) return jacobian.topLeftCorner(nx, nx);
  const auto residual = jacobian.middleRows(outputs_.path_row() + first_residual_, nx);
  const Eigen::MatrixXd by_rates = residual.middleCols(nx + true_controls(), nx);
  return -by_rates.partialPivLu().solve(Eigen::MatrixXd(residual.leftCols(nx)));
}

void PhaseFlow::evaluate_hessians() { function_.evaluate(batch_, 0, lanes(), Level::hessian); }

/// With implicit dynamics rates follow controls: Z' H Z, Z = [I; -F_r^-1 F_u].
Eigen::MatrixXd PhaseFlow::control_curvature(int lane) const {
  const int nx = states(), nu = true_controls();
  const auto hessian = batch_.hessian(lane).block(nx, nx, controls(), controls());
  if (!is_implicit_) return hessian;
  const int rows = outputs_.path_row() + first_residual_;
  const auto by_controls = batch_.jacobian(lane).middleRows(rows, nx);
  const Eigen::MatrixXd by_rates = by_controls.middleCols(nx + nu, nx);
  Eigen::MatrixXd tangent = Eigen::MatrixXd::Zero(controls(), nu);
  tangent.topRows(nu).setIdentity();
  tangent.bottomRows(nx) = -by_rates.partialPivLu().solve(Eigen::MatrixXd(by_controls.middleCols(nx, nu)));
  return tangent.transpose() * hessian * tangent;
}

}  // namespace tandem
