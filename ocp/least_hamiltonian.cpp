#include <tandem/ocp/least_hamiltonian.hpp>

#include <tandem/ocp/box_model.hpp>

#include <Eigen/Core>

#include <algorithm>
#include <cmath>

namespace tandem {
namespace {

constexpr int kPlaces = 9;  // of a single bounded control
constexpr int kNewtonSteps = 4;

}  // namespace

LeastHamiltonian::LeastHamiltonian(PhaseFlow& flow) : flow_(flow) {
  const int nu = flow.true_controls(), nx = flow.states();
  const BoolMatrix& pattern = flow.function().hessian_pattern();
  const Played& played = flow.played();
  lower_.resize(nu);
  upper_.resize(nu);
  for (int i = 0; i < nu; ++i) {
    const Control& control = flow.phase().controls[i];
    bool curved = flow.is_implicit();
    for (int j = 0; j < nu; ++j) curved = curved || pattern(nx + std::max(i, j), nx + std::min(i, j));
    affine_.push_back(!curved);
    any_affine_ = any_affine_ || !curved;
    if (curved) curved_.push_back(i);
    lower_(i) = control.range().lower.at(played.numbers());
    upper_(i) = control.range().upper.at(played.numbers());
    bounded_.push_back(std::isfinite(lower_(i)) && std::isfinite(upper_(i)));
    const auto u = played.series().controls.row(i);
    const double reach = std::max(u.maxCoeff() - u.minCoeff(), 1e-3 * u.cwiseAbs().maxCoeff());
    if (!curved && !std::isfinite(lower_(i))) lower_(i) = u.minCoeff() - reach;
    if (!curved && !std::isfinite(upper_(i))) upper_(i) = u.maxCoeff() + reach;
  }
  any_curved_ = !curved_.empty();
  for (int row = 0; row < flow.outputs().paths; ++row) {
    if (flow.path_kind(row) == PathKind::mixed) mixed_.push_back(row);
  }
  if (!mixed_.empty()) {  // what ties controls together is seen by the model of all of them
    std::fill(affine_.begin(), affine_.end(), false);
    any_affine_ = false;
    any_curved_ = true;
    curved_.clear();
    for (int i = 0; i < nu; ++i) curved_.push_back(i);
  }
}

Excess LeastHamiltonian::measure(const Eigen::MatrixXd& costates, bool look_everywhere) {
  flow_.weigh(costates);
  Excess found{Eigen::ArrayXXd::Zero(flow_.true_controls(), flow_.lanes()), Eigen::ArrayXd::Zero(flow_.lanes()),
               flow_.gradients().middleRows(flow_.states(), flow_.true_controls()).leftCols(flow_.lanes())};
  measure_affine(found);
  if (any_curved_) measure_curved(costates, look_everywhere, found);
  return found;
}

/// H_u (u - v), v the end of the range that H_u points away from.
void LeastHamiltonian::measure_affine(Excess& found) const {
  const auto u = flow_.placed_controls();
  for (int i = 0; i < u.rows(); ++i) {
    if (!affine_[i]) continue;
    for (int lane = 0; lane < flow_.lanes(); ++lane) {
      const double slope = found.switching(i, lane);
      if (slope == 0.0) continue;
      found.affine(i, lane) = slope * (u(i, lane) - (slope > 0.0 ? lower_(i) : upper_(i)));
    }
  }
}

/// H at other controls of the lanes; the last Jacobians and weights stay as they are.
Eigen::ArrayXd LeastHamiltonian::values_at(const Eigen::MatrixXd& u) {
  flow_.replace_controls(u);
  flow_.evaluate(Level::values);
  Eigen::ArrayXd values(flow_.lanes());
  for (int lane = 0; lane < flow_.lanes(); ++lane) values(lane) = flow_.hamiltonian(lane);
  return values;
}

struct LeastHamiltonian::Model : BoxModel {};

/// The quadratic model of H + mu'c over the curved controls, with path constraints to first order.
LeastHamiltonian::Model LeastHamiltonian::model_at(int lane, const Eigen::VectorXd& u) const {
  const int n = static_cast<int>(curved_.size()), nx = flow_.states(), rows = static_cast<int>(mixed_.size());
  const Eigen::MatrixXd curvature = flow_.control_curvature(lane);
  Model model;
  model.gradient.resize(n);
  model.curvature.resize(n, n);
  model.lower.resize(n);
  model.upper.resize(n);
  for (int i = 0; i < n; ++i) {
    const int control = curved_[i];
    model.gradient(i) = flow_.gradients()(nx + control, lane);
    model.lower(i) = std::min(lower_(control) - u(control), 0.0);
    model.upper(i) = std::max(upper_(control) - u(control), 0.0);
    for (int j = 0; j < n; ++j) model.curvature(i, j) = curvature(control, curved_[j]);
  }
  model.rows.resize(rows, n);
  model.row_lower.resize(rows);
  model.row_upper.resize(rows);
  for (int r = 0; r < rows; ++r) {
    const Range& range = flow_.phase().path_constraints[mixed_[r]].bounds;
    const double value = flow_.path(lane, mixed_[r]);
    const auto slopes = flow_.jacobian(lane).row(flow_.outputs().path_row() + mixed_[r]);
    for (int i = 0; i < n; ++i) model.rows(r, i) = slopes(nx + curved_[i]);
    model.row_lower(r) = std::min(range.lower.at(flow_.played().numbers()) - value, 0.0);
    model.row_upper(r) = std::max(range.upper.at(flow_.played().numbers()) - value, 0.0);
    // the gradient of H alone: the model has the constraints themselves
    model.gradient -= flow_.path_weight(lane, mixed_[r]) * model.rows.row(r).transpose();
  }
  return model;
}

void LeastHamiltonian::measure_curved(const Eigen::MatrixXd& costates, bool look_everywhere, Excess& found) {
  const int lanes = flow_.lanes();
  const Eigen::MatrixXd stored = flow_.placed_controls();
  Eigen::MatrixXd from = stored;
  Eigen::ArrayXd at_stored(lanes), noise(lanes), at_from(lanes);
  for (int lane = 0; lane < lanes; ++lane) {
    at_stored(lane) = flow_.hamiltonian(lane);
    noise(lane) = 1e-14 * flow_.largest_term(lane);
  }
  at_from = at_stored;
  if (look_everywhere && curved_.size() == 1 && mixed_.empty() && bounded_[curved_[0]]) {
    const int control = curved_[0];
    for (int place = 0; place < kPlaces; ++place) {
      Eigen::MatrixXd there = stored;
      there.row(control).setConstant(lower_(control) + (upper_(control) - lower_(control)) * place / (kPlaces - 1));
      const Eigen::ArrayXd values = values_at(there);
      for (int lane = 0; lane < lanes; ++lane) {
        if (!(values(lane) < at_from(lane) - noise(lane))) continue;
        at_from(lane) = values(lane);
        from.col(lane) = there.col(lane);
      }
    }
    flow_.replace_controls(from);
    flow_.evaluate(Level::jacobian);
    flow_.weigh(costates);
  }
  found.curved = (at_stored - at_from).max(0.0);
  std::vector<bool> done(lanes, false);
  for (int step = 0; step < kNewtonSteps && !std::all_of(done.begin(), done.end(), [](bool one) { return one; });
       ++step) {
    flow_.evaluate_hessians();
    Eigen::MatrixXd to = from;
    Eigen::ArrayXd predicted = Eigen::ArrayXd::Zero(lanes);
    for (int lane = 0; lane < lanes; ++lane) {
      if (done[lane]) continue;
      const Model model = model_at(lane, from.col(lane));
      const Eigen::VectorXd d = least_step(model);
      predicted(lane) = model.decrease(d);
      for (std::size_t i = 0; i < curved_.size(); ++i) to(curved_[i], lane) += d(static_cast<int>(i));
    }
    const Eigen::ArrayXd values = values_at(to);
    for (int lane = 0; lane < lanes; ++lane) {
      if (done[lane]) continue;
      const double decrease = at_from(lane) - values(lane);
      const double gained = found.curved(lane);
      if (predicted(lane) <= noise(lane) * 100.0) {  // below what differences of H can tell
        found.curved(lane) = gained + std::max(predicted(lane), 0.0);
        done[lane] = true;
      } else if (std::isfinite(decrease) && decrease > 0.0) {
        found.curved(lane) = gained + decrease;
        at_from(lane) = values(lane);
        from.col(lane) = to.col(lane);
        done[lane] = std::abs(decrease - predicted(lane)) <= 0.1 * predicted(lane);
      } else {  // the model reaches too far: half the step, judged by its first half
        found.curved(lane) = std::max(gained, 0.25 * predicted(lane));
        done[lane] = true;
      }
    }
    if (step + 1 == kNewtonSteps) break;
    flow_.replace_controls(from);
    flow_.evaluate(Level::jacobian);
    flow_.weigh(costates);
  }
  flow_.replace_controls(stored);
  flow_.evaluate(Level::jacobian);
  flow_.weigh(costates);
}

}  // namespace tandem
