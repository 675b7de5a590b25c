#include <tandem/ocp/nlp_layout.hpp>

#include <algorithm>

namespace tandem {

NlpLayout::NlpLayout(const Mesh& mesh, int states, int controls, int paths, int end_constraints, bool start_free,
                     bool end_free, int free_numbers)
    : states_(states),
      controls_(controls),
      paths_(paths),
      end_constraints_(end_constraints),
      free_numbers_(free_numbers),
      intervals_(mesh.intervals()),
      interior_states_(mesh.tableau.interior_states),
      interior_controls_(mesh.tableau.interior_controls()),
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
  knot_size_ = states_ + (control_at_left_ ? controls_ : 0);
  stage_size_ = knot_size_ + interior_states_ * states_ + interior_controls_ * controls_;
  stage_rows_ = defects_ * states_ + own_points * paths_ + (has_knot_points_ ? paths_ : 0);
  border_offset_ = intervals_ * stage_size_ + knot_size_;
  border_ = (start_free ? 1 : 0) + (end_free ? 1 : 0) + free_numbers_;
  if (start_free) start_time_ = border_offset_;
  if (end_free) end_time_ = border_offset_ + (start_free ? 1 : 0);
}

int NlpLayout::node_state(int interval, int i) const {
  if (i == 0) return state(interval);
  return i == interior_states_ + 1 ? state(interval + 1) : interior_state(interval, i - 1);
}

int NlpLayout::node_control(int interval, int i) const {
  if (control_at_left_ && i == 0) return knot_control(interval);
  if (control_at_right_ && i == node_controls_ - 1) return knot_control(interval + 1);
  return interior_control(interval, i - (control_at_left_ ? 1 : 0));
}

int NlpLayout::path(int interval, int point) const {
  if (point == left_point_) return knot_path(interval);
  if (point == right_point_) return knot_path(interval + 1);
  return interval * stage_rows_ + defects_ * states_ + own_point_[point] * paths_;
}

int NlpLayout::knot_path(int knot) const {
  return knot < intervals_ ? knot * stage_rows_ + stage_rows_ - paths_ : intervals_ * stage_rows_;
}

int NlpLayout::stage_of_variable(int index) const {
  return index >= border_offset_ ? intervals_ + 1 : std::min(index / stage_size_, intervals_);
}

int NlpLayout::stage_of_constraint(int row) const { return std::min(row / std::max(stage_rows_, 1), intervals_); }

}  // namespace tandem
