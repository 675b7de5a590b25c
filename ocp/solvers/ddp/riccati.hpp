#pragma once

#include <tandem/ocp/solvers/ddp/q_function.hpp>
#include <tandem/ocp/solvers/ddp/start_saddle.hpp>

#include <vector>

namespace tandem::ddp {

/// How a backward pass ended: `stage` is where a control's matrix was not positive definite.
struct BackwardResult {
  enum class Kind { done, not_convex, end_out_of_reach, not_finite } kind = Kind::done;
  int stage = -1;
  explicit operator bool() const { return kind == Kind::done; }
};

/// The Riccati recursion with gaps, boxes of the controls, and a border b = [dp; nu] of unknowns p that all stages
/// share and multipliers nu of the equations:
///
///   V_k(dx, b) = 1/2 dx'P dx + p'dx + dx'Pi b + 1/2 b'W b + w'b,
///
/// minimal over du in [lower, upper] at each stage, over dx_0 and dp in their boxes at the start, and maximal over nu
/// (Bryson and Ho, Applied Optimal Control, 1975, section 5.3, for the sweep with end conditions and free times;
/// Tassa, Mansard and Todorov, ICRA 2014, for the boxes). Which bounds hold is decided along the step itself, gaps and
/// border included, by a primal-dual active set (Hintermueller, Ito and Kunisch, SIAM J. Optim. 13, 2002): bounds that
/// the last pass broke hold in the next one, those that pulled let go. Decisions at dx = 0, as in box-DDP, would be
/// made at a state that an infeasible trajectory does not go through.
///
/// O(steps (states + controls)^2 (states + controls + border)) a pass; nothing is allocated after construction.
class Riccati {
 public:
  explicit Riccati(const LqProblem& shape);

  /// The minimum, within `most_passes` changes of the active set; starts from the last problem's set.
  /// `settled()` says whether the set came to rest; where it did not, controls, border and first state are moved into
  /// their boxes, while states stay where the step would have them: what that leaves of the steps' equations are gaps
  /// of the next trajectory. A step that is not finite is refused.
  /// `nu_before` are the equations' multipliers that a slack is counted from.
  BackwardResult solve(const LqProblem& problem, const Convexity& convexity, const Eigen::VectorXd& nu_before,
                       LqStep& step, int most_passes = 30);
  bool settled() const { return settled_; }
  int passes() const { return passes_; }

  /// Feedback du = K dx beside the last solution with p and nu kept, rows of held controls zero.
  const Eigen::MatrixXd& gain(int stage) const { return stages_[stage].K; }
  /// The same by p: du = K dx + K_p dp with nu kept.
  auto border_gain(int stage) const { return stages_[stage].K_border.leftCols(border_); }
  /// Second derivative of the value function, with the end weight's share.
  const Eigen::MatrixXd& value_hessian(int stage) const { return stages_[stage].P; }
  /// -1, 0 or 1: held at the lower bound, free, held at the upper one.
  int held(int stage, int control) const { return stages_[stage].held[control]; }
  void release_all();
  /// Holds what stands at a bound that the Lagrangian's derivatives do not push it away from, as at a solution.
  void hold(const LqProblem& problem, const Eigen::MatrixXd& by_control, const Eigen::VectorXd& by_start,
            const Eigen::VectorXd& by_border, double tolerance);

 private:
  struct Stage {
    Eigen::MatrixXd P, Pi, K, K_border;
    Eigen::MatrixXd Huu, Hux, Hub;
    Eigen::VectorXd p, k, Hu;
    std::vector<int> held;
  };

  bool backward(const LqProblem& problem, const Convexity& convexity, int from, int& failed);
  void begin_backward(const LqProblem& problem, double end_weight);
  bool step_back(const LqProblem& problem, const Convexity& convexity, int k);
  void add_border_of_controls(const LqStage& lq, const Stage& next, Stage& stage);
  void add_border_of_states(const LqStage& lq, const Stage& next, Stage& stage);
  void add_equations_of_controls(const LqProblem& problem, double weight, int k);
  void add_equations_of_states(const LqProblem& problem, double weight, int k);
  bool solve_free(Stage& stage);
  static bool solve_single(Stage& stage);
  void forward(const LqProblem& problem, LqStep& step) const;
  void find_costates_alone(const LqProblem& problem, double end_weight, LqStep& step) const;
  void push_controls(const Stage& stage, LqStep& step, int k) const;
  int change_sets(const LqProblem& problem, const LqStep& step);
  void clip(const LqProblem& problem, LqStep& step) const;
  StartValue start_value() const { return {stages_[0].P, stages_[0].Pi, W_, stages_[0].p, w_}; }

  int border_;                 ///< unknowns p
  std::vector<Stage> stages_;  ///< the last one has P, p and Pi only
  StartSaddle start_;
  Eigen::MatrixXd W_;
  Eigen::VectorXd w_, b_;
  int last_changed_ = -1;  ///< the last step whose active set the last pass changed; -1: none
  bool settled_ = true;
  int passes_ = 0;

  QFunction q_;
  Eigen::VectorXd h_;
  Eigen::MatrixXd PC_, factor_, right_;
  std::vector<int> free_;
};

}  // namespace tandem::ddp
