#pragma once

#include <tandem/ocp/mesh.hpp>

#include <vector>

namespace tandem {

/// Where each unknown and each equation of a transcribed phase stands.
///
/// Unknowns: stage 0, stage 1, ..., stage N, border. Stage k < N is [x_k; u_k if controls sit at knots; interior
/// states; interior controls], stage N is [x_N; u_N], the border is [t0 and tf where free; free numbers].
/// Equations: stage k < N is [defects; path constraints at the interval's own points; path constraints at knot k],
/// stage N is [path constraints at knot N; end constraints].
class NlpLayout {
 public:
  NlpLayout(const Mesh& mesh, int states, int controls, int paths, int end_constraints, bool start_free, bool end_free,
            int free_numbers);

  int states() const { return states_; }
  int controls() const { return controls_; }
  int paths() const { return paths_; }
  int end_constraints() const { return end_constraints_; }
  int free_numbers() const { return free_numbers_; }
  int intervals() const { return intervals_; }
  int variables() const { return border_offset_ + border_; }
  int constraints() const { return intervals_ * stage_rows_ + (has_knot_points_ ? paths_ : 0) + end_constraints_; }

  // ---- unknowns -------------------------------------------------------------------------------------------------
  int state(int knot) const { return knot * stage_size_; }
  int knot_control(int knot) const { return knot * stage_size_ + states_; }
  int interior_state(int interval, int i) const { return interval * stage_size_ + knot_size_ + i * states_; }
  int interior_control(int interval, int i) const {
    return interval * stage_size_ + knot_size_ + interior_states_ * states_ + i * controls_;
  }
  /// Offset of node state i (0 = left knot ... last = right knot) and of node control i of an interval.
  int node_state(int interval, int i) const;
  int node_control(int interval, int i) const;
  int border_offset() const { return border_offset_; }
  int border() const { return border_; }
  int start_time() const { return start_time_; }  ///< index of t0, or -1 where it is fixed
  int end_time() const { return end_time_; }      ///< index of tf, or -1
  int free_number(int i) const { return border_offset_ + border_ - free_numbers_ + i; }
  bool has_knot_controls() const { return knot_size_ > states_; }

  // ---- equations ------------------------------------------------------------------------------------------------
  int defect(int interval, int e) const { return interval * stage_rows_ + e * states_; }
  /// Row of the path constraints at point j of an interval (its own or a knot's).
  int path(int interval, int point) const;
  int knot_path(int knot) const;
  int end_constraint() const { return constraints() - end_constraints_; }
  bool has_knot_points() const { return has_knot_points_; }

  // ---- one interval seen alone ----------------------------------------------------------------------------------
  /// Its unknowns: [stage k; x_{k+1}; u_{k+1}; border], and the place of each in the whole.
  int local_size() const { return stage_size_ + knot_size_ + border_; }
  int global(int interval, int local) const {
    return local < stage_size_ + knot_size_ ? interval * stage_size_ + local
                                            : border_offset_ + local - stage_size_ - knot_size_;
  }
  int local(int interval, int global_index) const {
    return global_index < border_offset_ ? global_index - interval * stage_size_
                                         : global_index - border_offset_ + stage_size_ + knot_size_;
  }
  /// Its rows: defects, then path constraints at its own points.
  int local_rows() const { return stage_rows_ - (has_knot_points_ ? paths_ : 0); }

  /// The stage of an unknown or an equation; the border's is intervals() + 1.
  int stage_of_variable(int index) const;
  int stage_of_constraint(int row) const;

 private:
  int states_, controls_, paths_, end_constraints_, free_numbers_, intervals_;
  int interior_states_, interior_controls_, defects_;
  int knot_size_, stage_size_, stage_rows_, border_, border_offset_;
  int start_time_ = -1, end_time_ = -1;
  bool has_knot_points_;
  int left_point_, right_point_;
  bool control_at_left_;
  int node_controls_;
  bool control_at_right_;
  std::vector<int> own_point_;  ///< place of each point among the interval's own points, or -1
};

}  // namespace tandem
