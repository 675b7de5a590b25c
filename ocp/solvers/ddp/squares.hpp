#pragma once

#include <tandem/ocp/solvers/ddp/stage_kernels.hpp>
#include <tandem/ocp/solvers/ddp/stage_map.hpp>

#include <memory>
#include <vector>

namespace tandem::ddp {

/// Problems whose costs are sums of squares |r|^2 / 2, in steps that evaluate the dynamics at their left knot only: the
/// cost's Hessian without the residuals' own curvature is h r_z'r_z (Gauss and Newton), of first derivatives only, and
/// positive semidefinite wherever it is taken. One evaluation of [f; r] with Jacobians makes the whole linear-quadratic
/// problem but for what holds at the ends.
class Squares {
 public:
  /// All must outlive this. Derivatives are by the plug of the StagedNlp.
  Squares(const StagedNlp& nlp, const StageMap& map);

  /// Whether every cost of the problem is one of residuals, no time and no number is free, and every step has one
  /// point.
  bool serve() const { return serve_; }
  /// Whether the steps, too, can be made here: there is one phase, and no integrals stand among its states.
  bool serve_steps() const { return serve_ && phases_.size() == 1 && !has_integrals_; }

  /// The named numbers as they are now.
  void read_numbers();
  /// The objective at z, and the gaps of the steps.
  double values(const Eigen::VectorXd& z, Eigen::MatrixXd& gaps);
  /// Adds h r_z'r_z at z to Q, S and R.
  void add_hessians(const Eigen::VectorXd& z, LqProblem& lq);
  /// Writes A and B, q and r, Q, S and R at z, where serve_steps(): x+ = x + h f, or, where a state's velocity is
  /// ahead, q+ = q + h v+.
  void linearise(const Eigen::VectorXd& z, LqProblem& lq);

 private:
  struct PhaseSquares {
    std::unique_ptr<KnotFunction> along, at_end;
    KnotBatch batch, end_batch;
    /// Which derivatives of the residuals may differ from zero: input of each by residual, one after the other.
    std::vector<std::vector<int>> inputs_of, end_inputs_of;
    std::vector<int> ahead;               ///< velocities_ahead
    double start = 0.0, duration = -1.0;  ///< for which times and lengths stand
    std::vector<double> lengths;          ///< h of each step
    StageKernels kernels;
    bool has_cost = false;
  };

  void evaluate(const Eigen::VectorXd& z, Level level);
  void write_step(const PhaseSquares& own, int k, LqStage& stage) const;
  void add_gradients(const PhaseSquares& own, int k, LqStage& stage) const;
  void add_hessian(const PhaseSquares& own, int k, LqStage& stage) const;
  void write_end_gradient(const PhaseSquares& own, LqProblem& lq) const;
  void place_times(const Eigen::VectorXd& z, int phase);
  void add_end_hessian(int phase, LqProblem& lq) const;
  const PhaseLayout& layout(int phase) const { return map_.layout().phase(phase); }

  const StagedNlp& nlp_;
  const StageMap& map_;
  bool serve_ = false, has_integrals_ = false;
  std::vector<PhaseSquares> phases_;
};

}  // namespace tandem::ddp
