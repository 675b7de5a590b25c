#include <tandem/ocp/answers/least_hamiltonian.hpp>

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

/// The quadratic model of H + mu'c over the curved controls, with path constraints to first order.
BoxModel LeastHamiltonian::model_at(int lane, const Eigen::VectorXd& u) const {
  const int n = static_cast<int>(curved_.size()), nx = flow_.states(), rows = static_cast<int>(mixed_.size());
  const Eigen::MatrixXd curvature = flow_.control_curvature(lane);
  BoxModel model;
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

/// The step and what the model says that it brings.
double LeastHamiltonian::step(int lane, Eigen::MatrixXd& u) const {
  if (curved_.size() == 1 && mixed_.empty() && !flow_.is_implicit()) {  // one number: nothing to build
    const int control = curved_[0];
    const double slope = flow_.gradients()(flow_.states() + control, lane);
    const double bend = std::abs(flow_.control_curvature(lane, control, control)), at = u(control, lane);
    double to = at - slope / bend;
    if (!(bend > 0.0)) to = slope == 0.0 ? at : (slope > 0.0 ? lower_(control) : upper_(control));
    if (!std::isfinite(to)) return 0.0;
    to = std::clamp(to, std::min(lower_(control), at), std::max(upper_(control), at));
    const double d = to - at;
    u(control, lane) = to;
    return -d * (slope + 0.5 * flow_.control_curvature(lane, control, control) * d);
  }
  const BoxModel model = model_at(lane, u.col(lane));
  const Eigen::VectorXd d = least_step(model);
  for (std::size_t i = 0; i < curved_.size(); ++i) u(curved_[i], lane) += d(static_cast<int>(i));
  return model.decrease(d);
}

/// Where H is less at one of nine places than at the answer's control, by more than rounding.
void LeastHamiltonian::look_around(const Eigen::ArrayXd& noise, Eigen::MatrixXd& from, Eigen::ArrayXd& at_from) {
  const int control = curved_[0];
  const Eigen::MatrixXd stored = from;
  for (int place = 0; place < kPlaces; ++place) {
    Eigen::MatrixXd there = stored;
    there.row(control).setConstant(lower_(control) + (upper_(control) - lower_(control)) * place / (kPlaces - 1));
    const Eigen::ArrayXd values = values_at(there);
    for (int lane = 0; lane < flow_.lanes(); ++lane) {
      if (!(values(lane) < at_from(lane) - noise(lane))) continue;
      at_from(lane) = values(lane);
      from.col(lane) = there.col(lane);
    }
  }
}

void LeastHamiltonian::measure_curved(const Eigen::MatrixXd& costates, bool look_everywhere, Excess& found) {
  const int lanes = flow_.lanes();
  Eigen::MatrixXd from = flow_.placed_controls();
  Eigen::ArrayXd at_from(lanes), noise(lanes);
  for (int lane = 0; lane < lanes; ++lane) {
    at_from(lane) = flow_.hamiltonian(lane);
    noise(lane) = 1e-14 * flow_.largest_term(lane);
  }
  const Eigen::ArrayXd at_stored = at_from;
  flow_.keep();
  bool moved = flow_.is_implicit();  // the flow's derivatives are not those of the answer's control any more
  if (look_everywhere && curved_.size() == 1 && mixed_.empty() && bounded_[curved_[0]]) {
    look_around(noise, from, at_from);
    flow_.restore();
    if ((at_from < at_stored).any()) {
      moved = found.elsewhere = true;
      evaluate_at(from, costates);
    }
  }
  found.curved = (at_stored - at_from).max(0.0);
  std::vector<bool> done(lanes, false);
  for (int round = 0; round < kNewtonSteps; ++round) {
    flow_.evaluate_hessians();
    Eigen::MatrixXd to = from;
    Eigen::ArrayXd predicted = Eigen::ArrayXd::Zero(lanes);
    for (int lane = 0; lane < lanes; ++lane) {
      if (!done[lane]) predicted(lane) = step(lane, to);
    }
    judge(predicted, values_at(to), noise, to, from, at_from, found.curved, done);
    if (round + 1 == kNewtonSteps || std::all_of(done.begin(), done.end(), [](bool one) { return one; })) break;
    moved = true;
    evaluate_at(from, costates);
  }
  flow_.restore();
  if (!moved) return;
  flow_.evaluate(Level::jacobian);
  flow_.weigh(costates);
}

void LeastHamiltonian::evaluate_at(const Eigen::MatrixXd& u, const Eigen::MatrixXd& costates) {
  flow_.replace_controls(u);
  flow_.evaluate(Level::jacobian);
  flow_.weigh(costates);
}

/// Takes each lane's step where H falls by it; a lane is done where model and values agree, or differences of H cannot
/// tell, or the model reaches too far.
void LeastHamiltonian::judge(const Eigen::ArrayXd& predicted, const Eigen::ArrayXd& values, const Eigen::ArrayXd& noise,
                             const Eigen::MatrixXd& to, Eigen::MatrixXd& from, Eigen::ArrayXd& at_from,
                             Eigen::ArrayXd& gained, std::vector<bool>& done) {
  for (int lane = 0; lane < values.size(); ++lane) {
    if (done[lane]) continue;
    const double decrease = at_from(lane) - values(lane);
    if (predicted(lane) <= 100.0 * noise(lane)) {
      gained(lane) += std::max(predicted(lane), 0.0);
      done[lane] = true;
    } else if (std::isfinite(decrease) && decrease > 0.0) {
      gained(lane) += decrease;
      at_from(lane) = values(lane);
      from.col(lane) = to.col(lane);
      done[lane] = std::abs(decrease - predicted(lane)) <= 0.1 * predicted(lane);
    } else {  // half the step would bring at least a quarter of what the model says
      gained(lane) = std::max(gained(lane), 0.25 * predicted(lane));
      done[lane] = true;
    }
  }
}

}  // namespace tandem
