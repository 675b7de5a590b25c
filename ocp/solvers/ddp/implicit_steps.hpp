#pragma once

#include <tandem/ocp/solvers/ddp/stage_map.hpp>

#include <Eigen/Core>

#include <vector>

namespace tandem::ddp {

/// Steps that are equations of both their ends, d(y, w, p, y+) = 0, made explicit in first and second order. With
/// D = dd/dy+, linearised steps are
///
///   dy+ = A dy + B dw + C dp + c,   [A B C c] = -D^-1 [d_y d_w d_p d],
///
/// and the curvature that couples y+ with what is before it, dy+'(M dy + N dw), is one of dy, dw and dp only: put in,
/// it adds A'M + M'A to Q, B'M + N'A to S, B'N + N'B to R, M'C to T, N'C to U, M'c to q and N'c to r. This is Newton's
/// step for the steps as they are; no step is solved for its end. With costates lambda, those of the explicit
/// problem and M dy + N dw, the steps' own multipliers are -D^-T lambda+. It is these that
/// stay from one iteration to the next: D moves with the trajectory, so that costates kept would be off by a first
/// order.
class ImplicitSteps {
 public:
  /// For the steps that map says are implicit; of the sizes of `lq`.
  ImplicitSteps(const StagedNlp& nlp, const StageMap& map, const LqProblem& lq);

  bool any() const { return any_; }
  bool is_implicit(int step) const { return steps_[step].is_implicit; }
  /// Where derivatives of step equations by the next state go, and second ones by a next state and a state or control
  /// of the step (past the states). They begin as 0.
  double& by_next(int step, int row, int next) { return steps_[step].D(row, next); }
  double& cross(int step, int next, int local);
  void clear();

  /// Makes steps explicit whose A, B and C are -d_y, -d_w and -d_p.
  void solve_for_ends(LqProblem& lq);
  /// The step that solve_for_ends() found no end of, D being singular; -1 where there is none.
  int singular_step() const { return singular_step_; }
  /// The same question of another trajectory: its derivatives by next states, which begin as 0, and the answer.
  void begin_trial();
  double& trial_by_next(int step, int row, int next) { return steps_[step].trial(row, next); }
  bool trial_has_ends();
  /// Puts next states into the cross curvature, and notes gradients as they are without gaps.
  void put_in(LqProblem& lq);
  /// Makes c of a gap -d, and adds what it makes of the cross curvature to the gradients noted.
  void set_gap(int step, LqStage& stage) const;

  /// D^-T lambda+ of a step, and lambda+ of that.
  const Eigen::VectorXd& to_step(int step, const Eigen::Ref<const Eigen::VectorXd>& costates);
  const Eigen::VectorXd& from_step(int step, const Eigen::Ref<const Eigen::VectorXd>& multipliers);
  /// lambda+ <- lambda+ + M dy + N dw: a next state's share of the cross curvature, which stood with the step before.
  void complete_costates(LqStep& step) const;

 private:
  struct Step {
    bool is_implicit = false;
    Eigen::MatrixXd D, M, N;
    Eigen::MatrixXd LU;  ///< of D, its rows swapped
    Eigen::VectorXi swaps;
    Eigen::MatrixXd trial;  ///< the D of a trial
    std::vector<int> idle;  ///< next states without an equation: repeated ones, and what is past the knot's own
    Eigen::VectorXd q, r;   ///< gradients without gaps
  };

  bool any_ = false;
  int singular_step_ = -1;
  std::vector<Step> steps_;
  Eigen::VectorXd own_;
  Eigen::VectorXi trial_swaps_;
};

}  // namespace tandem::ddp
