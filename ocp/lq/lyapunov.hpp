#pragma once

#include <Eigen/Core>

namespace tandem::lq {

/// Solves Lyapunov's equations of one matrix A for many right-hand sides. D^-1 A D = U T U* (balanced, then Schur);
/// then
///     T Y + Y T* + U* D^-1 Q D^-1 U = 0,  X = D U Y U* D
/// is solved from its last column to its first (Bartels and Stewart, CACM 15, 1972). O(n^3) each; the Schur form is
/// some 25 n^3. Solutions exist where no two eigenvalues of A have the sum 0; a stable A has none.
class Lyapunov {
 public:
  explicit Lyapunov(const Eigen::MatrixXd& a);
  /// Of A = D B D^-1, where the units D are known, and B in them.
  Lyapunov(const Eigen::MatrixXd& b, const Eigen::VectorXd& d);

  /// X of A X + X A' + Q = 0, for a symmetric Q.
  Eigen::MatrixXd solve(const Eigen::MatrixXd& q) const;
  /// X of A' X + X A + Q = 0, for a symmetric Q.
  Eigen::MatrixXd solve_transposed(const Eigen::MatrixXd& q) const;

  const Eigen::MatrixXcd& schur_form() const { return t_; }
  /// The largest real part of an eigenvalue: negative where A is stable.
  double abscissa() const { return t_.diagonal().real().maxCoeff(); }
  bool is_stable() const { return abscissa() < 0.0; }

 private:
  Eigen::VectorXd d_;
  Eigen::MatrixXcd t_, u_;
};

/// X of A X A' - X + Q = 0 for a symmetric Q and a stable A (all eigenvalues inside the unit circle), by squaring:
/// X = sum of A^k Q A'^k. Refuses an A that is not stable.
Eigen::MatrixXd discrete_lyapunov(const Eigen::MatrixXd& a, const Eigen::MatrixXd& q);

}  // namespace tandem::lq
