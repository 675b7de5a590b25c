#pragma once

#include <tandem/ocp/solvers/ddp/stage_kernels.hpp>

#include <Eigen/Core>

namespace tandem::ddp {

/// What one step makes of the value function after it: with w = [dx; du],
///
///   l(w) + V+([A B] w + c) = 1/2 w'H w + g'w + ...,   H = [Q S'; S R] + [A B]'P[A B],   g = [q; r] + [A B]'(p + P c),
///
/// and what is left of it once du = k + K dx is put in. By the sweep's dense kernel (sweep/rank_update.hpp), whose
/// tiles stay in registers: at 4 states and at 14 Eigen's products of matrices of any size take two to five times as
/// long.
class QFunction {
 public:
  QFunction(int states, int controls);

  /// Before a value function 1/2 dx'P dx + p'dx, P symmetric: writes the parts of H and g that have du, and keeps the
  /// rest for reduce(). 2 states (states + controls)^2 + 2 states^2 (states + controls) flops.
  void make(const LqStage& step, const Eigen::MatrixXd& P, const Eigen::VectorXd& p, Eigen::MatrixXd& Huu,
            Eigen::MatrixXd& Hux, Eigen::VectorXd& Hu);
  /// P <- Hxx + regularization + Hux'K and p <- gx + Hux'k, symmetric: `Hux` as the caller has it.
  void reduce(const Eigen::MatrixXd& Hux, const Eigen::MatrixXd& K, const Eigen::VectorXd& k, double regularization,
              Eigen::MatrixXd& P, Eigen::VectorXd& p);

  const StageKernels& kernels() const { return kernels_; }

 private:
  void make_large(const LqStage& step, const Eigen::MatrixXd& P, const Eigen::VectorXd& p);
  void copy_controls(Eigen::MatrixXd& Huu, Eigen::MatrixXd& Hux, Eigen::VectorXd& Hu) const;

  int states_, controls_;
  StageKernels kernels_;
  Eigen::MatrixXd Hxx_;      ///< of the kernels for few states
  Eigen::MatrixXd step_;     ///< rows A', B', c'
  Eigen::MatrixXd carried_;  ///< step_ P, with a minus
  Eigen::MatrixXd H_;        ///< one row more than w has: c'P[A B]
  Eigen::VectorXd g_;
  Eigen::MatrixXd left_, right_;  ///< Hux' and -K'
};

/// out += M v, column by column: Eigen's product of a matrix of any size and a vector is made for larger ones.
inline void add_product(const Eigen::MatrixXd& M, const double* v, double* out) {
  const auto rows = M.rows();
  for (Eigen::Index j = 0; j < M.cols(); ++j) {
    const double* const column = M.data() + j * rows;
    const double by = v[j];
    for (Eigen::Index i = 0; i < rows; ++i) out[i] += column[i] * by;
  }
}

}  // namespace tandem::ddp
