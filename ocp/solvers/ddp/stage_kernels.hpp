#pragma once

#include <tandem/ocp/solvers/ddp/lq_problem.hpp>

#include <Eigen/Core>

namespace tandem::ddp {

/// The arithmetic of one stage for few states and controls, compiled for each size: all of it stays in registers, where
/// loops over sizes known at run time only take three times as long.
struct StageKernels {
  /// Hxx = Q + A'PA, Hux = S + B'PA, Huu = R + B'PB, gx = q + A'h, gu = r + B'h with h = p + P c.
  void (*make)(const LqStage& step, const Eigen::MatrixXd& P, const Eigen::VectorXd& p, Eigen::MatrixXd& Hxx,
               Eigen::MatrixXd& Hux, Eigen::MatrixXd& Huu, Eigen::VectorXd& gx, Eigen::VectorXd& gu) = nullptr;
  /// P = Hxx + regularization + Hux'K, p = gx + Hux'k.
  void (*reduce)(const Eigen::MatrixXd& Hxx, const Eigen::VectorXd& gx, const Eigen::MatrixXd& Hux,
                 const Eigen::MatrixXd& K, const Eigen::VectorXd& k, double regularization, Eigen::MatrixXd& P,
                 Eigen::VectorXd& p) = nullptr;
  /// du = k + K dx, next = c + A dx + B du.
  void (*advance)(const LqStage& step, const Eigen::MatrixXd& K, const Eigen::VectorXd& k, const double* dx, double* du,
                  double* next) = nullptr;
  /// costate = p + P dx.
  void (*look_back)(const Eigen::MatrixXd& P, const Eigen::VectorXd& p, const double* dx, double* costate) = nullptr;

  /// by_state += q + A'next - costate, by_control += r + B'next; returns the largest magnitude of by_state, or NaN.
  double (*see)(const LqStage& step, const double* costate, const double* next, double* by_state,
                double* by_control) = nullptr;
  /// A and B = I + h and h times the first rows of [f; r]'s Jacobian (`outputs` rows a column); row i of both is
  /// h times row ahead[i] where that is not negative: q+ = q + h v+. Zeros for q, r, Q, S and R.
  void (*write_step)(const double* jacobian, int outputs, double h, const int* ahead, LqStage& step) = nullptr;

  explicit operator bool() const { return make != nullptr; }
};

/// Sanitized builds have fewer: sizes differ in nothing else.
#ifdef TANDEM_FEW_KERNELS
inline constexpr int kMostKernelStates = 3, kMostKernelControls = 2;
#else
inline constexpr int kMostKernelStates = 6, kMostKernelControls = 2;
#endif

/// For that many states and controls at most; empty for more.
StageKernels stage_kernels(int states, int controls);

}  // namespace tandem::ddp
