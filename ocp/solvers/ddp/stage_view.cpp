#include <tandem/ocp/solvers/ddp/stage_view.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::ddp {
namespace {

constexpr double kMostShrinking = 0.25, kMostGrowing = 0.5;  // of a duration, by one step
constexpr double kLeastDuration = 1e-6;                      // so that one that is nothing grows again

}  // namespace

double StageView::time(const Eigen::VectorXd& z, int knot) const {
  const int phase = map_.phase(knot);
  const double start = nlp_.start_time(z, phase);
  return start + nlp_.mesh(phase).ends[map_.own_knot(knot)] * (nlp_.end_time(z, phase) - start);
}

// ---- values ---------------------------------------------------------------------------------------------------------

void StageView::fill_gaps(const Eigen::VectorXd& z, const Eigen::VectorXd& g, Eigen::MatrixXd& out) {
  out.resize(states(), steps());
  for (int i = 0; i < out.size(); ++i) out(i) = step_rows_[i] < 0 ? 0.0 : -g(step_rows_[i]);
  if (!ahead_.empty()) find_lengths(z);
  for (std::size_t i = 0; i < ahead_.size(); ++i) {
    const Ahead& one = ahead_[i];
    out(one.state, one.step) += ahead_lengths_[i] * out(one.velocity, one.step);
  }
}

void StageView::fill_equations(const Eigen::VectorXd& z, const Eigen::VectorXd& g, Eigen::VectorXd& out) const {
  out.resize(equations());
  for (int i = 0; i < equations(); ++i) {
    const Equation& equation = equations_[i];
    out(i) = (equation.row < 0 ? z(equation.unknown) : g(equation.row)) - equation.target;
  }
}

void StageView::evaluate(const Eigen::VectorXd& z, const AugmentedRows& rows, Values& out) {
  out.g.resize(nlp_.layout().constraints());  // read by rows of constraints only
  if (squares_only()) {
    out.gaps.resize(states(), steps());
    out.objective = squares_.values(z, out.gaps);
  } else {
    nlp_.constraints(z, out.g);
    out.objective = nlp_.objective(z);
    fill_gaps(z, out.g, out.gaps);
  }
  fill_equations(z, out.g, out.equations);
  out.augmented = rows.cost(z, out.g);
}

bool StageView::can_roll_out() const {
  if (nlp_.phases() > 1) return false;
  for (int k = 0; k < steps(); ++k) {
    if (implicit_.is_implicit(k) || map_.repeats_controls(k)) return false;
  }
  return true;
}

void StageView::close_gap(const Values& values, int step, Eigen::VectorXd& z) const {
  const int count = map_.states_of(step + 1);
  z.segment(map_.state_at(step + 1), count) += values.gaps.col(step).head(count);
}

void StageView::move(const Eigen::VectorXd& z, const LqStep& step, double length, Eigen::VectorXd& out) const {
  const auto go = [&](int first, int count, const double* by) {
    const double* const from = z.data() + first;
    double* const to = out.data() + first;
    for (int i = 0; i < count; ++i) to[i] = from[i] + length * by[i];
  };
  out = z;
  for (int k = 0; k <= steps(); ++k) go(map_.state_at(k), map_.states_of(k), step.states.col(k).data());
  for (int k = 0; k < steps(); ++k) go(map_.control_at(k), map_.controls_of(k), step.controls.col(k).data());
  out.tail(map_.border()) += length * step.border;
}

// ---- first and second order -----------------------------------------------------------------------------------------

void StageView::clear() {
  for (LqStage& stage : lq_.stages) {
    for (Eigen::MatrixXd* matrix : {&stage.A, &stage.B, &stage.C, &stage.Q, &stage.S, &stage.R, &stage.T, &stage.U}) {
      std::fill_n(matrix->data(), matrix->size(), 0.0);
    }
  }
  for (Eigen::MatrixXd* matrix : {&lq_.Q, &lq_.T, &lq_.Y, &lq_.E, &lq_.F, &lq_.G}) matrix->setZero();
  implicit_.clear();
}

