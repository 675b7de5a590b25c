#include <tandem/ocp/transcription/phase_layout.hpp>

#include <algorithm>
#include <utility>

namespace tandem {

PhaseLayout::PhaseLayout(const Mesh& mesh, const PhaseSizes& sizes, int first_variable, int first_row, int first_stage)
    : sizes_(sizes),
      first_variable_(first_variable),
      first_row_(first_row),
      first_stage_(first_stage),
      intervals_(mesh.intervals()),
      interior_states_(mesh.tableau.interior_states),
      defects_(mesh.tableau.defects()),
      has_knot_points_(mesh.tableau.left_point >= 0),
      left_point_(mesh.tableau.left_point),
      right_point_(mesh.tableau.right_point),
      control_at_left_(mesh.tableau.control_at_left),
      node_controls_(mesh.tableau.node_controls()),
      control_at_right_(mesh.tableau.control_at_right) {
  int own_points = 0;
  for (int j = 0; j < mesh.tableau.point_count(); ++j) {
    const bool has_own_paths = !mesh.tableau.is_shared(j) && mesh.tableau.holds_paths(j);
    own_point_.push_back(has_own_paths ? own_points++ : -1);
  }
  knot_size_ = sizes_.states + (control_at_left_ ? sizes_.controls : 0) + sizes_.integrals;
  stage_size_ = knot_size_ + interior_states_ * sizes_.states + mesh.tableau.interior_controls() * sizes_.controls;
  stage_rows_ =
      defects_ * sizes_.states + own_points * sizes_.paths + sizes_.integrals + (has_knot_points_ ? sizes_.paths : 0);
}

void PhaseLayout::set_border(PhaseBorder border) {
  border_at_ = std::move(border);
  border_.clear();
  if (border_at_.start_time >= 0) border_.push_back(border_at_.start_time);
  if (border_at_.end_time >= 0) border_.push_back(border_at_.end_time);
  border_.insert(border_.end(), border_at_.numbers.begin(), border_at_.numbers.end());
}

int PhaseLayout::node_state(int interval, int i) const {
  if (i == 0) return state(interval);
  return i == interior_states_ + 1 ? state(interval + 1) : interior_state(interval, i - 1);
}

int PhaseLayout::node_control(int interval, int i) const {
  if (control_at_left_ && i == 0) return knot_control(interval);
  if (control_at_right_ && i == node_controls_ - 1) return knot_control(interval + 1);
  return interior_control(interval, i - (control_at_left_ ? 1 : 0));
}

int PhaseLayout::path(int interval, int point) const {
  if (point == left_point_) return knot_path(interval);
  if (point == right_point_) return knot_path(interval + 1);
  return defect(interval, defects_) + own_point_[point] * sizes_.paths;
}

int PhaseLayout::knot_path(int knot) const {
  const int first = first_row_ + knot * stage_rows_;
  return knot < intervals_ ? first + stage_rows_ - sizes_.paths : first;
}

int PhaseLayout::end_constraint() const {
  return first_row_ + intervals_ * stage_rows_ + (has_knot_points_ ? sizes_.paths : 0);
}

int PhaseLayout::local(int interval, int global_index) const {
  const auto at = std::find(border_.begin(), border_.end(), global_index);
  if (at != border_.end()) return local_border() + static_cast<int>(at - border_.begin());
  return global_index - state(interval);
}

int PhaseLayout::stage_of_variable(int index) const {
  return first_stage_ + std::min((index - first_variable_) / stage_size_, intervals_);
}

int PhaseLayout::stage_of_constraint(int row) const {
  return first_stage_ + std::min((row - first_row_) / std::max(stage_rows_, 1), intervals_);
}

}  // namespace tandem
