#pragma once

#include <tandem/ocp/ddp/lq_problem.hpp>

#include <vector>

namespace tandem::ddp {

/// What makes an indefinite or infeasible problem one that has a minimum.
struct Convexity {
  double regularization = 0.0;  ///< added to the diagonal of every control's and state's matrix
  /// Of |E dx + e|^2 / 2 in the cost. It moves no solution, since E dx + e = 0 there; but a problem that is convex only
  /// along E dx = 0 has a convex value function without it at no stage, and with enough of it at all.
  double end_weight = 0.0;
  /// How far the end conditions may be left open for their multipliers' sake: E dx + e = slack (nu - nu of before), so
  /// that controls which do not reach the end within their boxes go as near as the multipliers are worth.
  double end_slack = 0.0;
};

/// How a backward pass ended: `stage` is where a control's matrix was not positive definite.
struct BackwardResult {
  enum class Kind { done, not_convex, end_out_of_reach } kind = Kind::done;
  int stage = -1;
  explicit operator bool() const { return kind == Kind::done; }
};

/// The Riccati recursion with gaps, boxes of the controls, and multipliers nu of the end's equations as a border:
///
///   V_k(dx, nu) = 1/2 dx'P dx + p'dx + dx'Pi nu + 1/2 nu'W nu + w'nu,
///
/// minimal over du in [lower, upper], maximal over nu (Bryson and Ho, Applied Optimal Control, 1975, section 5.3, for
/// the sweep with end conditions; Tassa, Mansard and Todorov, ICRA 2014, for the boxes). Which bounds hold is decided
/// along the step itself, gaps and end included, by a primal-dual active set (Hintermueller, Ito and Kunisch, SIAM J.
/// Optim. 13, 2002): bounds that the last pass broke hold in the next one, those that pulled let go. Decisions at dx =
/// 0, as in box-DDP, would be made at a state that an infeasible trajectory does not go through.
///
/// O(steps (states + controls)^3) a pass; nothing is allocated after construction.
class Riccati {
 public:
  explicit Riccati(const LqProblem& shape);

  /// The minimum, within `most_passes` changes of the active set; starts from the last problem's set.
  /// `settled()` says whether the set came to rest; where it did not, controls are moved into their box.
  /// `end_before` are the end's multipliers that a slack is counted from.
  BackwardResult solve(const LqProblem& problem, const Convexity& convexity, const Eigen::VectorXd& end_before,
                       LqStep& step, int most_passes = 30);
  bool settled() const { return settled_; }
  int passes() const { return passes_; }

  /// Feedback du = K dx beside the last solution with the end's multipliers kept, rows of held controls zero.
  const Eigen::MatrixXd& gain(int stage) const { return stages_[stage].K; }
  /// Second derivative of the value function, with the end weight's share.
  const Eigen::MatrixXd& value_hessian(int stage) const { return stages_[stage].P; }
  /// -1, 0 or 1: held at the lower bound, free, held at the upper one.
  int held(int stage, int control) const { return stages_[stage].held[control]; }
  void release_all();

 private:
  struct Stage {
    Eigen::MatrixXd P, Pi, K, K_end;
    Eigen::MatrixXd Huu, Hux, Hun;
    Eigen::VectorXd p, k, Hu;
    std::vector<int> held;
  };

  bool backward(const LqProblem& problem, const Convexity& convexity, int& failed);
  bool step_back(const LqStage& lq, double regularization, Stage& stage, const Stage& next);
  bool solve_free(Stage& stage);
  bool start(const LqProblem& problem, const Convexity& convexity, const Eigen::VectorXd& end_before, LqStep& step,
             bool& out_of_reach);
  bool solve_end(Eigen::VectorXd& nu);
  void forward(const LqProblem& problem, LqStep& step) const;
  int change_sets(const LqProblem& problem, const LqStep& step);
  static int wanted(int held, double value, double push, double lower, double upper);

  std::vector<Stage> stages_;  ///< the last one has P, p and Pi only
  std::vector<int> start_held_;
  Eigen::MatrixXd W_;
  Eigen::VectorXd w_;
  bool settled_ = true;
  int passes_ = 0;

  Eigen::VectorXd h_, gradient_, start_value_, nu_, end_right_, end_remainder_;
  Eigen::MatrixXd PA_, PB_, factor_, right_, start_factor_, start_right_, reach_, reach_factor_;
  std::vector<int> free_;
};

}  // namespace tandem::ddp