const LqProblem& StageView::linearise(const Eigen::VectorXd& z, const Values& values, Duals& duals, AugmentedRows& rows,
                                      Curvature curvature) {
  rows.look(z, values.g);
  if (curvature == Curvature::gauss_newton && squares_only()) {
    if (!ahead_.empty()) find_lengths(z);
    squares_.linearise(z, lq_);
  } else {
    linearise_blocks(z, duals, rows, curvature);
    if (singular_step() >= 0) return lq_;
  }
  for (int i = 0; i < equations(); ++i) {
    const Equation& equation = equations_[i];
    if (equation.row < 0) lq_.E(i, map_.local(equation.knot, equation.unknown)) = 1.0;
  }
  for (int i = 0; i < rows.size(); ++i) {
    if (rows.push(i) != 0.0) add_row(rows[i], rows.push(i), rows.weight(), row_entries_[i]);
  }
  implicit_.put_in(lq_);
  set_gaps(values);
  fill_boxes(z);
  return lq_;
}

/// From the blocks of the StagedNlp.
void StageView::linearise_blocks(const Eigen::VectorXd& z, Duals& duals, const AugmentedRows& rows,
                                 Curvature curvature) {
  clear();
  linearise_steps(z);
  fill_costs(z);
  for (int k = 0; k < steps(); ++k) {
    const int count = map_.controls_of(k);
    if (map_.repeats_controls(k)) lq_.stages[k].B.block(map_.repeated_at(k), 0, count, count).setIdentity();
  }
  implicit_.solve_for_ends(lq_);
  if (singular_step() >= 0) return;
  for (int k = 0; k < duals.of_gaps.cols(); ++k) {
    if (implicit_.is_implicit(k)) duals.costates.col(k + 1) = implicit_.from_step(k, duals.of_gaps.col(k));
  }
  fill_multipliers(duals, rows, multipliers_);
  if (curvature == Curvature::gauss_newton) {
    for (const int row : step_rows_) {
      if (row >= 0) multipliers_(row) = 0.0;
    }
  }
  const bool by_squares = curvature == Curvature::gauss_newton && squares_.serve();
  if (by_squares) squares_.add_hessians(z, lq_);
  if (!by_squares || !multipliers_.isZero(0.0)) add_hessian(z, by_squares ? 0.0 : 1.0);
}

void StageView::linearise_steps(const Eigen::VectorXd& z) {
  nlp_.jacobian(z, jacobian_);
  for (const Place& place : jacobian_places_) *place.place.to += place.sign * jacobian_[place.source];
  if (ahead_.empty()) return;
  find_lengths(z);
  put_velocities_ahead();
}

bool StageView::has_ends(const Eigen::VectorXd& z) {
  if (!implicit_.any()) return true;
  nlp_.jacobian(z, jacobian_);
  implicit_.begin_trial();
  for (const NextPlace& one : next_places_) {
    implicit_.trial_by_next(one.step, one.row, one.next) += jacobian_[one.source];
  }
  return implicit_.trial_has_ends();
}

int StageView::row_without_derivative(const Eigen::VectorXd& z) {
  if (rows_.size() == 0) return -1;
  nlp_.jacobian(z, jacobian_);
  for (int i = 0; i < rows_.size(); ++i) {
    for (const RowEntry& entry : row_entries_[i]) {
      if (entry.source >= 0 && !std::isfinite(jacobian_[entry.source])) return i;
    }
  }
  return -1;
}

/// Of the Lagrangian with the multipliers as they are.
void StageView::add_hessian(const Eigen::VectorXd& z, double objective_factor) {
  nlp_.hessian(z, objective_factor, multipliers_, hessian_);
  for (const Place& place : hessian_places_) {
    *place.place.to += hessian_[place.source];
    if (place.place.mirror != nullptr) *place.place.mirror += hessian_[place.source];
  }
}

void StageView::find_lengths(const Eigen::VectorXd& z) {
  if (map_.border() == 0 && !ahead_lengths_.empty() && ahead_lengths_.front() > 0.0) return;  // fixed times
  int phase = -1;
  double duration = 0.0;
  for (std::size_t i = 0; i < ahead_.size(); ++i) {
    const int step = ahead_[i].step;
    if (map_.phase(step) != phase) {
      phase = map_.phase(step);
      duration = nlp_.end_time(z, phase) - nlp_.start_time(z, phase);
    }
    ahead_lengths_[i] = duration * nlp_.mesh(phase).length(map_.own_knot(step));
  }
}

/// q+ = q + h v+ with v+ = F_v: rows of q take those of their velocities.
void StageView::put_velocities_ahead() {
  const auto add_row = [](Eigen::MatrixXd& by, int to, int from, double h) {
    for (Eigen::Index j = 0; j < by.cols(); ++j) by(to, j) += h * by(from, j);
  };
  for (std::size_t i = 0; i < ahead_.size(); ++i) {
    const Ahead& one = ahead_[i];
    LqStage& lq = lq_.stages[one.step];
    for (Eigen::MatrixXd* by : {&lq.A, &lq.B, &lq.C}) add_row(*by, one.state, one.velocity, ahead_lengths_[i]);
  }
}

