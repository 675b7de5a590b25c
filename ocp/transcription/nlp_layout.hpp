#pragma once

#include <tandem/ocp/statement/problem.hpp>
#include <tandem/ocp/transcription/phase_layout.hpp>

#include <span>
#include <vector>

namespace tandem {

/// An integral constraint whose bounds depend on design numbers: integral - their share = the rest of the bounds is an
/// equation of its own.
struct Budget {
  int phase = 0, integral = 0;
  int row = 0;
};

/// The slope of an affine value by one number.
double slope_of(const Affine& value, int number);

/// Where each unknown and each equation of a transcribed problem stands.
///
/// Unknowns: the phases' stages one after another, then the border: free times phase by phase (a phase that continues
/// shares its start with the end before it), free numbers, copies of the start states that linkages go back to.
/// Equations: the phases', then the linkages', then start state - copy = 0, then the budgets'.
/// The chain of stages runs through all phases; every equation couples one stage, the next, and the border.
class NlpLayout {
 public:
  /// One mesh a phase. `free_numbers` counts the design numbers.
  NlpLayout(const Problem& problem, std::span<const Mesh> meshes, int free_numbers);

  const PhaseLayout& phase(int i) const { return phases_[i]; }
  int phases() const { return static_cast<int>(phases_.size()); }
  int variables() const { return border_offset_ + border_; }
  int constraints() const { return constraints_; }

  int border_offset() const { return border_offset_; }
  int border() const { return border_; }
  int free_number(int i) const { return first_number_ + i; }
  int free_numbers() const { return phases_.front().free_numbers(); }
  /// First unknown of the copy of a phase's start state, or -1 where nothing goes back to it.
  int start_copy(int phase) const { return start_copies_[phase]; }

  int linkage_row(int linkage) const { return linkage_rows_[linkage]; }
  /// First row of start state - copy = 0.
  int copy_row(int phase) const { return copy_rows_[phase]; }
  std::span<const Budget> budgets() const { return budgets_; }

  /// The stage of an unknown or an equation, 0 .. stages() - 1; the border's is stages().
  int stages() const { return stages_; }
  int stage_of_variable(int index) const;
  int stage_of_constraint(int row) const;

 private:
  void place_phases(const Problem& problem, std::span<const Mesh> meshes);
  void place_border(const Problem& problem, int free_numbers);
  void place_linkages(const Problem& problem);
  void place_budgets(const Problem& problem);

  std::vector<PhaseLayout> phases_;
  int border_offset_ = 0, border_ = 0, first_number_ = 0;
  int constraints_ = 0, phase_rows_ = 0, stages_ = 0;
  std::vector<int> start_copies_, copy_rows_, linkage_rows_;
  std::vector<Budget> budgets_;
  std::vector<int> joint_stages_;  ///< of the rows after the phases'
};

}  // namespace tandem
