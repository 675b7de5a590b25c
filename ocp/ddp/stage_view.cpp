#include <tandem/ocp/ddp/stage_view.hpp>

#include <tandem/core/error.hpp>

#include <algorithm>
#include <cmath>

namespace tandem::ddp {
namespace {

void refuse_unsupported(const StagedNlp& nlp) {
  const std::string& name = nlp.problem().name();
  const std::string& transcription = nlp.mesh().tableau.name;
  require(nlp.phases() == 1, "problem '{}' has {} phases; DDP takes one", name, nlp.phases());
  require(nlp.problem().linkages().empty(), "problem '{}': DDP takes no linkages, such as '{}'", name,
          nlp.problem().linkages().empty() ? "" : nlp.problem().linkages().front().name);
  for (int i = 0; i < nlp.layout().free_numbers(); ++i) {
    refuse("problem '{}': DDP takes no design numbers, such as '{}'", name,
           nlp.problem().numbers()[nlp.problem().design_numbers()[i]].name);
  }
  require(nlp.layout(0).border() == 0 && !nlp.layout(0).has_duration_row(),
          "problem '{}': DDP takes fixed start and end times; those of phase '{}' are free", name, nlp.phase().name);
  require(!nlp.phase().implicit_rates, "problem '{}': DDP takes explicit dynamics; those of phase '{}' are implicit",
          name, nlp.phase().name);
  require(nlp.mesh().tableau.discrete,
          "problem '{}': DDP takes transcriptions of one explicit step an interval, shooting-rk4, not {}", name,
          transcription);
  require(nlp.phase().control_count > 0, "problem '{}' has no control for DDP to choose", name);
}

int state_count(const PhaseLayout& layout) {
  return layout.states() + (layout.has_knot_controls() ? layout.controls() : 0) + layout.integrals();
}

/// How many end conditions there are: given end states and equations among the end constraints.
int end_count(const StagedNlp& nlp) {
  const PhaseLayout& layout = nlp.layout(0);
  const int last = layout.state(layout.intervals());
  int count = 0;
  for (int i = 0; i < state_count(layout); ++i) {
    const int past = i - layout.states();
    const bool is_control = layout.has_knot_controls() && past >= 0 && past < layout.controls();
    count += !is_control && nlp.lower()(last + i) == nlp.upper()(last + i);
  }
  for (int i = 0; i < layout.end_constraints(); ++i) {
    const int row = layout.end_constraint() + i;
    count += nlp.constraint_lower()(row) == nlp.constraint_upper()(row);
  }
  return count;
}

const StagedNlp& supported(const StagedNlp& nlp) {
  refuse_unsupported(nlp);
  return nlp;
}

}  // namespace

StageView::StageView(StagedNlp& nlp)
    : nlp_(nlp),
      layout_(supported(nlp).layout(0)),
      states_(state_count(layout_)),
      controls_(layout_.controls()),
      steps_(layout_.intervals()),
      lq_(states_, controls_, steps_, end_count(nlp)) {
  place_controls();
  collect_ends();
  collect_rows();
  place_jacobian();
  place_hessian();
  jacobian_.resize(nlp_.jacobian_pattern().size());
  hessian_.resize(nlp_.hessian_pattern().size());
  gradient_.setZero(nlp_.layout().variables());
  multipliers_.setZero(nlp_.layout().constraints());
  row_values_.setZero(states_ + controls_);
}

std::string StageView::state_name(int i) const {
  const Phase& phase = nlp_.phase();
  if (i < layout_.states()) return "state '" + phase.states[i].name + "'";
  i -= layout_.states();
  if (repeats_controls() && i < controls_) return "control '" + phase.controls[i].name + "'";
  return "integral '" + phase.integral_constraints[i - (repeats_controls() ? controls_ : 0)].name + "'";
}

std::string StageView::end_name(int row) const {
  const EndCondition& end = ends_[row];
  if (end.row < 0) return state_name(end.unknown - state_at(steps_, 0));
  return "end constraint '" + nlp_.phase().end_constraints[end.row - layout_.end_constraint()].name + "'";
}

double StageView::time(const Eigen::VectorXd& z, int knot) const {
  const double start = nlp_.start_time(z);
  return start + nlp_.mesh().ends[knot] * (nlp_.end_time(z) - start);
}

// ---- what stands where ----------------------------------------------------------------------------------------------

void StageView::place_controls() {
  for (int k = 0; k < steps_; ++k) {
    control_at_.push_back(repeats_controls() ? layout_.knot_control(k + 1) : layout_.interior_control(k, 0));
    for (int i = 0; i < states_; ++i) {
      const int past = i - layout_.states();
      const bool is_repeated = repeats_controls() && past >= 0 && past < controls_;
      const int integral = past - (repeats_controls() ? controls_ : 0);
      step_rows_.push_back(past < 0 ? layout_.defect(k, 0) + i : is_repeated ? -1 : layout_.quadrature(k) + integral);
    }
  }
}

void StageView::collect_ends() {
  for (int i = 0; i < states_; ++i) {
    const int unknown = state_at(steps_, i);
    if (step_rows_[i] < 0 || nlp_.lower()(unknown) != nlp_.upper()(unknown)) continue;
    ends_.push_back({-1, unknown, nlp_.lower()(unknown)});
  }
  for (int i = 0; i < layout_.end_constraints(); ++i) {
    const int row = layout_.end_constraint() + i;
    if (nlp_.constraint_lower()(row) != nlp_.constraint_upper()(row)) continue;
    ends_.push_back({row, -1, nlp_.constraint_lower()(row)});
  }
}

void StageView::collect_rows() {
  const auto add = [&](int knot, int row, int unknown, double lower, double upper) {
    if (std::isfinite(lower) || std::isfinite(upper)) rows_.add({knot, row, unknown, lower, upper});
  };
  for (int k = 1; k <= steps_; ++k) {
    for (int i = 0; i < states_; ++i) {
      const int unknown = state_at(k, i);
      const double lower = nlp_.lower()(unknown), upper = nlp_.upper()(unknown);
      const bool is_end_condition = k == steps_ && lower == upper;
      if (step_rows_[i] >= 0 && !is_end_condition) add(k, -1, unknown, lower, upper);
    }
  }
  const bool at_knots = layout_.has_knot_points();
  for (int k = 0; k < steps_ + (at_knots ? 1 : 0); ++k) {
    for (int i = 0; i < layout_.paths(); ++i) {
      const int row = (at_knots ? layout_.knot_path(k) : layout_.path(k, 0)) + i;
      add(k, row, -1, nlp_.constraint_lower()(row), nlp_.constraint_upper()(row));
    }
  }
  for (int i = 0; i < layout_.end_constraints(); ++i) {
    const int row = layout_.end_constraint() + i;
    const double lower = nlp_.constraint_lower()(row), upper = nlp_.constraint_upper()(row);
    if (lower != upper) add(steps_, row, -1, lower, upper);
  }
  rows_.start(1.0);
}

int StageView::knot_of(int unknown) const { return layout_.stage_of_variable(unknown) - layout_.first_stage(); }

/// Of the step's equation y_{k+1} - F(y_k, w_k) = 0.
StageView::Place StageView::place_of_step(int source, int step, int state, int unknown) {
  LqStage& lq = lq_.stages[step];
  const int control = unknown - control_at_[step];
  if (control >= 0 && control < controls_) return {source, &lq.B(state, control), nullptr, -1.0};
  const int local = unknown - state_at(step, 0);
  if (local >= 0 && local < states_) return {source, &lq.A(state, local), nullptr, -1.0};
  require(unknown == state_at(step + 1, state), "DDP: step {} is not explicit in {}", step, state_name(state));
  return {-1, nullptr, nullptr, 0.0};  // the 1 of y_{k+1}
}

void StageView::place_row(int source, int augmented, int unknown) {
  const int knot = rows_[augmented].knot, state = unknown - state_at(knot, 0);
  const bool is_state = state >= 0 && state < states_;
  row_entries_[augmented].push_back({source, is_state ? state : states_ + unknown - control_at_[knot]});
}

void StageView::place_jacobian() {
  const Pattern& pattern = nlp_.jacobian_pattern();
  std::vector<int> step_of(nlp_.layout().constraints(), -1), augmented_of(step_of), end_of(step_of);
  for (int i = 0; i < static_cast<int>(step_rows_.size()); ++i) {
    if (step_rows_[i] >= 0) step_of[step_rows_[i]] = i;
  }
  row_entries_.resize(rows_.size());
  for (int i = 0; i < rows_.size(); ++i) {
    if (rows_[i].row >= 0) {
      augmented_of[rows_[i].row] = i;
    } else {
      place_row(-1, i, rows_[i].unknown);
    }
  }
  for (int i = 0; i < end_rows(); ++i) {
    if (ends_[i].row >= 0) end_of[ends_[i].row] = i;
  }
  for (int source = 0; source < pattern.size(); ++source) {
    const int row = pattern.rows[source], unknown = pattern.cols[source];
    if (step_of[row] >= 0) {
      const Place place = place_of_step(source, step_of[row] / states_, step_of[row] % states_, unknown);
      if (place.to != nullptr) jacobian_places_.push_back(place);
    } else if (augmented_of[row] >= 0) {
      place_row(source, augmented_of[row], unknown);
    } else if (end_of[row] >= 0) {
      jacobian_places_.push_back({source, &lq_.E(end_of[row], unknown - state_at(steps_, 0)), nullptr, 1.0});
    }
  }
}

/// Where a second derivative by two unknowns of the same knot, or of neighbours, goes.
StageView::Place StageView::place_of_pair(int source, int row, int col) {
  const int knot = std::min(knot_of(row), knot_of(col));
  const auto state = [&](int unknown) {
    const int i = unknown - state_at(knot, 0);
    return i >= 0 && i < states_ ? i : -1;
  };
  const auto control = [&](int unknown) {
    const int i = knot < steps_ ? unknown - control_at_[knot] : -1;
    return i >= 0 && i < controls_ ? i : -1;
  };
  const int i = state(row), j = state(col);
  if (i >= 0 && j >= 0) {
    Eigen::MatrixXd& Q = knot < steps_ ? lq_.stages[knot].Q : lq_.Q;
    return {source, &Q(i, j), i == j ? nullptr : &Q(j, i), 1.0};
  }
  const int a = control(row), b = control(col);
  LqStage& lq = lq_.stages[std::min(knot, steps_ - 1)];
  if (a >= 0 && b >= 0) return {source, &lq.R(a, b), a == b ? nullptr : &lq.R(b, a), 1.0};
  require((a >= 0 && j >= 0) || (b >= 0 && i >= 0), "DDP: the curvature of step {} couples states of both its ends",
          knot);
  return {source, a >= 0 ? &lq.S(a, j) : &lq.S(b, i), nullptr, 1.0};
}

void StageView::place_hessian() {
  const Pattern& pattern = nlp_.hessian_pattern();
  for (int source = 0; source < pattern.size(); ++source) {
    hessian_places_.push_back(place_of_pair(source, pattern.rows[source], pattern.cols[source]));
  }
}

// ---- values ---------------------------------------------------------------------------------------------------------

void StageView::gaps(const Eigen::VectorXd& g, Eigen::MatrixXd& out) const {
  out.resize(states_, steps_);
  for (int k = 0; k < steps_; ++k) {
    for (int i = 0; i < states_; ++i) {
      const int row = step_rows_[k * states_ + i];
      out(i, k) = row < 0 ? 0.0 : -g(row);
    }
  }
}

void StageView::end_values(const Eigen::VectorXd& z, const Eigen::VectorXd& g, Eigen::VectorXd& out) const {
  out.resize(end_rows());
  for (int i = 0; i < end_rows(); ++i) {
    const EndCondition& end = ends_[i];
    out(i) = (end.row < 0 ? z(end.unknown) : g(end.row)) - end.target;
  }
}

bool StageView::Values::is_finite() const {
  return std::isfinite(objective) && std::isfinite(augmented) && gaps.allFinite() && ends.allFinite();
}

void StageView::evaluate(const Eigen::VectorXd& z, const AugmentedRows& rows, Values& out) const {
  out.g.resize(nlp_.layout().constraints());
  nlp_.constraints(z, out.g);
  out.objective = nlp_.objective(z);
  gaps(out.g, out.gaps);
  end_values(z, out.g, out.ends);
  out.augmented = rows.cost(z, out.g);
}

// ---- first and second order -----------------------------------------------------------------------------------------

const LqProblem& StageView::linearise(const Eigen::VectorXd& z, const Values& values, const Duals& duals,
                                      AugmentedRows& rows, Curvature curvature) {
  for (LqStage& stage : lq_.stages) {
    for (Eigen::MatrixXd* matrix : {&stage.A, &stage.B, &stage.Q, &stage.S, &stage.R}) matrix->setZero();
  }
  lq_.Q.setZero();
  lq_.E.setZero();
  rows.look(z, values.g);
  nlp_.jacobian(z, jacobian_);
  for (const Place& place : jacobian_places_) *place.to += place.sign * jacobian_[place.source];
  for (int i = 0; i < end_rows(); ++i) {
    if (ends_[i].row < 0) lq_.E(i, ends_[i].unknown - state_at(steps_, 0)) = 1.0;
  }
  for (int k = 0; repeats_controls() && k < steps_; ++k) {
    lq_.stages[k].B.middleRows(layout_.states(), controls_).setIdentity();
  }
  fill_multipliers(duals, rows, multipliers_);
  if (curvature == Curvature::gauss_newton) {
    for (const int row : step_rows_) {
      if (row >= 0) multipliers_(row) = 0.0;
    }
  }
  nlp_.hessian(z, 1.0, multipliers_, hessian_);
  for (const Place& place : hessian_places_) {
    *place.to += hessian_[place.source];
    if (place.mirror != nullptr) *place.mirror += hessian_[place.source];
  }
  fill_costs(z);
  set_gaps(values);
  for (int i = 0; i < rows.size(); ++i) {
    if (rows.push(i) != 0.0) add_row(rows[i], rows.push(i), rows.weight(), i);
  }
  fill_boxes(z);
  return lq_;
}

void StageView::set_gaps(const Values& values, const Values* more) {
  for (int k = 0; k < steps_; ++k) {
    lq_.stages[k].c = values.gaps.col(k);
    if (more != nullptr) lq_.stages[k].c += more->gaps.col(k);
  }
  lq_.e = values.ends;
  if (more != nullptr) lq_.e += more->ends;
}

/// Gradients of the cost. A repeated control counts as the state that repeats it.
void StageView::fill_costs(const Eigen::VectorXd& z) {
  nlp_.gradient(z, gradient_);
  for (int k = 0; k < steps_; ++k) {
    lq_.stages[k].q = gradient_.segment(state_at(k, 0), states_);
    if (repeats_controls()) {
      lq_.stages[k].r.setZero();
    } else {
      lq_.stages[k].r = gradient_.segment(control_at_[k], controls_);
    }
  }
  lq_.q = gradient_.segment(state_at(steps_, 0), states_);
}

void StageView::fill_boxes(const Eigen::VectorXd& z) {
  for (int k = 0; k < steps_; ++k) {
    const auto u = z.segment(control_at_[k], controls_);
    lq_.stages[k].lower = nlp_.lower().segment(control_at_[k], controls_) - u;
    lq_.stages[k].upper = nlp_.upper().segment(control_at_[k], controls_) - u;
  }
  const auto y = z.segment(state_at(0, 0), states_);
  lq_.start_lower = nlp_.lower().segment(state_at(0, 0), states_) - y;
  lq_.start_upper = nlp_.upper().segment(state_at(0, 0), states_) - y;
}

/// Adds t c_z to the gradient and rho c_z' c_z to the Hessian; t's share of c's curvature is in the Lagrangian's.
void StageView::add_row(const AugmentedRow& row, double push, double weight, int index) {
  const std::vector<RowEntry>& entries = row_entries_[index];
  const auto value = [&](const RowEntry& entry) { return entry.source < 0 ? 1.0 : jacobian_[entry.source]; };
  const bool is_last = row.knot == steps_;
  LqStage& lq = lq_.stages[std::min(row.knot, steps_ - 1)];
  Eigen::MatrixXd& Q = is_last ? lq_.Q : lq.Q;
  Eigen::VectorXd& q = is_last ? lq_.q : lq.q;
  for (const RowEntry& a : entries) {
    const bool a_is_state = a.local < states_;
    (a_is_state ? q(a.local) : lq.r(a.local - states_)) += push * value(a);
    for (const RowEntry& b : entries) {
      const bool b_is_state = b.local < states_;
      const double product = weight * value(a) * value(b);
      if (a_is_state && b_is_state) Q(a.local, b.local) += product;
      if (!a_is_state && b_is_state) lq.S(a.local - states_, b.local) += product;
      if (!a_is_state && !b_is_state) lq.R(a.local - states_, b.local - states_) += product;
    }
  }
}

// ---- multipliers ----------------------------------------------------------------------------------------------------

/// lambda'(F - y+) = -lambda'g.
void StageView::fill_multipliers(const Duals& duals, const AugmentedRows& rows, Eigen::VectorXd& out) const {
  out.setZero(nlp_.layout().constraints());
  for (int k = 0; k < steps_; ++k) {
    for (int i = 0; i < states_; ++i) {
      const int row = step_rows_[k * states_ + i];
      if (row >= 0) out(row) = -duals.costates(i, k + 1);
    }
  }
  for (int i = 0; i < end_rows(); ++i) {
    if (ends_[i].row >= 0) out(ends_[i].row) = duals.end(i);
  }
  for (int i = 0; i < rows.size(); ++i) {
    if (rows[i].row >= 0) out(rows[i].row) = rows.push(i);
  }
}

void StageView::fill_bound_multipliers(const LqStep& pushes, const Duals& duals, const AugmentedRows& rows,
                                       Eigen::VectorXd& out) const {
  out.setZero(nlp_.layout().variables());
  out.segment(state_at(0, 0), states_) = pushes.start_pushes;
  for (int k = 0; k < steps_; ++k) out.segment(control_at_[k], controls_) = pushes.pushes.col(k);
  for (int i = 0; i < end_rows(); ++i) {
    if (ends_[i].row < 0) out(ends_[i].unknown) = duals.end(i);
  }
  for (int i = 0; i < rows.size(); ++i) {
    if (rows[i].row < 0) out(rows[i].unknown) = rows.push(i);
  }
}

}  // namespace tandem::ddp