void StageView::set_gaps(const Values& values, const Values* more) {
  const double* gap = values.gaps.data();
  const double* further = more == nullptr ? nullptr : more->gaps.data();
  const int count = states();
  for (int k = 0; k < steps(); ++k, gap += count) {
    LqStage& stage = lq_.stages[k];
    double* const c = stage.c.data();
    for (int i = 0; i < count; ++i) c[i] = gap[i];
    if (further != nullptr) {
      for (int i = 0; i < count; ++i) c[i] += further[i];
      further += count;
    }
    if (implicit_.is_implicit(k)) implicit_.set_gap(k, stage);
  }
  lq_.e = values.equations;
  if (more != nullptr) lq_.e += more->equations;
}

/// Gradients of the cost. A repeated control counts as the state that repeats it.
void StageView::fill_costs(const Eigen::VectorXd& z) {
  nlp_.gradient(z, gradient_);
  for (int k = 0; k <= steps(); ++k) {
    Eigen::VectorXd& q = k < steps() ? lq_.stages[k].q : lq_.q;
    q.setZero();
    q.head(map_.states_of(k)) = gradient_.segment(map_.state_at(k), map_.states_of(k));
    if (k == steps()) break;
    Eigen::VectorXd& r = lq_.stages[k].r;
    r.setZero();
    if (map_.repeats_controls(k)) continue;
    r.head(map_.controls_of(k)) = gradient_.segment(map_.control_at(k), map_.controls_of(k));
  }
  lq_.y = gradient_.tail(map_.border());
}

/// Boxes about z; what is past a step's own controls is held at 0.
void StageView::fill_boxes(const Eigen::VectorXd& z) {
  const Eigen::VectorXd &lowers = nlp_.lower(), &uppers = nlp_.upper();
  const auto fill = [&](int first, int count, Eigen::VectorXd& lower, Eigen::VectorXd& upper) {
    for (int i = 0; i < count; ++i) {
      lower(i) = lowers(first + i) - z(first + i);
      upper(i) = uppers(first + i) - z(first + i);
    }
    for (Eigen::Index i = count; i < lower.size(); ++i) lower(i) = upper(i) = 0.0;
  };
  for (int k = 0; k < steps(); ++k) {
    fill(map_.control_at(k), map_.controls_of(k), lq_.stages[k].lower, lq_.stages[k].upper);
  }
  fill(map_.state_at(0), map_.states_of(0), lq_.start_lower, lq_.start_upper);
  fill(map_.border_at(), map_.border(), lq_.border_lower, lq_.border_upper);
  limit_times(z);
}

/// A step moves a free time by no more than a part of the phase's duration: what the steps make of a time is far from
/// linear, and a linear-quadratic problem that trades time for gaps goes to the time's bound at once. A time that is
/// outside its bounds goes that far towards them.
void StageView::limit_times(const Eigen::VectorXd& z) {
  for (int p = 0; p < nlp_.phases(); ++p) {
    const double duration = std::max(std::abs(nlp_.end_time(z, p) - nlp_.start_time(z, p)), kLeastDuration);
    for (const int at : {nlp_.layout(p).start_time(), nlp_.layout(p).end_time()}) {
      if (at < 0) continue;
      const int i = at - map_.border_at();
      for (double* const bound : {&lq_.border_lower(i), &lq_.border_upper(i)}) {
        *bound = std::clamp(*bound, -kMostShrinking * duration, kMostGrowing * duration);
      }
    }
  }
}

/// Adds t c_z to the gradient and rho c_z' c_z to the Hessian; t's share of c's curvature is in the Lagrangian's.
void StageView::add_row(const AugmentedRow& row, double push, double weight, const std::vector<RowEntry>& entries) {
  const auto value = [&](const RowEntry& entry) { return entry.source < 0 ? 1.0 : jacobian_[entry.source]; };
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const double slope = value(entries[i]);
    *wide_place(row.knot, entries[i].local) += push * slope;
    for (std::size_t j = 0; j <= i; ++j) {
      const LqPlace place = wide_place(row.knot, entries[i].local, entries[j].local);
      *place.to += weight * slope * value(entries[j]);
      if (place.mirror != nullptr) *place.mirror += weight * slope * value(entries[j]);
    }
  }
}

}  // namespace tandem::ddp
