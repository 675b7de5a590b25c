#include <tandem/ocp/solvers/ddp/stage_view.hpp>

// Multipliers of a StagedNlp by those of StageView's linear-quadratic problem, and the other way round.

namespace tandem::ddp {

/// lambda'(F - y+) = -lambda'g; where F_q - q+ = -g_q - h g_v, the row of v has lambda_q too.
void StageView::fill_multipliers(const Duals& duals, const AugmentedRows& rows, Eigen::VectorXd& out) const {
  out.setZero(nlp_.layout().constraints());
  for (int i = 0; i < static_cast<int>(step_rows_.size()); ++i) {
    if (step_rows_[i] >= 0) out(step_rows_[i]) = -duals.costates(states() + i);  // of the next knot
  }
  for (int i = 0; i < static_cast<int>(duals.of_gaps.size()); ++i) {
    if (step_rows_[i] >= 0 && implicit_.is_implicit(i / states())) out(step_rows_[i]) = -duals.of_gaps(i);
  }
  for (std::size_t i = 0; i < ahead_.size(); ++i) {
    const Ahead& one = ahead_[i];
    out(step_rows_[one.step * states() + one.velocity]) -= ahead_lengths_[i] * duals.costates(one.state, one.step + 1);
  }
  for (int i = 0; i < equations(); ++i) {
    if (equations_[i].row >= 0) out(equations_[i].row) = duals.nu(i);
  }
  for (int i = 0; i < rows.size(); ++i) {
    if (rows[i].row >= 0) out(rows[i].row) = rows.push(i);
  }
}

Duals StageView::no_duals() const {
  return {Eigen::MatrixXd::Zero(states(), steps() + 1), Eigen::VectorXd::Zero(equations()),
          Eigen::MatrixXd::Zero(states(), implicit_.any() ? steps() : 0)};
}

Eigen::Ref<const Eigen::MatrixXd> StageView::gap_multipliers(const LqStep& step) {
  if (!implicit_.any()) return step.costates.rightCols(steps());
  gap_multipliers_ = step.costates.rightCols(steps());
  for (int k = 0; k < steps(); ++k) {
    if (implicit_.is_implicit(k)) gap_multipliers_.col(k) = implicit_.to_step(k, step.costates.col(k + 1));
  }
  return gap_multipliers_;
}

void StageView::read_multipliers(const Eigen::VectorXd& multipliers, Duals& duals) const {
  for (int i = 0; i < static_cast<int>(step_rows_.size()); ++i) {
    if (step_rows_[i] < 0) continue;
    duals.costates(states() + i) = -multipliers(step_rows_[i]);
    if (duals.of_gaps.size() > 0) duals.of_gaps(i) = -multipliers(step_rows_[i]);
  }
  for (int i = 0; i < equations(); ++i) {
    if (equations_[i].row >= 0) duals.nu(i) = multipliers(equations_[i].row);
  }
}

void StageView::fill_bound_multipliers(const LqStep& pushes, const Duals& duals, const AugmentedRows& rows,
                                       Eigen::VectorXd& out) const {
  out.setZero(nlp_.layout().variables());
  out.segment(map_.state_at(0), map_.states_of(0)) = pushes.start_pushes.head(map_.states_of(0));
  for (int k = 0; k < steps(); ++k) {
    out.segment(map_.control_at(k), map_.controls_of(k)) = pushes.pushes.col(k).head(map_.controls_of(k));
  }
  out.tail(map_.border()) = pushes.border_pushes;
  for (int i = 0; i < equations(); ++i) {
    if (equations_[i].row < 0) out(equations_[i].unknown) = duals.nu(i);
  }
  for (int i = 0; i < rows.size(); ++i) {
    if (rows[i].row < 0) out(rows[i].unknown) = rows.push(i);
  }
}

}  // namespace tandem::ddp
