#pragma once

#include <tandem/ocp/solvers/ddp/lq_problem.hpp>
#include <tandem/ocp/transcription/staged_nlp.hpp>

#include <string>
#include <vector>

namespace tandem::ddp {

/// Refuses, by name, what DDP has no place for: implicit dynamics, transcriptions of more than one step an interval,
/// problems without a control.
void refuse_unsupported(const StagedNlp& nlp);

/// Where each unknown and each step's equation of a StagedNlp stands along the chain of states y_k and controls w_k.
///
///   controls held constant:  y_k = [x_k; q_k],       w_k = u_k
///   controls held linearly:  y_k = [x_k; u_k; q_k],  w_k = u_{k+1},  which y_{k+1} repeats
///
/// with q the integrals so far. Phases stand one after another. The last knot of one and the first of the next are
/// neighbours too: the step between them, a joint, chooses the next phase's start, y_{k+1} = w_k, and linkages are
/// equations between y_k and w_k. Knots have room for the largest phase; what is past a knot's own states is 0.
class StageMap {
 public:
  explicit StageMap(const StagedNlp& nlp);

  const NlpLayout& layout() const { return layout_; }
  int states() const { return states_; }      ///< of the largest knot
  int controls() const { return controls_; }  ///< of the largest step
  int steps() const { return static_cast<int>(steps_.size()); }
  int border() const { return layout_.border(); }

  int phase(int knot) const { return knots_[knot].phase; }
  const PhaseLayout& phase_layout(int knot) const { return layout_.phase(phase(knot)); }
  /// The knot in its phase.
  int own_knot(int knot) const { return knot - phase_layout(knot).first_stage(); }
  bool is_last_of_phase(int knot) const { return own_knot(knot) == phase_layout(knot).intervals(); }
  bool is_joint(int step) const { return is_last_of_phase(step); }

  int states_of(int knot) const { return knots_[knot].states; }
  int controls_of(int step) const { return steps_[step].controls; }
  /// Unknowns of the StagedNlp.
  int state_at(int knot, int i = 0) const { return knots_[knot].first + i; }
  int control_at(int step, int i = 0) const { return steps_[step].first_control + i; }
  int border_at(int i = 0) const { return layout_.border_offset() + i; }
  /// Whether the controls of a step are states of the next knot too: it is a joint, or controls are linear.
  bool repeats_controls(int step) const { return is_joint(step) || phase_layout(step).has_knot_controls(); }
  /// Where among the next knot's states repeated controls begin.
  int repeated_at(int step) const { return is_joint(step) ? 0 : phase_layout(step).states(); }
  /// Whether state i of a knot repeats a control of the step before.
  bool is_repeated(int knot, int i) const;
  /// Whether states of a step advance by their velocities at the right knot.
  bool has_velocities_ahead(const StagedNlp& nlp, int step) const {
    return !is_joint(step) && nlp.mesh(phase(step)).tableau.velocities_ahead;
  }
  /// Whether the step's equation knows the state after it by more than its value.
  bool is_implicit(const StagedNlp& nlp, int step) const {
    return !is_joint(step) && nlp.mesh(phase(step)).tableau.is_implicit();
  }
  /// Row of the step's equation of a state of the next knot; -1 where it repeats a control, or is past the knot's own.
  int step_row(int step, int i) const;

  /// Place of an unknown among [dx; du; dp] of a knot; -1 where it has none.
  int local(int knot, int unknown) const;
  /// The same among [dx; du; dp; dx+], with the states after the step.
  int wide_local(int knot, int unknown) const;
  int next_of(int wide) const { return wide - states_ - controls_ - border(); }
  bool is_border(int unknown) const { return unknown >= layout_.border_offset(); }
  int knot_of(int unknown) const { return layout_.stage_of_variable(unknown); }

  std::string state_name(const Problem& problem, int knot, int i) const;

 private:
  struct KnotPlace {
    int phase, first, states;
  };
  struct StepPlace {
    int first_control, controls;
  };

  const NlpLayout& layout_;
  int states_ = 0, controls_ = 0;
  std::vector<KnotPlace> knots_;
  std::vector<StepPlace> steps_;
};

/// Where a second derivative by two of [dx; du; dp] of a knot goes, and its mirror image (none on the diagonal, and
/// where the matrix holds the pair once).
struct LqPlace {
  double* to;
  double* mirror;
};
LqPlace second_order_place(LqProblem& lq, int knot, int a, int b);
double* first_order_place(LqProblem& lq, int knot, int a);

}  // namespace tandem::ddp
