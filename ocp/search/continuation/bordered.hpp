#pragma once

#include <tandem/ocp/search/continuation/system.hpp>

namespace tandem::continuation {

///     M = [A  b]
///         [c' d]
///
/// by mixed block elimination (BEMW; Govaerts, "Stable solvers and block elimination for bordered systems", SIAM J.
/// Matrix Analysis 12, 1991): accurate wherever M is well conditioned, though A may be singular to rounding, as F_x is
/// at a fold. Block elimination by A alone loses all digits there. It is a Factor itself, so that borders may be put
/// around borders. Costs two solves with A to set up and one a right-hand side.
class Bordered : public Factor {
 public:
  /// `a` must outlive this.
  Bordered(Factor& a, Eigen::VectorXd column, Eigen::VectorXd row, double corner);

  int size() const override { return a_->size() + 1; }
  Eigen::VectorXd multiply(const Eigen::VectorXd& x) const override;
  Eigen::VectorXd solve(const Eigen::VectorXd& b) override;
  Eigen::VectorXd solve_transposed(const Eigen::VectorXd& b) override;
  /// det M = det A (d - c' A^-1 b).
  int determinant_sign() const override { return delta_ < 0.0 ? -a_->determinant_sign() : a_->determinant_sign(); }

 private:
  Factor* a_;
  Eigen::VectorXd b_, c_;
  double d_;
  Eigen::VectorXd v_, w_;  ///< A v = b, A' w = c
  double delta_, delta_star_;
};

/// M^-1 b, corrected by its residual as long as that halves, at most three times.
Eigen::VectorXd solve_refined(Factor& m, const Eigen::VectorXd& b);

}  // namespace tandem::continuation
