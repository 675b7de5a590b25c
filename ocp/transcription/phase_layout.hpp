#pragma once

#include <tandem/ocp/transcription/mesh.hpp>

#include <vector>

namespace tandem {

/// How much there is of everything in a phase.
struct PhaseSizes {
  int states = 0;
  int controls = 0;
  int integrals = 0;
  int paths = 0;
  int end_constraints = 0;
  bool has_duration_row = false;
};

/// Which unknowns of the border a phase knows: index of each in the whole, -1 where a time is fixed.
struct PhaseBorder {
  int start_time = -1;
  int end_time = -1;
  std::vector<int> numbers;
};

/// Where each unknown and each equation of a transcribed phase stands in the whole.
///
/// Unknowns: stage k < N is [x_k; u_k if controls sit at knots; q_k; interior states; interior controls], stage N is
/// [x_N; u_N; q_N], with q the integrals so far; the border, [t0 and tf where free; free numbers], is shared with
/// other phases. Equations: stage k < N is [defects; path constraints at the interval's own points; quadratures; path
/// constraints at knot k], stage N is [path constraints at knot N; end constraints; duration].
class PhaseLayout {
 public:
  PhaseLayout(const Mesh& mesh, const PhaseSizes& sizes, int first_variable, int first_row, int first_stage);

  void set_border(PhaseBorder border);

  int states() const { return sizes_.states; }
  int controls() const { return sizes_.controls; }
  int integrals() const { return sizes_.integrals; }
  int paths() const { return sizes_.paths; }
  int end_constraints() const { return sizes_.end_constraints; }
  int intervals() const { return intervals_; }
  int free_numbers() const { return static_cast<int>(border_at_.numbers.size()); }

  // ---- unknowns -------------------------------------------------------------------------------------------------
  int first_variable() const { return first_variable_; }
  int own_variables() const { return intervals_ * stage_size_ + knot_size_; }
  int state(int knot) const { return first_variable_ + knot * stage_size_; }
  int knot_control(int knot) const { return state(knot) + sizes_.states; }
  int integral(int knot) const { return state(knot) + knot_size_ - sizes_.integrals; }
  int interior_state(int interval, int i) const { return state(interval) + knot_size_ + i * sizes_.states; }
  int interior_control(int interval, int i) const {
    return interior_state(interval, interior_states_) + i * sizes_.controls;
  }
  /// Offset of node state i (0 = left knot ... last = right knot) and of node control i of an interval.
  int node_state(int interval, int i) const;
  int node_control(int interval, int i) const;
  bool has_knot_controls() const { return control_at_left_; }
  int border() const { return static_cast<int>(border_.size()); }
  int start_time() const { return border_at_.start_time; }  ///< index of t0, or -1 where it is fixed
  int end_time() const { return border_at_.end_time; }      ///< index of tf, or -1
  int free_number(int i) const { return border_at_.numbers[i]; }

  // ---- equations ------------------------------------------------------------------------------------------------
  int first_row() const { return first_row_; }
  int own_rows() const { return duration_row() + (sizes_.has_duration_row ? 1 : 0) - first_row_; }
  int defect(int interval, int e) const { return first_row_ + interval * stage_rows_ + e * sizes_.states; }
  /// Row of the path constraints at point j of an interval (its own or a knot's).
  int path(int interval, int point) const;
  int knot_path(int knot) const;
  int quadrature(int interval) const { return defect(interval, 0) + local_rows() - sizes_.integrals; }
  int end_constraint() const;
  bool has_duration_row() const { return sizes_.has_duration_row; }
  int duration_row() const { return end_constraint() + sizes_.end_constraints; }
  bool has_knot_points() const { return has_knot_points_; }

  // ---- one interval seen alone ----------------------------------------------------------------------------------
  /// Its unknowns: [stage k; x_{k+1}; u_{k+1}; q_{k+1}; border], and the place of each in the whole.
  int local_size() const { return stage_size_ + knot_size_ + border(); }
  int local_border() const { return stage_size_ + knot_size_; }
  int global(int interval, int local) const {
    return local < local_border() ? state(interval) + local : border_[local - local_border()];
  }
  int local(int interval, int global_index) const;
  int local_start_time() const { return start_time() < 0 ? -1 : local_border(); }
  int local_end_time() const { return end_time() < 0 ? -1 : local_border() + (start_time() < 0 ? 0 : 1); }
  /// Its rows: defects, path constraints at its own points, quadratures.
  int local_rows() const { return stage_rows_ - (has_knot_points_ ? sizes_.paths : 0); }

  // ---- stages of the chain --------------------------------------------------------------------------------------
  int first_stage() const { return first_stage_; }
  int stages() const { return intervals_ + 1; }
  /// Of one of its own unknowns (not the border's) and of one of its rows.
  int stage_of_variable(int index) const;
  int stage_of_constraint(int row) const;

 private:
  PhaseSizes sizes_;
  int first_variable_, first_row_, first_stage_;
  int intervals_, interior_states_, defects_;
  int knot_size_, stage_size_, stage_rows_;
  PhaseBorder border_at_;
  std::vector<int> border_;  ///< index in the whole of each unknown of the border
  bool has_knot_points_;
  int left_point_, right_point_;
  bool control_at_left_;
  int node_controls_;
  bool control_at_right_;
  std::vector<int> own_point_;  ///< place of each point among the interval's own points, or -1
};

}  // namespace tandem
